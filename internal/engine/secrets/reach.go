package secrets

import (
	"math"
	"regexp/syntax"
	"unicode"
)

// reach bounds the length of a match: at most n characters, and any number of those in
// loop. A match of [ \t]{0,5}[a-z]+ has reach {5, a–z}.
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

func (r reach) wide() bool {
	return r.n > maxReach || r.loop != nil && r.loop.ascii['\n'] && r.loop.ascii['a'] && r.loop.ascii[' ']
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
