package secrets

import (
	"math"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A regular expression of the standard library is slow on a whole file. But almost
// every rule has words that each of its matches must contain, such as "ghp_", with
// only so much before and behind them. From the parsed expression an anchor is made: the
// words and, for both sides, how far a match can reach. The expression then only has
// to look at windows around the words, and finds there exactly what it would find
// in the whole file.

// anchor is what each match of an expression contains.
type anchor struct {
	words  []string // lower case; each match contains one of them
	before reach
	behind reach

	// tail is what follows in the expression, from the word on, if that is known.
	// No match is where it does not hold right at the word: check tries only how
	// it begins, rest all of it.
	tail        []*syntax.Regexp
	check, rest *lazyRegexp
	near        int // how many bytes check looks at
}

// reach bounds how far a match can go: over at most n characters, and over any
// number of those in loop. A match of [ \t]{0,5}[a-z]+ has reach {5, a–z}.
type reach struct {
	n    int
	loop *class
}

// class is a set of characters; those outside of ASCII are all in it or all out.
type class struct {
	ascii [128]bool
	rest  bool
}

func (c *class) has(r rune) bool {
	if c == nil {
		return false
	}
	if r < 128 {
		return c.ascii[r]
	}
	return c.rest
}

const (
	maxWords = 64   // words of one anchor
	minWord  = 2    // shorter words are everywhere
	maxReach = 4096 // beyond this, windows are no gain
)

// findAnchor returns the anchor of an expression, if it has a useful one.
func findAnchor(re *syntax.Regexp) (anchor, bool) {
	a, ok := best(re)
	if !ok || a.before.n > maxReach || a.behind.n > maxReach {
		return anchor{}, false
	}
	if a.tail != nil {
		begin := &syntax.Regexp{Op: syntax.OpConcat, Sub: beginning(a.tail)}
		if check, _, err := newLazyRegexp(`\A(?:` + begin.String() + `)`); err == nil {
			a.check, a.near = check, utf8.UTFMax*(reachOf(begin).n+1)
		}
		all := &syntax.Regexp{Op: syntax.OpConcat, Sub: a.tail}
		if rest, _, err := newLazyRegexp(`\A(?:` + all.String() + `)`); err == nil {
			a.rest = rest
		}
	}
	return a, true
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

// bestOf returns the best anchor in a sequence: a run of parts that can be spelled
// out, or the best anchor within one part. Longer words occur less often.
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

// looksAround tells whether re looks at the character before it, which check does not
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

// maxBeginning is how long a part may be to be taken whole into a beginning.
const maxBeginning = 30

// beginning returns an expression for how each match of a sequence begins: its parts
// up to the first long one, and of that as much as must be there.
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

// least returns an expression for how each match of re begins, whatever follows.
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

// maxRest is how far a match may reach for its rest to be tried on its own.
const maxRest = 2048

// mayMatch tells whether a match can be around the word at w.
func (a *anchor) mayMatch(text []byte, w span) bool {
	if a.check != nil && !(*a.check)().Match(text[w.start:min(len(text), w.start+a.near)]) {
		return false
	}
	if a.rest == nil {
		return true
	}
	end := w.end
	for left := a.behind.n + 1; left > 0 && end < len(text); {
		r, size := decode(text[end:])
		if end += size; end-w.end > maxRest {
			return true
		}
		if !a.behind.loop.has(r) {
			left--
		}
	}
	return (*a.rest)().Match(text[w.start:end])
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

func (r reach) wide() bool {
	return r.n > maxReach || r.loop != nil && r.loop.ascii['\n'] && r.loop.ascii['a'] && r.loop.ascii[' ']
}

// words returns all texts that re matches, in lower case, or nil if they are too
// many or re is not that simple.
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
				// Folding adds two characters to s and k that no secret has.
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

// reachOf returns how far a sequence of expressions can reach.
func reachOf(parts ...*syntax.Regexp) reach {
	var out reach
	for _, re := range parts {
		switch re.Op {
		case syntax.OpLiteral:
			out.n += len(re.Rune)
		case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			out.n++
		case syntax.OpCapture, syntax.OpQuest, syntax.OpConcat:
			out = out.plus(reachOf(re.Sub...))
		case syntax.OpAlternate:
			var widest reach
			for _, sub := range re.Sub {
				widest = widest.or(reachOf(sub))
			}
			out = out.plus(widest)
		case syntax.OpRepeat:
			sub := reachOf(re.Sub...)
			if re.Max < 0 {
				sub = reach{loop: classOf(re.Sub[0])}
			}
			sub.n = min(sub.n*max(re.Max, 0), math.MaxInt32)
			out = out.plus(sub)
		case syntax.OpStar, syntax.OpPlus:
			out = out.plus(reach{loop: classOf(re.Sub[0])})
		}
	}
	return out
}

func (r reach) plus(s reach) reach {
	return reach{n: min(r.n+s.n, math.MaxInt32), loop: union(r.loop, s.loop)}
}

func (r reach) or(s reach) reach {
	return reach{n: max(r.n, s.n), loop: union(r.loop, s.loop)}
}

func union(a, b *class) *class {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	out := *a
	for i := range out.ascii {
		out.ascii[i] = out.ascii[i] || b.ascii[i]
	}
	out.rest = out.rest || b.rest
	return &out
}

// classOf returns the characters that a match of re can contain.
func classOf(re *syntax.Regexp) *class {
	c := &class{}
	add := func(lo, hi rune) {
		for r := lo; r <= hi && r < 128; r++ {
			c.ascii[r] = true
		}
		c.rest = c.rest || hi >= 128
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			add(r, r)
			if re.Flags&syntax.FoldCase != 0 {
				for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
					add(f, f)
				}
			}
		}
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			add(re.Rune[i], re.Rune[i+1])
		}
	case syntax.OpAnyChar:
		add(0, unicode.MaxRune)
	case syntax.OpAnyCharNotNL:
		add(0, '\n'-1)
		add('\n'+1, unicode.MaxRune)
	default:
		for _, sub := range re.Sub {
			c = union(c, classOf(sub))
		}
	}
	return c
}

// span is a part of a text.
type span struct{ start, end int }

// windows returns the parts of text that can hold matches around words, in order and
// apart from each other: one character more on each side than a match can reach, so
// that the expression sees the same neighbours as in the whole text. The words come in
// the order of their ends.
//
// No byte is passed more than a few times, however close the words are: each window
// begins where the one before ends, or goes on from there.
func (a *anchor) windows(text []byte, words []span) []span {
	var out []span
	counted, left := 0, 0 // the last window: the word it was measured from, and how far it could still go
	for _, w := range words {
		last := -1
		if len(out) > 0 {
			last = out[len(out)-1].end
		}
		start := w.start
		for n := a.before.n + 1; n > 0 && start > max(last, 0); {
			r, size := rune(text[start-1]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeLastRune(text[:start])
			}
			start -= size
			if !a.before.loop.has(r) {
				n--
			}
		}
		if start > last {
			out = append(out, span{start, w.end})
			counted, left = w.end, a.behind.n+1
		} else if w.end > last {
			out[len(out)-1].end = w.end
			counted, left = w.end, a.behind.n+1
		}
		window := &out[len(out)-1]
		// What was counted between the earlier word and this one is free again.
		for counted < w.end {
			r, size := decode(text[counted:])
			counted += size
			if !a.behind.loop.has(r) {
				left++
			}
		}
		for left > 0 && window.end < len(text) {
			r, size := decode(text[window.end:])
			window.end += size
			if !a.behind.loop.has(r) {
				left--
			}
		}
	}
	return out
}

func decode(b []byte) (rune, int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	return utf8.DecodeRune(b)
}
