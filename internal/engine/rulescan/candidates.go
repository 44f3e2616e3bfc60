package rulescan

import (
	"slices"

	"vigil/internal/engine/formula"
	"vigil/internal/engine/modules"
	"vigil/internal/engine/rules"
)

// index builds the prefilter for all rules.
func (c *compilation) index() {
	var list []*formula.Formula
	for _, r := range c.rules {
		if r.taint == nil {
			list = append(list, r.formula)
			continue
		}
		if r.Options.Interfile && modules.Knows(c.grammar) {
			c.crosses, r.crosses = true, true
		}
		for _, f := range r.taint.formulas() {
			list = append(list, f)
		}
	}
	c.filter = formula.NewIndex(c.language, c.grammar, list)
}

// candidates is what the prefilter found for a file.
type candidates struct {
	hits   *formula.Hits
	whole  []*compiledRule // rules that may match it
	halves []*compiledRule // rules of which it may have one end of a flow whose other end is in another file,
	begins []*compiledRule // and those of them of which it may have the source
}

// candidates runs the prefilter on a file, for the rules that apply to its path.
func (c *compilation) candidates(path string, text []byte, wants func(*compiledRule) bool) candidates {
	if c.always {
		return candidates{whole: slices.DeleteFunc(slices.Clone(c.rules), func(r *compiledRule) bool { return !wants(r) })}
	}
	if !slices.ContainsFunc(c.rules, wants) {
		return candidates{}
	}
	p := candidates{hits: c.filter.Scan(path, text)}
	for _, r := range c.rules {
		// The cheapest check comes first, regular expressions last.
		may, half := r.mayMatch(p.hits), r.crosses && (mayHave(r.taint.sources, p.hits) || mayHave(r.taint.sinks, p.hits))
		switch {
		case !may && !half || !wants(r):
		case may && r.hasRegexps(p.hits):
			p.whole = append(p.whole, r)
		case half && anyHasRegexps(r.taint.sources, p.hits):
			p.begins = append(p.begins, r)
			p.halves = append(p.halves, r)
		case half && anyHasRegexps(r.taint.sinks, p.hits):
			p.halves = append(p.halves, r)
		}
	}
	return p
}

// mayMatch reports whether a rule may match a file with these words.
func (r *compiledRule) mayMatch(h *formula.Hits) bool {
	if r.taint == nil {
		return h.MayMatch(r.formula)
	}
	return mayHave(r.taint.sources, h) && mayHave(r.taint.sinks, h)
}

// hasRegexps reports the same, based on the regular expressions of the rule.
func (r *compiledRule) hasRegexps(h *formula.Hits) bool {
	if r.taint == nil {
		return h.HasRegexps(r.formula)
	}
	return anyHasRegexps(r.taint.sources, h) && anyHasRegexps(r.taint.sinks, h)
}

// mayHave reports whether a file with these words may have a source or a sink.
func mayHave[T rules.Source | rules.Sink](parts []part[T], h *formula.Hits) bool {
	return slices.ContainsFunc(parts, func(p part[T]) bool { return h.MayMatch(p.formula) })
}

func anyHasRegexps[T rules.Source | rules.Sink](parts []part[T], h *formula.Hits) bool {
	return slices.ContainsFunc(parts, func(p part[T]) bool { return h.MayMatch(p.formula) && h.HasRegexps(p.formula) })
}
