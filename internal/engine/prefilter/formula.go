package prefilter

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/rules"
)

// quotes reports whether a metavariable is bound to the content of a string literal.
func (f *Formula) quotes(name string) bool {
	return f.Code != nil && f.Code.Quotes(name) || slices.ContainsFunc(f.Of, func(sub *Formula) bool { return sub.quotes(name) })
}

// isKey reports whether a metavariable is bound to a key, which may lack quotes.
func (f *Formula) isKey(name string) bool {
	return f.Code != nil && f.Code.IsKey(name) || slices.ContainsFunc(f.Of, func(sub *Formula) bool { return sub.isKey(name) })
}

// owner returns $O if every match of the formula has $O.NAME for the metavariable NAME; "" if
// there is no such object.
func (f *Formula) owner(name string) string {
	owner := ""
	is := func(sub *Formula) bool {
		object, n, ok := sub.Code.Member()
		if !ok || n != name || owner != "" && object != owner {
			return false
		}
		owner = object
		return true
	}
	if !f.surely(is) {
		return ""
	}
	return owner
}

// surely reports whether every match of a formula involves a pattern with some property.
func (f *Formula) surely(is func(*Formula) bool) bool {
	switch f.Kind {
	case rules.Pattern:
		return f.Code != nil && is(f)
	case rules.Inside, rules.Anywhere:
		return f.Of[0].surely(is)
	case rules.Any:
		return !slices.ContainsFunc(f.Of, func(sub *Formula) bool { return !sub.surely(is) })
	case rules.All:
		return slices.ContainsFunc(f.Of, func(sub *Formula) bool { return sub.Kind != rules.Not && sub.surely(is) })
	}
	return false
}

// ownersOf returns the last names of the values that the conditions allow for a metavariable, with
// a space around each; "" if they cannot be listed. See word.owners.
func (f *Formula) ownersOf(object string) string {
	if !strings.HasPrefix(object, "$") {
		if object = lastName(object); object != "" {
			object = " " + object + " "
		}
		return object
	}
	for i := range f.Conditions {
		c := &f.Conditions[i]
		if c.Kind != rules.RegexCondition || c.Metavariable != object || c.Texts == nil && c.Endings == nil || c.Constants {
			continue
		}
		names := map[string]bool{}
		for _, e := range c.Endings {
			switch {
			case e.More:
				return ""
			case e.Whole:
				names["~"+e.Text] = true
			default:
				names["*"+e.Text] = true
			}
		}
		for t := range c.Texts {
			name := lastName(t)
			if name == "" {
				return ""
			}
			names[name] = true
		}
		return " " + strings.Join(slices.Sorted(maps.Keys(names)), " ") + " "
	}
	return ""
}
