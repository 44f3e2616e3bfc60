// Package prefilter decides from the text of a file whether a rule can match it, before the file
// is parsed. Parsing and matching cost far more than one pass over the bytes.
//
// Start with Filter: it is built once for the formulas of a language, and Filter.Scan finds the
// words of all of them in one pass. Most files do not get past it. A match must never be lost:
// where the text does not tell, the answer is that the rule may match.
//
// In reading order: hits.go answers for a file; needs.go derives from a formula the words it
// cannot match without, and placed.go where in the text they must stand; word.go, before.go,
// behind.go, and imports.go check that in a file. The package knows nothing of rules as a whole,
// of ASTs, or of taint.
package prefilter

import "vigil/internal/engine/words"

// Filter finds the words of a list of formulas. It is safe for concurrent use.
type Filter struct {
	automaton *words.Automaton // nil: no words
	words     []word           // that it finds
	formulas  int32            // that have a number
}

// New indexes the formulas of all rules for one language.
func New(language string, formulas []*Formula) *Filter {
	x := &indexer{language: language, number: map[word]int32{}}
	for _, f := range formulas {
		x.formula(f)
	}
	out := &Filter{words: x.list, formulas: x.formulas}
	if len(x.list) > 0 {
		texts := make([]string, len(x.list))
		for i, w := range x.list {
			texts[i] = w.text
		}
		out.automaton = words.New(texts)
	}
	return out
}

// Scan finds the words in a text.
func (f *Filter) Scan(text []byte) *Hits {
	h := &Hits{filter: f, text: text, words: make([]bool, len(f.words)), may: make([]answer, f.formulas+1), regexps: map[string]bool{}}
	if f.automaton != nil {
		f.automaton.Find(text, func(id int32, end int) bool {
			h.words[id] = h.words[id] || f.words[id].at(text, end)
			return true
		})
	}
	return h
}
