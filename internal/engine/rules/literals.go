package rules

import (
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// What a regular expression implies about its matches, for the prefilter.

// Literals returns texts, to be searched case-insensitively, one of which is in every match
// of the expression; none if there is no useful set.
func (r *Regexp) Literals() []string {
	re, err := syntax.Parse(forGo(r.text), syntax.Perl)
	if err != nil {
		return nil
	}
	words, _ := required(re.Simplify())
	return words
}

// AfterQuote returns texts, one of which directly follows a quotation mark, or white space after it, in every
// match of the expression; none if there is no such set. Inside means that the expression is applied after the
// quotation mark; alone, that no word character follows.
func (r *Regexp) AfterQuote(inside bool) (words []string, alone bool) {
	re, err := syntax.Parse(forGo(r.text), syntax.Perl)
	if err != nil {
		return nil, false
	}
	subs := []*syntax.Regexp{re}
	if re = re.Simplify(); re.Op == syntax.OpConcat {
		subs = re.Sub
	}
	for i, sub := range subs {
		switch {
		case sub.Op == syntax.OpBeginText || isSpace(sub):
		case inside:
			words, exact := required(sub)
			if !exact {
				return nil, false
			}
			return words, i+1 < len(subs) && subs[i+1].Op == syntax.OpWordBoundary
		default:
			inside = sub.Op == syntax.OpLiteral && strings.ContainsRune("'\"`", sub.Rune[len(sub.Rune)-1])
		}
	}
	return nil, false
}

// isSpace reports whether an expression matches space of any length.
func isSpace(re *syntax.Regexp) bool {
	if re.Op != syntax.OpStar && re.Op != syntax.OpPlus && re.Op != syntax.OpQuest || re.Sub[0].Op != syntax.OpCharClass {
		return false
	}
	for i := 0; i+1 < len(re.Sub[0].Rune); i += 2 {
		for c := re.Sub[0].Rune[i]; c <= re.Sub[0].Rune[i+1]; c++ {
			if c > ' ' || !unicode.IsSpace(c) {
				return false
			}
		}
	}
	return true
}

// Beginnings returns texts of which one is at the beginning of whatever an expression matches that is bound to
// the start of what it looks at; none if there is no such set of useful texts.
func (r *Regexp) Beginnings() []string {
	re, err := syntax.Parse(forGo(r.text), syntax.Perl)
	if err != nil {
		return nil
	}
	list, ok := beginnings(re, []beginning{{}})
	if !ok {
		return nil
	}
	out := map[string]bool{}
	for _, b := range list {
		out[b.text] = true
	}
	return Useful(slices.Sorted(maps.Keys(out)))
}

// beginning is how a text may begin; whole if nothing is known of what comes then.
type beginning struct {
	text  string
	whole bool
}

// beginnings adds what an expression matches, up to minLiteral bytes.
func beginnings(re *syntax.Regexp, before []beginning) (after []beginning, ok bool) {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return before, true
	case syntax.OpCapture:
		return beginnings(re.Sub[0], before)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if before, ok = beginnings(sub, before); !ok {
				return nil, false
			}
		}
		return before, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more, ok := beginnings(sub, before)
			if after = append(after, more...); !ok || len(after) > maxLiterals {
				return nil, false
			}
		}
		return after, true
	case syntax.OpQuest:
		more, ok := beginnings(re.Sub[0], before)
		return append(slices.Clone(before), more...), ok && len(more)+len(before) <= maxLiterals
	case syntax.OpPlus:
		after, ok = beginnings(re.Sub[0], before)
		return ended(after), ok
	}
	one, exact := texts(re)
	if re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 && len(string(re.Rune)) == len(re.Rune) {
		one, exact = []string{string(re.Rune)}, true
	}
	if !exact {
		return ended(before), true
	}
	for _, b := range before {
		if b.whole || len(b.text) >= minLiteral {
			after = append(after, b)
			continue
		}
		for _, t := range one {
			after = append(after, beginning{text: b.text + t})
		}
	}
	return after, len(after) <= maxLiterals
}

// ended marks beginnings as all that is known.
func ended(list []beginning) []beginning {
	out := slices.Clone(list)
	for i := range out {
		out[i].whole = true
	}
	return out
}

// maxTexts is how many texts an expression may match to count as a list of them.
const maxTexts = 200

// Texts returns all texts that an expression matches which is bound to the start of what it
// looks at; false if they cannot be listed.
func (r *Regexp) Texts() ([]string, bool) {
	re, err := syntax.Parse(forGo(r.text), syntax.Perl)
	if err != nil {
		return nil, false
	}
	if re = re.Simplify(); re.Op != syntax.OpConcat || re.Sub[len(re.Sub)-1].Op != syntax.OpEndText {
		return nil, false
	}
	if re.Sub = re.Sub[:len(re.Sub)-1]; len(re.Sub) > 0 && re.Sub[0].Op == syntax.OpBeginText {
		re.Sub = re.Sub[1:]
	}
	return texts(re)
}

// texts lists what an expression matches.
func texts(re *syntax.Regexp) (list []string, ok bool) {
	switch {
	case re.Op == syntax.OpEmptyMatch:
		return []string{""}, true
	case re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0:
		return []string{string(re.Rune)}, true
	case re.Op == syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
				if list = append(list, string(c)); len(list) > maxTexts {
					return nil, false
				}
			}
		}
		return list, true
	case re.Op == syntax.OpCapture:
		return texts(re.Sub[0])
	case re.Op == syntax.OpQuest:
		list, ok = texts(re.Sub[0])
		return append(list, ""), ok
	case re.Op == syntax.OpAlternate:
		for _, sub := range re.Sub {
			l, ok := texts(sub)
			if list = append(list, l...); !ok || len(list) > maxTexts {
				return nil, false
			}
		}
		return list, true
	case re.Op == syntax.OpConcat:
		list = []string{""}
		for _, sub := range re.Sub {
			l, ok := texts(sub)
			if !ok || len(l)*len(list) > maxTexts {
				return nil, false
			}
			var next []string
			for _, a := range list {
				for _, b := range l {
					next = append(next, a+b)
				}
			}
			list = next
		}
		return list, true
	}
	return nil, false
}

const (
	minLiteral  = 3  // bytes below which a text is of no use
	maxLiterals = 30 // alternatives above which a set is of no use
)

// required returns the best set of texts of which one must occur. Exact tells that
// each of them is a whole match.
func required(re *syntax.Regexp) (words []string, exact bool) {
	switch re.Op {
	case syntax.OpLiteral:
		if w := string(re.Rune); re.Flags&syntax.FoldCase == 0 || len(w) == len(re.Rune) {
			return []string{w}, true
		}
	case syntax.OpCapture:
		return required(re.Sub[0])
	case syntax.OpPlus:
		w, _ := required(re.Sub[0])
		return w, false
	case syntax.OpRepeat:
		if re.Min > 0 {
			w, _ := required(re.Sub[0])
			return w, false
		}
	case syntax.OpAlternate:
		exact = true
		for _, sub := range re.Sub {
			w, e := required(sub)
			if len(w) == 0 || len(words)+len(w) > maxLiterals {
				return nil, false
			}
			words, exact = append(words, w...), exact && e
		}
		return words, exact
	case syntax.OpConcat:
		return requiredOfSequence(re.Sub)
	case syntax.OpCharClass:
		if len(re.Rune) == 2 && re.Rune[0] == re.Rune[1] {
			return []string{string(re.Rune[:1])}, true
		}
	}
	return nil, false
}

// requiredOfSequence joins neighbours that are exact and returns the set whose
// shortest text is longest.
func requiredOfSequence(subs []*syntax.Regexp) (best []string, exact bool) {
	run := []string{""}
	exact = true
	keep := func() {
		if shortest(run) > shortest(best) {
			best = run
		}
		run = []string{""}
	}
	for _, sub := range subs {
		switch sub.Op {
		case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpEmptyMatch:
			continue
		}
		w, e := required(sub)
		if !e || len(w)*len(run) > maxLiterals {
			keep()
			exact = false
			if shortest(w) > shortest(best) {
				best = w
			}
			continue
		}
		var next []string
		for _, a := range run {
			for _, b := range w {
				next = append(next, a+b)
			}
		}
		run = next
	}
	if exact {
		return run, run[0] != ""
	}
	keep()
	return best, false
}

func shortest(words []string) int {
	if len(words) == 0 {
		return 0
	}
	n := len(words[0])
	for _, w := range words {
		n = min(n, len(w))
	}
	return n
}

// Useful returns words if a text without any of them is worth passing by, else nil.
func Useful(words []string) []string {
	if shortest(words) < minLiteral {
		return nil
	}
	return words
}
