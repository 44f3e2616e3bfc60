package code

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// A file that has the words of a pattern need not have them where the pattern wants them: many
// files speak of a request and of a body, few of request.body. So for the most common places it
// is looked at what stands before a word. Where that cannot be told at a glance, the answer is yes.

// before is what must stand before a word.
type before uint8

const (
	anyBefore      before = iota
	afterOwner            // a dot, and one of some names before that
	afterDot              // a dot
	afterAt               // the @ of a decorator, perhaps with other names between
	afterEquals           // a sign of assignment, perhaps with other names between
	afterQuote            // a quotation mark, perhaps with space between
	afterComma            // a comma, perhaps with words of a declaration between
	beforeText            // not before, but behind it: a text in quotes, or the name of one
	beforeFunction        // not before, but behind it: a function, or its parameters
	beforeCall            // not before, but behind it: the parenthesis of a call
	beforeIndex           // not before, but behind it: a bracket
	fromImported          // not before, but around it: it is a module that is imported,
	fromAliased           // the last name of one that is imported under another name,
	fromPackage           // a package of Python,
	fromStatic            // a class of Java,
	fromUsing             // or a namespace or class of C#
)

// placed returns the words of a condition on a metavariable with what must stand before them, none
// if that may be anything.
func (x *indexer) placed(f *formula, c *condition, list []word) []word {
	if list = x.names(f, c, list); len(list) == 0 || !dots[x.language] {
		return nil
	}
	decorates := func(f *formula) bool { return f.code.Decorates(c.Metavariable) }
	assigns := func(f *formula) bool { return f.code.Assigns(c.Metavariable) }
	functions := func(f *formula) bool { return f.code.NamesFunction(c.Metavariable) }
	follows := func(f *formula) bool { return f.code.Follows(c.Metavariable) }
	names := c.texts == nil || allNames(c.texts)
	js := x.language == "javascript" || x.language == "typescript"
	switch object := f.owner(c.Metavariable); {
	case object != "":
		if owners := f.ownersOf(object); owners != "" && names {
			return append(x.with(list, afterOwner, owners), x.imported(owners)...)
		}
		if names && alwaysDots[x.language] {
			return x.with(list, afterDot, "")
		}
	case names && alwaysDots[x.language] && f.surely(func(f *formula) bool { return f.code.IsMember(c.Metavariable) }):
		return x.with(list, afterDot, "")
	case names && x.language != "csharp" && f.surely(decorates): // whose attributes stand in brackets
		return x.with(list, afterAt, "")
	case names && js && f.surely(functions):
		return x.with(list, beforeFunction, "")
	case names && js && f.surely(follows): // elsewhere a type may stand before it
		return x.with(list, afterComma, "")
	case js && c.texts != nil && allChains(c.texts) && f.surely(assigns):
		return x.with(list, afterEquals, "")
	}
	return nil
}

// names returns the words of a condition if whatever it lets a metavariable stand for ends with one of them as a
// name, or with the end of a name.
func (x *indexer) names(f *formula, c *condition, list []word) []word {
	switch {
	case len(list) > 0 && c.texts != nil && list[0].whole:
		return list
	case !slices.ContainsFunc(c.endings, func(e rules.Ending) bool { return e.More }):
		return x.endings(f, c)
	}
	return nil
}

// afterQuote returns what stands at the beginning of texts in quotes that an expression matches.
func (x *indexer) afterQuote(re *rules.Regexp, inside bool) []word {
	if !plainTexts[x.language] && x.language != "csharp" { // others have more ways to write a text
		return nil
	}
	list, alone := re.AfterQuote(inside)
	if slices.ContainsFunc(list, func(t string) bool { return longestRun(t, isLetter) != t }) {
		return nil
	}
	out := x.with(substrings(rules.Useful(list)), afterQuote, "")
	for i := range out {
		out[i].alone = alone
	}
	return out
}

// allChains tells whether all are names, with dots between.
func allChains(texts map[string]bool) bool {
	for t := range texts {
		if longestRun(t, func(b byte) bool { return isNamePart(b) || b == '.' }) != t {
			return false
		}
	}
	return true
}

// alwaysDots are the languages in which the name of a member that is imported has a dot before it in the import.
var alwaysDots = map[string]bool{"java": true, "go": true, "csharp": true, "ruby": true}

// hashes are the languages whose comments begin with a hash.
var hashes = map[string]bool{"python": true, "ruby": true}

func (x *indexer) with(list []word, b before, owners string) []word {
	out := slices.Clone(list)
	for i := range out {
		out[i].before, out[i].owners, out[i].python = b, owners, hashes[x.language]
	}
	return out
}

// member returns the name that a formula wants of an object, if a condition lists what the object
// may be.
func (x *indexer) member(f *formula, c *condition) []word {
	owners := f.ownersOf(c.Metavariable)
	name := ""
	is := func(sub *formula) bool {
		object, n, ok := sub.code.Member()
		if !ok || object != c.Metavariable || strings.HasPrefix(n, "$") || name != "" && n != name {
			return false
		}
		name = n
		return true
	}
	if !dots[x.language] || owners == "" || !f.surely(is) || len(name) < 2 {
		return nil
	}
	return append([]word{{text: name, whole: true, before: afterOwner, owners: owners, python: hashes[x.language]}}, x.imported(owners)...)
}

// link returns the name that a pattern has behind a dot.
func (x *indexer) link(l match.Link) []word {
	if !dots[x.language] || len(l.Name) < 2 || longestRun(l.Name, isNamePart) != l.Name {
		return nil
	}
	w := word{text: l.Name, whole: true, before: afterDot, python: hashes[x.language]}
	if l.Chain == nil {
		if !alwaysDots[x.language] {
			return nil
		}
		return []word{w}
	}
	owner := lastName(l.Chain[len(l.Chain)-1])
	if owner == "" {
		return nil
	}
	w.before, w.owners = afterOwner, " "+owner+" "
	return append([]word{w}, x.imported(strings.Join(l.Chain, " "))...)
}

// followed returns the words of a condition on what is called, or of which an element is taken, with that behind them.
func (x *indexer) followed(f *formula, c *condition, list []word) []word {
	if list = x.names(f, c, list); len(list) == 0 || !dots[x.language] || c.texts != nil && !allNames(c.texts) {
		return nil
	}
	if calls[x.language] && f.surely(func(f *formula) bool { return f.code.Called(c.Metavariable) }) {
		return x.with(list, beforeCall, "")
	}
	if f.surely(func(f *formula) bool { return f.code.Indexed(c.Metavariable) }) {
		return x.with(list, beforeIndex, "")
	}
	return nil
}

// imported are the words of a file in which the name of a member can stand alone, or with another
// name before it, for one of the owners is imported.
func (x *indexer) imported(owners string) []word {
	from := fromImported
	switch x.language {
	case "python":
		from = fromPackage
	case "go":
		from = fromAliased
	case "java":
		from = fromStatic
	case "csharp":
		from = fromUsing
	case "ruby": // nothing gets another name
		return nil
	}
	var out []word
	for _, o := range strings.Fields(owners) {
		name := strings.TrimLeft(o, "*~")
		out = append(out, word{text: name, whole: o[0] != '*', fold: o != name, ends: o[0] == '*', before: from, python: hashes[x.language]})
	}
	return out
}

// owner is the metavariable of whose member another is the name, in whatever the formula matches;
// "" if there is none.
func (f *formula) owner(name string) string {
	owner := ""
	is := func(sub *formula) bool {
		object, n, ok := sub.code.Member()
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

// surely tells whether whatever a formula matches has a pattern that is so.
func (f *formula) surely(is func(*formula) bool) bool {
	switch f.Kind {
	case rules.Pattern:
		return f.code != nil && is(f)
	case rules.Inside, rules.Anywhere:
		return f.of[0].surely(is)
	case rules.Any:
		return !slices.ContainsFunc(f.of, func(sub *formula) bool { return !sub.surely(is) })
	case rules.All:
		return slices.ContainsFunc(f.of, func(sub *formula) bool { return sub.Kind != rules.Not && sub.surely(is) })
	}
	return false
}

// ownersOf returns the last names of what the conditions let a metavariable stand for, with a
// space around each; "" if they cannot be listed.
func (f *formula) ownersOf(object string) string {
	if !strings.HasPrefix(object, "$") {
		if object = lastName(object); object != "" {
			object = " " + object + " "
		}
		return object
	}
	for i := range f.conditions {
		c := &f.conditions[i]
		if c.Kind != rules.RegexCondition || c.Metavariable != object || c.texts == nil && c.endings == nil || c.Constants {
			continue
		}
		names := map[string]bool{}
		for _, e := range c.endings {
			switch {
			case e.More:
				return ""
			case e.Whole:
				names["~"+e.Text] = true
			default:
				names["*"+e.Text] = true
			}
		}
		for t := range c.texts {
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

// lastName is what may be part of a name at the end of a text, such as request of this.$request.
func lastName(text string) string {
	return text[len(strings.TrimRightFunc(text, func(r rune) bool { return r < 0x80 && isNamePart(byte(r)) })):]
}
