package formula

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// Many formulas are a pattern that matches nearly everything, such as $REQ.$FIELD, with conditions
// that exclude most of it. Where a condition lists the values of a metavariable, or their endings,
// the search applies it early, so that other matches are never built.

// only is the constraints that conditions impose on the matches of a pattern.
type only struct {
	texts match.Only
	by    map[string]string // the expressions they come from
}

// narrow pushes the conditions of a formula down to its patterns.
func (k *Compiler) narrow(f *Formula) {
	if k.Unfiltered {
		return
	}
	for i := range f.conditions {
		c := &f.conditions[i]
		if c.Kind != rules.RegexCondition || c.Texts == nil && c.Endings == nil || c.Constants {
			continue
		}
		// Two patterns may bind the same code in different spellings, but not the same name.
		if f.binds(c.Metavariable) > 1 && (k.language == "php" || !c.OnlyNames()) {
			continue
		}
		k.narrowTo(f, c)
	}
}

func (k *Compiler) narrowTo(f *Formula, c *condition) {
	if f.code != nil && f.code.Binds(c.Metavariable) && (f.only == nil || f.only.texts[c.Metavariable] == nil) {
		o := &only{match.Only{}, map[string]string{}}
		if f.only != nil {
			maps.Copy(o.texts, f.only.texts)
			maps.Copy(o.by, f.only.by)
		}
		o.texts[c.Metavariable], o.by[c.Metavariable] = c.MayMatch, c.Regex.String()
		f.only = k.shareOnly(o)
	}
	for _, sub := range f.Parts {
		if sub.Kind != rules.Not {
			k.narrowTo(sub, c)
		}
	}
}

// shareOnly returns an equal one that exists already, so that cached matches can be keyed by it.
func (k *Compiler) shareOnly(o *only) *only {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(o.by)) {
		b.WriteString(name + "\x00" + o.by[name] + "\x00")
	}
	same := k.onlys[b.String()]
	if same == nil {
		same = o
		k.onlys[b.String()] = same
	}
	return same
}

// binds returns how many patterns of a conjunction bind a metavariable.
func (f *Formula) binds(name string) int {
	n := 0
	if f.code != nil && f.code.Binds(name) {
		n = 1
	}
	for _, sub := range f.Parts {
		switch {
		case sub.Kind == rules.Not:
		case f.Kind == rules.Any:
			n = max(n, sub.binds(name))
		default:
			n += sub.binds(name)
		}
	}
	return n
}

// quickly applies the conditions with a fast expression first, if another has a slow one. It
// binds nothing; all conditions must still be applied.
func (f *Formula) quickly(list []Place) []Place {
	if len(list) == 0 || !slices.ContainsFunc(f.conditions, func(c condition) bool { return c.Kind == rules.RegexCondition && !c.Regex.Quick() }) {
		return list
	}
	return slices.DeleteFunc(list, func(p Place) bool {
		return slices.ContainsFunc(f.conditions, func(c condition) bool {
			if c.Kind != rules.RegexCondition || c.Constants || !c.Regex.Quick() {
				return false
			}
			v, ok := p.Bound.Get(c.Metavariable)
			return ok && !c.Regex.Match(v.Text)
		})
	})
}
