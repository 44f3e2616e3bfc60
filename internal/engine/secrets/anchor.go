package secrets

import (
	"math"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode/utf8"
)

// Go's regexp package is slow on a whole file. But almost every rule has words that each of its
// matches must contain, such as "ghp_", with a limited distance on both sides. The parsed
// expression yields an anchor: the words and, for both sides, how far a match can reach. The
// expression then only runs on windows around the words, and finds exactly what it would find
// in the whole file.

// anchor is what each match of an expression contains.
type anchor struct {
	words   []string // lower case; each match contains one of them
	longest int      // of them
	before  reach
	behind  reach

	// tail is what follows in the expression, from the word on, if known. There is no match
	// where it does not match right at the word: check tries only its beginning, rest all
	// of it.
	tail        []*syntax.Regexp
	check, rest *lazyRegexp
	near        int // bytes that check looks at
}

const (
	maxWords = 64   // words of one anchor
	minWord  = 2    // shorter words are too frequent
	maxReach = 4096 // beyond this, windows do not pay
)

// findAnchor returns the anchor of an expression, if it has a useful one.
func findAnchor(re *syntax.Regexp) (anchor, bool) {
	a, ok := best(re)
	if !ok || a.before.n > maxReach || a.behind.n > maxReach {
		return anchor{}, false
	}
	for _, w := range a.words {
		a.longest = max(a.longest, len(w))
	}
	if a.tail != nil {
		begin := &syntax.Regexp{Op: syntax.OpConcat, Sub: beginning(a.tail)}
		a.check, a.near = partOf(begin), utf8.UTFMax*(reachOf(begin).n+1)
		// An expression that may reach to the end of the file is not tried at each word.
		if !a.behind.wide() {
			a.rest = partOf(&syntax.Regexp{Op: syntax.OpConcat, Sub: a.tail})
		}
	}
	return a, true
}

// partOf returns an expression for part of another one, at the start of a text. Should it not
// compile, it matches anything: it only avoids futile attempts.
func partOf(re *syntax.Regexp) *lazyRegexp {
	out := lazyRegexp(sync.OnceValue(func() *regexp.Regexp {
		part, err := regexp.Compile(`\A(?:` + re.String() + `)`)
		if err != nil {
			return regexp.MustCompile("")
		}
		return part
	}))
	return &out
}

// best returns the best anchor in re.
func best(re *syntax.Regexp) (anchor, bool) {
	if words := words(re); len(words) > 0 && shortest(words) >= minWord && !looksAround(re) {
		return anchor{words: words, tail: []*syntax.Regexp{re}}, true
	}
	switch re.Op {
	case syntax.OpCapture:
		return best(re.Sub[0])
	case syntax.OpPlus:
		a, ok := best(re.Sub[0])
		a.behind = a.behind.plus(reachOf(re))
		return a, ok
	case syntax.OpRepeat:
		if re.Min < 1 {
			return anchor{}, false
		}
		a, ok := best(re.Sub[0])
		a.behind = a.behind.plus(reachOf(re))
		return a, ok
	case syntax.OpAlternate:
		var out anchor
		for _, sub := range re.Sub {
			a, ok := best(sub)
			if !ok {
				return anchor{}, false
			}
			out.words = appendNew(out.words, a.words...)
			out.before = out.before.or(a.before)
			out.behind = out.behind.or(a.behind)
		}
		return out, len(out.words) <= maxWords
	case syntax.OpConcat:
		return bestOf(re.Sub)
	}
	return anchor{}, false
}

// bestOf returns the best anchor in a sequence: a run of parts that can be enumerated, or the
// best anchor within one part. Longer words are rarer.
func bestOf(parts []*syntax.Regexp) (out anchor, found bool) {
	try := func(a anchor, from, to int) {
		a.before = reachOf(parts[:from]...).plus(a.before)
		a.behind = a.behind.plus(reachOf(parts[to:]...))
		if !found || a.better(out) {
			out, found = a, true
		}
	}
	for from := range parts {
		if looksAround(parts[from]) {
			continue
		}
		if a, ok := best(parts[from]); ok && words(parts[from]) == nil {
			try(a, from, from+1)
		}
		for to := from + 1; to <= len(parts); to++ {
			spelled := words(&syntax.Regexp{Op: syntax.OpConcat, Sub: parts[from:to]})
			if spelled == nil || looksAround(parts[to-1]) {
				break
			}
			if shortest(spelled) >= minWord {
				try(anchor{words: spelled, tail: parts[from:]}, from, to)
			}
		}
	}
	return out, found
}

// looksAround reports whether re looks at the character before it, which check does not
// see.
func looksAround(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	for _, sub := range re.Sub {
		if looksAround(sub) {
			return true
		}
	}
	return false
}

// maxBeginning is the length up to which a part is taken whole into a beginning.
const maxBeginning = 30

// beginning returns an expression for the start of each match of a sequence: its parts up to
// the first long one, and the mandatory start of that.
func beginning(parts []*syntax.Regexp) []*syntax.Regexp {
	var out []*syntax.Regexp
	for _, re := range parts {
		if r := reachOf(re); r.loop != nil || r.n > maxBeginning {
			return append(out, least(re))
		}
		out = append(out, re)
	}
	return out
}

// least returns an expression for the mandatory start of each match of re.
func least(re *syntax.Regexp) *syntax.Regexp {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return re
	case syntax.OpCapture, syntax.OpPlus:
		return least(re.Sub[0])
	case syntax.OpRepeat:
		if sub := re.Sub[0]; re.Min > 0 && reachOf(sub).n == 1 && reachOf(sub).loop == nil {
			return &syntax.Regexp{Op: syntax.OpRepeat, Flags: re.Flags, Sub: re.Sub, Min: re.Min, Max: re.Min}
		} else if re.Min > 0 {
			return least(sub)
		}
	case syntax.OpConcat:
		return &syntax.Regexp{Op: syntax.OpConcat, Sub: beginning(re.Sub)}
	case syntax.OpAlternate:
		out := &syntax.Regexp{Op: syntax.OpAlternate}
		for _, sub := range re.Sub {
			out.Sub = append(out.Sub, least(sub))
		}
		return out
	}
	return &syntax.Regexp{Op: syntax.OpEmptyMatch}
}

func (a anchor) better(b anchor) bool {
	// A window that may reach to the end of the file is worth a shorter word.
	if x, y := a.before.wide() || a.behind.wide(), b.before.wide() || b.behind.wide(); x != y {
		return y
	}
	if x, y := min(shortest(a.words), 6), min(shortest(b.words), 6); x != y {
		return x > y
	}
	return len(a.words) < len(b.words)
}

// words returns all texts that re matches, in lower case, or nil if they are too
// many or re is too complex.
func words(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r >= utf8.RuneSelf {
				return nil
			}
		}
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCharClass:
		var out []string
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				// Case folding adds two characters to s and k that no secret contains.
				if r == 'ſ' || r == '\u212a' {
					continue
				}
				if r >= utf8.RuneSelf || len(out) > 8 {
					return nil
				}
				out = appendNew(out, strings.ToLower(string(r)))
			}
		}
		return out
	case syntax.OpCapture:
		return words(re.Sub[0])
	case syntax.OpQuest:
		if sub := words(re.Sub[0]); sub != nil {
			return appendNew(sub, "")
		}
		return nil
	case syntax.OpAlternate:
		var out []string
		for _, sub := range re.Sub {
			more := words(sub)
			if more == nil || len(out)+len(more) > maxWords {
				return nil
			}
			out = appendNew(out, more...)
		}
		return out
	case syntax.OpConcat:
		out := []string{""}
		for _, sub := range re.Sub {
			more := words(sub)
			if more == nil || len(out)*len(more) > maxWords {
				return nil
			}
			var longer []string
			for _, a := range out {
				for _, b := range more {
					longer = appendNew(longer, a+b)
				}
			}
			out = longer
		}
		return out
	}
	return nil
}

func appendNew(list []string, more ...string) []string {
next:
	for _, w := range more {
		for _, have := range list {
			if have == w {
				continue next
			}
		}
		list = append(list, w)
	}
	return list
}

func shortest(words []string) int {
	n := math.MaxInt
	for _, w := range words {
		n = min(n, len(w))
	}
	return n
}
