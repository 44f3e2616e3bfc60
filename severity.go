package vigil

import (
	"math"
	"slices"
	"strconv"
)

// Score is a number from 0.0 to 10.0 with one decimal, stored in tenths: 98 is 9.8.
// Integers compare and sort the same everywhere; floats would not.
type Score int

// MaxScore is 10.0.
const MaxScore Score = 100

// ScoreOf rounds f to one decimal and clamps it to the valid range.
func ScoreOf(f float64) Score {
	return min(max(Score(math.Round(f*10)), 0), MaxScore)
}

// Float returns s as a float.
func (s Score) Float() float64 { return float64(s) / 10 }

func (s Score) String() string { return strconv.Itoa(int(s/10)) + "." + strconv.Itoa(int(s%10)) }

// Level is a severity band. It is always derived from the score, so the two cannot
// disagree.
type Level string

const (
	Critical Level = "critical"
	High     Level = "high"
	Medium   Level = "medium"
	Low      Level = "low"
)

// Levels lists the levels, most severe first.
var Levels = []Level{Critical, High, Medium, Low}

// floors holds the lowest score of each level, in the order of Levels.
var floors = [...]Score{90, 70, 40, 0}

// Level returns the severity band of s.
func (s Score) Level() Level {
	for i, floor := range floors {
		if s >= floor {
			return Levels[i]
		}
	}
	return Low
}

// Valid reports whether l is one of Levels.
func (l Level) Valid() bool { return slices.Contains(Levels, l) }

// Range returns the lowest and highest score of l.
func (l Level) Range() (lowest, highest Score) {
	highest = MaxScore
	for i, level := range Levels {
		if level == l {
			return floors[i], highest
		}
		highest = floors[i] - 1
	}
	return 0, -1
}

// Counts holds the number of vulnerabilities per level, in the order of Levels.
type Counts [4]int

// Of returns the count of one level.
func (c Counts) Of(l Level) int { return c[slices.Index(Levels, l)] }

// Add adds n to the count of the level of s.
func (c *Counts) Add(s Score, n int) { c[slices.Index(Levels, s.Level())] += n }

// Total returns the sum over all levels.
func (c Counts) Total() (n int) {
	for _, m := range c {
		n += m
	}
	return n
}
