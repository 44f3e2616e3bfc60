package prefilter

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/generic"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// Formula is a formula with its compiled patterns. The caller fills in the exported fields.
type Formula struct {
	*rules.Formula
	Of         []*Formula
	Conditions []Condition
	Code       *match.Pattern   // of Pattern, in a language with a grammar
	Text       *generic.Pattern // of Pattern, in generic

	needs   [][]int32 // words that a file must have for it, one of each list
	indexed bool      // the needs are known
	number  int32     // of those for which it pays to remember whether they may match; 0: none
}

// Condition is a condition on a metavariable, with what is known of the texts that meet it.
type Condition struct {
	*rules.Condition
	Inner   *Formula        // of PatternCondition, compiled
	Texts   map[string]bool // of RegexCondition: all texts that match; nil if they cannot be listed
	Endings []rules.Ending  // of RegexCondition without Texts: how texts that match end; nil if unknown
}

// NewCondition derives the texts or endings that a condition allows.
func NewCondition(c *rules.Condition, inner *Formula) Condition {
	out := Condition{Condition: c, Inner: inner}
	if c.Kind != rules.RegexCondition {
		return out
	}
	if list, ok := c.Regex.Texts(); ok {
		out.Texts = map[string]bool{}
		for _, t := range list {
			out.Texts[t] = true
		}
	} else {
		out.Endings = c.Regex.Endings()
	}
	return out
}

// MayMatch reports whether the expression of a condition may match a text, as far as that is
// cheap to tell.
func (c *Condition) MayMatch(text string) bool {
	if c.Texts != nil {
		return c.Texts[text]
	}
	return c.Endings == nil || rules.EndsWith(text, c.Endings)
}

// OnlyNames reports whether all texts that a condition allows are plain names.
func (c *Condition) OnlyNames() bool {
	return c.Texts != nil && allNames(c.Texts)
}

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
