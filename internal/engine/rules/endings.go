package rules

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// Ending is an identifier, or the end of one, at the end of what an expression matches.
type Ending struct {
	Text  string // case-insensitive
	Whole bool   // no identifier character precedes it
	More  bool   // something other than an identifier character follows it

	done bool // nothing is known about what precedes it
}

// maxLetters is the largest character class that is expanded before an ending.
const maxLetters = 4

// Endings returns how everything the expression matches ends, apart from trailing characters that are not part of an
// identifier; none if there is no such list. The expression must be anchored at the start.
func (r *Regexp) Endings() []Ending {
	re, err := syntax.Parse(forGo(r.text), syntax.Perl)
	if err != nil {
		return nil
	}
	if re = re.Simplify(); re.Op != syntax.OpConcat || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil
	}
	list, ok := endings(re, []Ending{{}})
	if !ok {
		return nil
	}
	for i := range list {
		e := &list[i]
		e.Whole = e.Whole || !e.done // the start of the text
		if len(e.Text) < minLiteral && !(e.Whole && len(e.Text) == minLiteral-1) {
			return nil
		}
	}
	return list
}

// endings prepends what an expression matches to each of a list.
func endings(re *syntax.Regexp, after []Ending) (before []Ending, ok bool) {
	if !slices.ContainsFunc(after, func(e Ending) bool { return !e.done }) {
		return after, true
	}
	switch re.Op {
	case syntax.OpEndText, syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return after, true
	case syntax.OpBeginText:
		return onEach(after, func(e *Ending) { e.Whole, e.done = e.Whole || !e.done, true }), true
	case syntax.OpCapture:
		return endings(re.Sub[0], after)
	case syntax.OpConcat:
		for _, sub := range slices.Backward(re.Sub) {
			if after, ok = endings(sub, after); !ok {
				return nil, false
			}
		}
		return after, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more, ok := endings(sub, after)
			if before = append(before, more...); !ok || len(before) > maxTexts {
				return nil, false
			}
		}
		return before, true
	case syntax.OpQuest:
		more, ok := endings(re.Sub[0], after)
		return append(slices.Clone(after), more...), ok && len(more)+len(after) <= maxTexts
	case syntax.OpPlus:
		before, ok = endings(re.Sub[0], after)
		return onEach(before, func(e *Ending) { e.done = true }), ok
	case syntax.OpLiteral:
		return onEach(after, func(e *Ending) {
			for _, c := range slices.Backward(re.Rune) {
				e.put(c)
			}
		}), true
	case syntax.OpCharClass:
		if one, exact := texts(re); exact && len(one) <= maxLetters && len(one)*len(after) <= maxTexts {
			for _, t := range one {
				before = append(before, onEach(after, func(e *Ending) { e.put([]rune(t)[0]) })...)
			}
			return before, true
		}
	}
	return onEach(after, func(e *Ending) { e.done = true }), true
}

// put prepends a character to an ending. After the identifier there may be others.
func (e *Ending) put(c rune) {
	switch {
	case e.done:
	case isName(c):
		e.Text = string(c) + e.Text
	case e.Text == "":
		e.More = true
	default:
		e.Whole, e.done = c < 0x80, true
	}
}

func onEach(list []Ending, change func(*Ending)) []Ending {
	out := slices.Clone(list)
	for i := range out {
		change(&out[i])
	}
	return out
}

// EndsWith reports whether a text has one of the endings, ignoring trailing characters that are not part of an identifier.
func EndsWith(text string, list []Ending) bool {
	text = strings.TrimRightFunc(text, func(c rune) bool { return !isName(c) })
	return slices.ContainsFunc(list, func(e Ending) bool {
		start := len(text) - len(e.Text)
		return start >= 0 && strings.EqualFold(text[start:], e.Text)
	})
}

func isName(c rune) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
