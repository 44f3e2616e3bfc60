package code

import (
	"slices"

	"vigil/internal/engine/embedded"
	"vigil/internal/engine/rules"
)

// sight is which words a file has, and what was found out from them: many rules ask the same.
type sight struct {
	words []bool
	may   []answer // by the number of a formula: whether it may match
}

type answer uint8

const (
	unsure answer = iota
	yes
	no
)

// possible tells whether a formula may match a file with the words that were seen.
func (f *formula) possible(seen *sight) bool {
	if f.number == 0 {
		return f.mayMatch(seen)
	}
	may := &seen.may[f.number]
	if *may == unsure {
		*may = no
		if f.mayMatch(seen) {
			*may = yes
		}
	}
	return *may == yes
}

// has tells whether one of some words was seen.
func (s *sight) has(need []int32) bool {
	for _, w := range need {
		if s.words[w] {
			return true
		}
	}
	return false
}

func (f *formula) mayMatch(seen *sight) bool {
	for _, need := range f.needs {
		if !seen.has(need) {
			return false
		}
	}
	switch f.Kind {
	case rules.All:
		if slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.Kind != rules.Not && !sub.possible(seen) }) {
			return false
		}
	case rules.Any:
		if !slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.possible(seen) }) {
			return false
		}
	case rules.Inside, rules.Anywhere:
		if !f.of[0].possible(seen) {
			return false
		}
	}
	return !slices.ContainsFunc(f.conditions, func(c condition) bool {
		return c.formula != nil && c.Language == "" && !c.formula.possible(seen)
	})
}

// possible tells whether a rule may match a file with the words that were seen.
func (r *compiledRule) possible(seen *sight) bool {
	if r.taint == nil {
		return r.formula.possible(seen)
	}
	return r.taint.mayBegin(seen) && r.taint.mayEnd(seen)
}

// mayBegin tells whether a source may be in a file with the words that were seen.
func (t *taintRule) mayBegin(seen *sight) bool {
	return slices.ContainsFunc(t.sources, func(p part[rules.Source]) bool { return p.formula.possible(seen) })
}

// mayEnd tells whether a sink may be in a file with the words that were seen.
func (t *taintRule) mayEnd(seen *sight) bool {
	return slices.ContainsFunc(t.sinks, func(p part[rules.Sink]) bool { return p.formula.possible(seen) })
}

// expressions are the regular expressions of rules that were looked for in a text, by what they say: many rules
// have the same ones from what they share.
type expressions struct {
	text  []byte
	found map[string]bool
}

func (x *expressions) has(re *rules.Regexp) bool {
	found, known := x.found[re.String()]
	if !known {
		found = re.In(x.text)
		x.found[re.String()] = found
	}
	return found
}

// found tells whether a formula that may match by its words has the regular expressions in it that it
// cannot match without. They need no syntax.
func (f *formula) found(seen *sight, x *expressions) bool {
	switch f.Kind {
	case rules.Regex:
		return x.has(f.Regex)
	case rules.All:
		return !slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.Kind != rules.Not && !sub.found(seen, x) })
	case rules.Any:
		return slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.possible(seen) && sub.found(seen, x) })
	case rules.Inside, rules.Anywhere:
		return f.of[0].found(seen, x)
	}
	return true
}

// found tells the same of a rule.
func (r *compiledRule) found(seen *sight, x *expressions) bool {
	if r.taint == nil {
		return r.formula.found(seen, x)
	}
	return r.taint.beginFound(seen, x) && r.taint.endFound(seen, x)
}

// beginFound tells the same of the sources of a rule.
func (t *taintRule) beginFound(seen *sight, x *expressions) bool {
	return slices.ContainsFunc(t.sources, func(p part[rules.Source]) bool { return p.formula.possible(seen) && p.formula.found(seen, x) })
}

// endFound tells the same of the sinks of a rule.
func (t *taintRule) endFound(seen *sight, x *expressions) bool {
	return slices.ContainsFunc(t.sinks, func(p part[rules.Sink]) bool { return p.formula.possible(seen) && p.formula.found(seen, x) })
}

// prospects is what the words of a file say about it.
type prospects struct {
	seen   *sight
	whole  []*compiledRule // rules that may match it
	halves []*compiledRule // those of which it may have one end of a flow whose other end is in another file,
	begins []*compiledRule // and those of them of which it may have the source
}

// prospects finds the words of a file, and the rules that want its path.
func (c *compilation) prospects(path string, text []byte, wants func(*compiledRule) bool) prospects {
	if c.always {
		return prospects{whole: slices.DeleteFunc(slices.Clone(c.rules), func(r *compiledRule) bool { return !wants(r) })}
	}
	if !slices.ContainsFunc(c.rules, wants) {
		return prospects{}
	}
	text = embedded.Code(path, c.grammar, text)
	p := prospects{seen: c.find(text)}
	x := &expressions{text: text, found: map[string]bool{}}
	for _, r := range c.rules {
		// What costs least is asked first, expressions last.
		may, half := r.possible(p.seen), r.crosses && (r.taint.mayBegin(p.seen) || r.taint.mayEnd(p.seen))
		switch {
		case !may && !half || !wants(r):
		case may && r.found(p.seen, x):
			p.whole = append(p.whole, r)
		case half && r.taint.beginFound(p.seen, x):
			p.begins = append(p.begins, r)
			p.halves = append(p.halves, r)
		case half && r.taint.endFound(p.seen, x):
			p.halves = append(p.halves, r)
		}
	}
	return p
}

// find tells which words a text has.
func (c *compilation) find(text []byte) *sight {
	seen := &sight{words: make([]bool, len(c.wordList)), may: make([]answer, c.formulas+1)}
	if c.words != nil {
		c.words.Find(text, func(id int32, end int) bool {
			seen.words[id] = seen.words[id] || c.wordList[id].at(text, end)
			return true
		})
	}
	return seen
}
