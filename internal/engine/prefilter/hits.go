package prefilter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/rules"
)

// Hits are the words of a filter that one text has, and what follows from them. Answers are
// remembered, because many rules share formulas. It is not safe for concurrent use.
type Hits struct {
	filter  *Filter
	text    []byte
	words   []bool
	may     []answer        // by the number of a formula: whether it may match
	regexps map[string]bool // expressions that were searched, by their source
}

type answer uint8

const (
	unsure answer = iota
	yes
	no
)

// MayMatch reports whether a formula may match the text, judged by its words alone.
func (h *Hits) MayMatch(f *Formula) bool {
	if f.number == 0 {
		return h.mayMatch(f)
	}
	may := &h.may[f.number]
	if *may == unsure {
		*may = no
		if h.mayMatch(f) {
			*may = yes
		}
	}
	return *may == yes
}

func (h *Hits) mayMatch(f *Formula) bool {
	for _, need := range f.needs {
		if !h.has(need) {
			return false
		}
	}
	switch f.Kind {
	case rules.All:
		if slices.ContainsFunc(f.Of, func(sub *Formula) bool { return sub.Kind != rules.Not && !h.MayMatch(sub) }) {
			return false
		}
	case rules.Any:
		if !slices.ContainsFunc(f.Of, h.MayMatch) {
			return false
		}
	case rules.Inside, rules.Anywhere:
		if !h.MayMatch(f.Of[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(f.Conditions, func(c Condition) bool {
		return c.Inner != nil && c.Language == "" && !h.MayMatch(c.Inner)
	})
}

// has reports whether the text has one of some words.
func (h *Hits) has(need []int32) bool {
	return slices.ContainsFunc(need, func(w int32) bool { return h.words[w] })
}

// HasRegexps reports, of a formula that may match by its words, whether the text matches the
// regular expressions that the formula cannot match without. These need no syntax, but cost
// more than words.
func (h *Hits) HasRegexps(f *Formula) bool {
	switch f.Kind {
	case rules.Regex:
		return h.hasRegexp(f.Regex)
	case rules.All:
		return !slices.ContainsFunc(f.Of, func(sub *Formula) bool { return sub.Kind != rules.Not && !h.HasRegexps(sub) })
	case rules.Any:
		return slices.ContainsFunc(f.Of, func(sub *Formula) bool { return h.MayMatch(sub) && h.HasRegexps(sub) })
	case rules.Inside, rules.Anywhere:
		return h.HasRegexps(f.Of[0])
	}
	return true
}

func (h *Hits) hasRegexp(re *rules.Regexp) bool {
	found, known := h.regexps[re.String()]
	if !known {
		found = re.In(h.text)
		h.regexps[re.String()] = found
	}
	return found
}

// Missing describes the words that a formula needs and the text does not have, for messages of
// tests.
func (h *Hits) Missing(f *Formula) string {
	out := ""
	for _, need := range f.needs {
		if h.has(need) {
			continue
		}
		for _, id := range need {
			w := &h.filter.words[id]
			out += fmt.Sprintf("\n\t%s, %d %s", w.text, w.position, w.owners)
			if i := bytes.Index(bytes.ToLower(h.text), []byte(strings.ToLower(w.text))); i >= 0 {
				out += fmt.Sprintf(" in %q", h.text[max(0, i-50):min(len(h.text), i+len(w.text)+30)])
			}
		}
	}
	return out
}
