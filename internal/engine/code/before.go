package code

import (
	"bytes"
	"maps"
	"regexp"
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

// glance is how many bytes before a word, and behind it, are looked at. Where they do not tell, the answer
// is yes.
const glance = 1 << 10

// stands tells whether what must be before the word at text[start:end] may be there.
func (w *word) stands(text []byte, start, end int) bool {
	if w.before == anyBefore {
		return true
	}
	from, to := max(0, start-glance), min(len(text), end+glance)
	v := *w
	v.cut, v.more = from > 0, to < len(text)
	return v.standsIn(text[from:to], start-from, end-from)
}

func (w *word) standsIn(text []byte, start, end int) bool {
	if w.ends {
		start = nameStart(text, start)
	}
	switch w.before {
	case afterOwner:
		return w.afterOwner(text, start)
	case afterDot:
		i, unsure := w.back(text, start)
		return unsure || i > 0 && (text[i-1] == '.' || text[i-1] == ':' || text[i-1] == '>') // the last: of .<T>
	case afterAt:
		return w.afterAt(text, start)
	case afterEquals:
		i := start
		for i > 0 && (isNamePart(text[i-1]) || text[i-1] == '.' || text[i-1] == '!' || text[i-1] == '?') {
			i--
		}
		i, unsure := w.back(text, i)
		for i > 0 && text[i-1] == '(' {
			var more bool
			i, more = w.back(text, i-1)
			unsure = unsure || more
		}
		return unsure || i > 0 && (text[i-1] == '=' || text[i-1] == '>') || bytes.HasSuffix(text[:i], []byte("await"))
	case afterQuote:
		if w.alone && end < len(text) && isNamePart(text[end]) {
			return false
		}
		for start > 1 && (text[start-1] <= ' ' || text[start-1] == '\\' || text[start-2] == '\\' && strings.IndexByte("nrt", text[start-1]) >= 0) {
			start--
		}
		return w.cut && start < 2 || start > 0 && strings.IndexByte("'\"`", text[start-1]) >= 0
	case afterComma:
		i, unsure := w.back(text, start)
		for _, m := range modifiers {
			if rest, cut := bytes.CutSuffix(text[:i], m); cut {
				i, _ = w.back(text, len(rest))
			}
		}
		return unsure || i > 0 && (text[i-1] == ',' || text[i-1] == ')' || text[i-1] == '.') // the last: of ...
	case beforeText:
		return w.textBehind(text, start, end)
	case beforeFunction:
		return w.functionBehind(text, end)
	case beforeCall:
		return w.callBehind(text, start, end)
	case beforeIndex:
		return w.indexBehind(text, end)
	case fromImported: // 'request', after from, import or a parenthesis
		before, _ := bytes.CutSuffix(text[:start], []byte("node:"))
		if end == len(text) || strings.IndexByte("'\"`", text[end]) < 0 || len(before) == 0 || before[len(before)-1] != text[end] {
			return false
		}
		i, unsure := w.back(text, len(before)-1)
		return unsure || i > 0 && text[i-1] == '(' || bytes.HasSuffix(text[:i], []byte("from")) || bytes.HasSuffix(text[:i], []byte("import"))
	case fromAliased: // h "net/http"
		quote := bytes.LastIndexAny(text[:start], "\"`\n")
		if quote < 1 || len(aliasedEnd.Find(text[end:])) == 0 {
			return false
		}
		i, unsure := w.back(text, quote)
		return unsure || i > 0 && (isNamePart(text[i-1]) || text[i-1] == '.')
	case fromPackage: // from a.request import x, and import a.request as r
		rest, unsure := w.ahead(text[end:])
		return unsure || begins(rest, "import") || begins(rest, "as")
	case fromStatic: // import static a.Request.*
		rest, unsure := w.ahead(text[end:])
		if len(rest) > 0 && rest[0] == '.' {
			rest, unsure = w.ahead(rest[1:])
		}
		return unsure || len(rest) > 0 && rest[0] == '*'
	case fromUsing:
		return w.afterUsing(text, start)
	}
	return true
}

// aliasedEnd is what may stand behind the name of a package of Go in its path.
var aliasedEnd = regexp.MustCompile("^(-go|[./]v[0-9]+)*[\"`]")

// modifiers are words that may stand before the name of a parameter.
var modifiers = [][]byte{[]byte("readonly"), []byte("private"), []byte("protected"), []byte("public"), []byte("override")}

// afterAt tells whether the @ of a decorator stands before the word, perhaps with other names between.
func (w *word) afterAt(text []byte, start int) bool {
	for {
		i, unsure := w.back(text, start)
		switch {
		case i == 0 || unsure:
			return unsure
		case text[i-1] == '@':
			return true
		case text[i-1] == '(': // @(app.get)
			start = i - 1
			continue
		case text[i-1] != '.':
			return false
		}
		switch i, unsure = w.back(text, i-1); {
		case i == 0 || unsure:
			return unsure
		case text[i-1] == ')' || text[i-1] == ']':
			return bytes.IndexByte(text[max(0, i-200):i], '@') >= 0
		}
		if start = nameStart(text, i); start == i {
			return false
		}
	}
}

// afterUsing tells whether the word is part of what using names: using static a.Request, and using r = a.Request.
func (w *word) afterUsing(text []byte, start int) bool {
	for {
		i, unsure := w.back(text, start)
		if i == 0 || unsure {
			return unsure
		}
		if start = nameStart(text, i); start == i {
			if strings.IndexByte(".:=", text[i-1]) < 0 {
				return false
			}
			start--
		} else if string(text[start:i]) == "using" {
			return true
		}
	}
}

// afterOwner tells whether a dot stands before the word, and before that one of its owners.
func (w *word) afterOwner(text []byte, start int) bool {
	i, unsure := w.back(text, start)
	if i > 0 && text[i-1] == '>' && !unsure { // perhaps of the arguments of a type, as in req.<T>body
		i, unsure = w.beforeTypes(text, i)
	}
	switch {
	case i == 0 || unsure:
		return unsure
	case text[i-1] == ':' && i > 1 && text[i-2] == ':':
		i--
	case text[i-1] != '.':
		return false
	}
	i, unsure = w.back(text, i-1)
	for i > 0 && strings.IndexByte("?!&", text[i-1]) >= 0 && !unsure {
		i, unsure = w.back(text, i-1)
	}
	if i > 0 && text[i-1] == '>' && !unsure { // Request<T>.body
		i, unsure = w.beforeTypes(text, i)
	}
	switch {
	case i == 0 || unsure:
		return unsure
	case text[i-1] == ')':
		return w.ownerIn(text, i-1)
	}
	return w.owns(text[nameStart(text, i):i])
}

// beforeTypes returns where what stands before the types ends that are in angle brackets before text[i]; 0 if
// no types are there.
func (w *word) beforeTypes(text []byte, i int) (start int, unsure bool) {
	for depth := 0; ; {
		if i, unsure = w.back(text, i); i == 0 || unsure {
			return 0, unsure
		}
		i--
		switch b := text[i]; {
		case b == '>':
			depth++
		case b == '<':
			if depth--; depth == 0 {
				return w.back(text, i)
			}
		case !isNamePart(b) && strings.IndexByte(".,?&[]@", b) < 0:
			return 0, false
		}
	}
}

// ownerIn tells whether an owner may be in the parentheses that end at text[end].
func (w *word) ownerIn(text []byte, end int) bool {
	depth := 0
	for i := end; i >= 0 && i > end-300; i-- {
		switch {
		case text[i] == '/' && i > 0 && text[i-1] == '*': // a comment
			if i = bytes.LastIndex(text[:i-1], []byte("/*")); i < 0 {
				return true
			}
		case text[i] == ')':
			depth++
		case text[i] == '(':
			if depth--; depth == 0 {
				return false
			}
		case isNamePart(text[i]):
			start := nameStart(text, i+1)
			if w.owns(text[start : i+1]) {
				return true
			}
			i = start
		}
	}
	return true
}

// owns tells whether a name is one of the owners.
func (w *word) owns(name []byte) bool {
	if strings.Contains(w.owners, " "+string(name)+" ") {
		return true
	}
	if !strings.ContainsAny(w.owners, "*~") {
		return false
	}
	for o := range strings.FieldsSeq(w.owners) {
		at := len(name) - (len(o) - 1)
		if (o[0] == '*' && at >= 0 || o[0] == '~' && at == 0) && strings.EqualFold(string(name[at:]), o[1:]) {
			return true
		}
	}
	return false
}

// nameStart is where the name begins that ends before text[end].
func nameStart(text []byte, end int) int {
	for end > 0 && isNamePart(text[end-1]) {
		end--
	}
	return end
}

// back returns where the space before text[i] begins, with the comments in it. It is not sure that this is
// where what stands before ends if the line before has what may be a comment, or part of a text, or if it is
// too far away.
func (w *word) back(text []byte, i int) (start int, unsure bool) {
	for i > 0 {
		switch text[i-1] {
		case ' ', '\t', '\r', '\\':
			i--
		case '/':
			if w.python || i < 2 || text[i-2] != '*' {
				return i, false
			}
			end := i - 2
			if i = bytes.LastIndex(text[:end], []byte("/*")); i < 0 {
				return 0, true
			}
			if at := bytes.LastIndex(text[:i], []byte("/*")); at >= 0 && !bytes.Contains(text[at:i], []byte("*/")) { // it is not clear where it begins
				return i, true
			}
		case '\n':
			i--
			from := bytes.LastIndexByte(text[:i], '\n') + 1
			sign := "//"
			if w.python {
				sign = "#"
			}
			at := bytes.Index(text[from:i], []byte(sign))
			if at < 0 {
				continue
			}
			if from == 0 && w.cut || bytes.ContainsAny(text[from:from+at], "'\"`/*%") { // perhaps that is part of a text, an expression or another comment
				return i, true
			}
			i = from + at
		default:
			return i, false
		}
	}
	return 0, w.cut
}

// ahead returns what stands behind the space with which a text begins, and behind the comments in it. It is not
// sure if that is too far away.
func (w *word) ahead(text []byte) (rest []byte, unsure bool) {
	for {
		text = bytes.TrimLeft(text, space)
		end := ""
		switch {
		case len(text) == 0:
			return nil, w.more
		case w.python && text[0] == '#' || !w.python && bytes.HasPrefix(text, []byte("//")):
			end = "\n"
		case !w.python && bytes.HasPrefix(text, []byte("/*")):
			end = "*/"
		default:
			return text, false
		}
		n := bytes.Index(text[1:], []byte(end))
		if n < 0 {
			return nil, w.more
		}
		text = text[1+n+len(end):]
	}
}

// begins tells whether a text begins with a word.
func begins(text []byte, word string) bool {
	return bytes.HasPrefix(text, []byte(word)) && (len(text) == len(word) || !isNamePart(text[len(word)]))
}
