package code

import (
	"bytes"
	"regexp"
	"strings"
)

// How it is looked at what stands before a word of a file, and behind it.

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
		var end string
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
