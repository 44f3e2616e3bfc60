package formula

import (
	"vigil/internal/engine/embedded"
	"vigil/internal/engine/prefilter"
)

// Index is the prefilter for some formulas.
type Index struct {
	grammar string
	filter  *prefilter.Filter
}

// NewIndex returns the index of formulas for files in a language.
func NewIndex(language, grammar string, list []*Formula) *Index {
	filters := make([]*prefilter.Formula, len(list))
	for i, f := range list {
		filters[i] = f.filter
	}
	return &Index{grammar, prefilter.New(language, filters)}
}

// Scan reads the text of a file, or the code that is embedded in it.
func (x *Index) Scan(path string, text []byte) *Hits {
	return &Hits{x.filter.Scan(embedded.Code(path, x.grammar, text))}
}

// Hits is what an Index found in a file.
type Hits struct{ found *prefilter.Hits }

// MayMatch reports whether a formula may match the file, judging by its words.
func (h *Hits) MayMatch(f *Formula) bool { return h.found.MayMatch(f.filter) }

// HasRegexps reports the same, judging by its regular expressions.
func (h *Hits) HasRegexps(f *Formula) bool { return h.found.HasRegexps(f.filter) }

// Missing says which words of a formula the file lacks.
func (h *Hits) Missing(f *Formula) string { return h.found.Missing(f.filter) }
