// Package cron parses cron expressions and computes their next run, in any time zone
// and across daylight saving time.
//
// An expression has five fields: minute, hour, day of month, month, day of week. See
// [Parse] for the syntax and [Expression.Next] for daylight saving time.
package cron

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Expression is a set of local times. The zero value is empty; Parse creates others.
type Expression struct {
	minutes, hours, days, months, weekdays uint64 // bit n: n is in the set
	// anyDay and anyWeekday report that the field begins with a star. If neither does, a day
	// matches if it is in either field; else it must be in both.
	anyDay, anyWeekday bool
}

// field describes one of the five fields.
type field struct {
	name            string
	lowest, highest int
	names           []string // the first one means lowest
}

var fields = [5]field{
	{name: "minute", highest: 59},
	{name: "hour", highest: 23},
	{name: "day of month", lowest: 1, highest: 31},
	{name: "month", lowest: 1, highest: 12, names: []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
	{name: "day of week", highest: 7, names: []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}}, // 7 is Sunday, too
}

// shorthands are the macros.
var shorthands = map[string]string{
	"@yearly":   "0 0 1 1 *",
	"@annually": "0 0 1 1 *",
	"@monthly":  "0 0 1 * *",
	"@weekly":   "0 0 * * 0",
	"@daily":    "0 0 * * *",
	"@midnight": "0 0 * * *",
	"@hourly":   "0 * * * *",
}

// Parse parses an expression: five fields separated by spaces, each a list of numbers,
// ranges such as 1-5, and stars, all optionally with a step such as */15; months and
// weekdays also by their three-letter English names; or a macro such as @daily. An
// expression that never matches, such as 30 February, is an error. The text of an
// error continues the sentence "the expression …".
func Parse(s string) (Expression, error) {
	words := strings.Fields(s)
	if len(words) == 1 && words[0][0] == '@' {
		long, known := shorthands[strings.ToLower(words[0])]
		if !known {
			return Expression{}, fmt.Errorf("has the name %q, which is none of @hourly, @daily, @weekly, @monthly and @yearly", words[0])
		}
		words = strings.Fields(long)
	}
	switch {
	case len(words) > 0 && strings.Contains(words[0], "TZ="):
		return Expression{}, fmt.Errorf("must not hold a time zone: give it as \"timezone\"")
	case len(words) > 0 && words[0][0] == '@':
		return Expression{}, fmt.Errorf("must be a name such as @daily alone, and cannot be %s", words[0])
	case len(words) != len(fields):
		return Expression{}, fmt.Errorf("must have five fields (minute, hour, day of month, month, day of week), not %d, or be a name such as @daily", len(words))
	}
	var sets [5]uint64
	for i, f := range fields {
		var err error
		if sets[i], err = f.parse(words[i]); err != nil {
			return Expression{}, fmt.Errorf("has a %s that %w", f.name, err)
		}
	}
	const sunday, otherSunday = 1 << 0, 1 << 7
	if sets[4]&otherSunday != 0 {
		sets[4] = sets[4]&^otherSunday | sunday
	}
	e := Expression{minutes: sets[0], hours: sets[1], days: sets[2], months: sets[3], weekdays: sets[4],
		anyDay: words[2][0] == '*', anyWeekday: words[4][0] == '*'}
	if e.never() {
		return Expression{}, fmt.Errorf("never comes due: none of its months has such a day")
	}
	return e, nil
}

// parse parses a field. The text of an error continues "the field …".
func (f field) parse(s string) (set uint64, err error) {
	for part := range strings.SplitSeq(s, ",") {
		span, by, stepped := strings.Cut(part, "/")
		low, high, err := f.span(span, stepped)
		if err != nil {
			return 0, err
		}
		step := 1
		if stepped {
			if step, err = number(by); err != nil || step < 1 || step > f.highest-f.lowest+1 {
				return 0, fmt.Errorf("has the step %q, which is not a number from 1 to %d", by, f.highest-f.lowest+1)
			}
		}
		for n := low; n <= high; n += step {
			set |= 1 << n
		}
	}
	return set, nil
}

// span parses a star, a number, or a range. A number with a step starts a range to the end.
func (f field) span(s string, stepped bool) (low, high int, err error) {
	if s == "*" {
		high = f.highest
		if f.highest == 7 {
			high = 6 // Sunday once: a step must not match it again as 7
		}
		return f.lowest, high, nil
	}
	from, to, ranged := strings.Cut(s, "-")
	if low, err = f.value(from); err != nil {
		return 0, 0, err
	}
	switch high = low; {
	case ranged:
		if high, err = f.value(to); err != nil {
			return 0, 0, err
		}
		if high == 0 && low > 0 && f.highest == 7 { // fri-sun
			high = 7
		}
	case stepped:
		if high = f.highest; high == 7 {
			high = 6
		}
	}
	if low > high {
		return 0, 0, fmt.Errorf("has the range %q, whose end comes before its beginning", s)
	}
	return low, high, nil
}

// value parses a number or a name.
func (f field) value(s string) (int, error) {
	if i := slices.Index(f.names, strings.ToLower(s)); i >= 0 {
		return f.lowest + i, nil
	}
	n, err := number(s)
	if err != nil || n < f.lowest || n > f.highest {
		also := ""
		if len(f.names) > 0 {
			also = ", or a name such as " + f.names[1]
		}
		return 0, fmt.Errorf("holds %q, which is not a number from %d to %d%s", s, f.lowest, f.highest, also)
	}
	return n, nil
}

// number parses decimal digits only.
func number(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	return int(n), err
}

// never reports whether no date matches because none of the months has the day. Any other
// combination matches within a few decades.
func (e Expression) never() bool {
	if !e.anyDay && !e.anyWeekday {
		return false // a weekday suffices
	}
	first := bits.TrailingZeros64(e.days)
	for m := 1; m <= 12; m++ {
		if e.months&(1<<m) != 0 && first <= mostDays[m-1] {
			return false
		}
	}
	return true
}

var mostDays = [12]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
