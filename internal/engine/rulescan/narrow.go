package rulescan

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// Many formulas are a pattern that matches nearly everything, such as $REQ.$FIELD, with conditions
// that leave little of it. Where a condition lists the values of a metavariable, or how they end, the
// search is told, so that other matches are never built.

// only is what conditions leave of the matches of a pattern.
type only struct {
	texts match.Only
	by    map[string]string // the expressions that say so
}

// narrow tells the patterns of a formula what its conditions will leave.
func (k *compiler) narrow(f *formula) {
	if k.set.always {
		return
	}
	for i := range f.conditions {
		c := &f.conditions[i]
		if c.Kind != rules.RegexCondition || c.Texts == nil && c.Endings == nil || c.Constants {
			continue
		}
		// Two patterns may bind the same code in another spelling, but not the same name.
		if f.binds(c.Metavariable) > 1 && (k.language == "php" || !c.OnlyNames()) {
			continue
		}
		k.narrowTo(f, c)
	}
}

func (k *compiler) narrowTo(f *formula, c *condition) {
	if f.code != nil && f.code.Binds(c.Metavariable) && (f.only == nil || f.only.texts[c.Metavariable] == nil) {
		o := &only{match.Only{}, map[string]string{}}
		if f.only != nil {
			maps.Copy(o.texts, f.only.texts)
			maps.Copy(o.by, f.only.by)
		}
		o.texts[c.Metavariable], o.by[c.Metavariable] = c.MayMatch, c.Regex.String()
		f.only = k.shareOnly(o)
	}
	for _, sub := range f.of {
		if sub.Kind != rules.Not {
			k.narrowTo(sub, c)
		}
	}
}

// shareOnly returns the one that says the same, so that what was found can be told by it.
func (k *compiler) shareOnly(o *only) *only {
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

// binds tells how many patterns that have to match together bind a metavariable.
func (f *formula) binds(name string) int {
	n := 0
	if f.code != nil && f.code.Binds(name) {
		n = 1
	}
	for _, sub := range f.of {
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

// quickly leaves the places that conditions with a quick expression leave, if there is one with a
// slow expression beside them. It binds nothing; all conditions are still to be applied.
func (f *formula) quickly(list []place) []place {
	if len(list) == 0 || !slices.ContainsFunc(f.conditions, func(c condition) bool { return c.Kind == rules.RegexCondition && !c.Regex.Quick() }) {
		return list
	}
	return slices.DeleteFunc(list, func(p place) bool {
		return slices.ContainsFunc(f.conditions, func(c condition) bool {
			if c.Kind != rules.RegexCondition || c.Constants || !c.Regex.Quick() {
				return false
			}
			v, ok := p.bound.Get(c.Metavariable)
			return ok && !c.Regex.Match(v.Text)
		})
	})
}
