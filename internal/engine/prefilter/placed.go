package prefilter

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// A file may have all words of a pattern and still not have them where the pattern wants them:
// many files mention a request and a body, few request.body. So for the most common patterns the
// context of a word is checked as well.

// placed returns the words of a condition with the context that the pattern requires; none if any
// will do.
func (x *indexer) placed(f *Formula, c *Condition, list []word) []word {
	if list = x.names(f, c, list); len(list) == 0 || !dots[x.language] {
		return nil
	}
	decorates := func(f *Formula) bool { return f.Code.Decorates(c.Metavariable) }
	assigns := func(f *Formula) bool { return f.Code.Assigns(c.Metavariable) }
	functions := func(f *Formula) bool { return f.Code.NamesFunction(c.Metavariable) }
	follows := func(f *Formula) bool { return f.Code.Follows(c.Metavariable) }
	names := c.Texts == nil || c.OnlyNames()
	js := x.language == "javascript" || x.language == "typescript"
	switch object := f.owner(c.Metavariable); {
	case object != "":
		if owners := f.ownersOf(object); owners != "" && names {
			return append(x.with(list, afterOwner, owners), x.imported(owners)...)
		}
		if names && alwaysDots[x.language] {
			return x.with(list, afterDot, "")
		}
	case names && alwaysDots[x.language] && f.surely(func(f *Formula) bool { return f.Code.IsMember(c.Metavariable) }):
		return x.with(list, afterDot, "")
	case names && x.language != "csharp" && f.surely(decorates): // its attributes are in brackets
		return x.with(list, afterAt, "")
	case names && js && f.surely(functions):
		return x.with(list, beforeFunction, "")
	case names && js && f.surely(follows): // in other languages a type may precede it
		return x.with(list, afterComma, "")
	case js && c.Texts != nil && allChains(c.Texts) && f.surely(assigns):
		return x.with(list, afterEquals, "")
	}
	return nil
}

// names returns the words of a condition if every value that it allows ends with one of them, as
// a name or as the suffix of one.
func (x *indexer) names(f *Formula, c *Condition, list []word) []word {
	switch {
	case len(list) > 0 && c.Texts != nil && list[0].whole:
		return list
	case !slices.ContainsFunc(c.Endings, func(e rules.Ending) bool { return e.More }):
		return x.endings(f, c)
	}
	return nil
}

// afterQuote returns how the string literals that an expression matches begin.
func (x *indexer) afterQuote(re *rules.Regexp, inside bool) []word {
	if !plainTexts[x.language] && x.language != "csharp" { // other languages have more ways to write a string
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

// with returns words with their position.
func (x *indexer) with(list []word, p position, owners string) []word {
	out := slices.Clone(list)
	for i := range out {
		out[i].position, out[i].owners, out[i].hashes = p, owners, hashComments[x.language]
	}
	return out
}

// member returns the member that a formula wants of an object, if a condition lists the objects.
func (x *indexer) member(f *Formula, c *Condition) []word {
	owners := f.ownersOf(c.Metavariable)
	name := ""
	is := func(sub *Formula) bool {
		object, n, ok := sub.Code.Member()
		if !ok || object != c.Metavariable || strings.HasPrefix(n, "$") || name != "" && n != name {
			return false
		}
		name = n
		return true
	}
	if !dots[x.language] || owners == "" || !f.surely(is) || len(name) < 2 {
		return nil
	}
	return append([]word{{text: name, whole: true, position: afterOwner, owners: owners, hashes: hashComments[x.language]}}, x.imported(owners)...)
}

// link returns the name that follows a dot in a pattern.
func (x *indexer) link(l match.Link) []word {
	if !dots[x.language] || len(l.Name) < 2 || longestRun(l.Name, isNamePart) != l.Name {
		return nil
	}
	w := word{text: l.Name, whole: true, position: afterDot, hashes: hashComments[x.language]}
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
	w.position, w.owners = afterOwner, " "+owner+" "
	return append([]word{w}, x.imported(strings.Join(l.Chain, " "))...)
}

// followed returns the words of a condition on something that is called or indexed, with the call or
// index behind them.
func (x *indexer) followed(f *Formula, c *Condition, list []word) []word {
	if list = x.names(f, c, list); len(list) == 0 || !dots[x.language] || c.Texts != nil && !c.OnlyNames() {
		return nil
	}
	if calls[x.language] && f.surely(func(f *Formula) bool { return f.Code.Called(c.Metavariable) }) {
		return x.with(list, beforeCall, "")
	}
	if f.surely(func(f *Formula) bool { return f.Code.Indexed(c.Metavariable) }) {
		return x.with(list, beforeIndex, "")
	}
	return nil
}

// imported returns the words of an import that lets a member appear without its owner, or behind an
// alias of it.
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
	case "ruby": // no aliases
		return nil
	}
	var out []word
	for _, o := range strings.Fields(owners) {
		name := strings.TrimLeft(o, "*~")
		out = append(out, word{text: name, whole: o[0] != '*', fold: o != name, ends: o[0] == '*', position: from, hashes: hashComments[x.language]})
	}
	return out
}
