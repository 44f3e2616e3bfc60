package prefilter

import (
	"bytes"
	"strings"
)

// The methods in this file look at what stands before a word.

// afterOwner reports whether the word is a member of one of its owners.
func (w *word) afterOwner(text []byte, start int) bool {
	i, unsure := w.back(text, start)
	if i > 0 && text[i-1] == '>' && !unsure { // perhaps type arguments, as in req.<T>body
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

// beforeTypes skips type arguments in angle brackets that end before text[i]. It returns where the text
// before them ends; 0 if there are none.
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

// ownerIn reports whether an owner may be in the parentheses that end at text[end].
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

// owns reports whether a name is one of the owners.
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

// afterDot reports whether the word is a member of anything.
func (w *word) afterDot(text []byte, start int) bool {
	i, unsure := w.back(text, start)
	return unsure || i > 0 && (text[i-1] == '.' || text[i-1] == ':' || text[i-1] == '>') // the last: of .<T>
}

// afterAt reports whether the word is in a decorator, perhaps with other names between it and the @.
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

// afterEquals reports whether the word is the end of a chain of names that is assigned.
func (w *word) afterEquals(text []byte, start int) bool {
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
}

// afterQuote reports whether a string begins with the word.
func (w *word) afterQuote(text []byte, start, end int) bool {
	if w.alone && end < len(text) && isNamePart(text[end]) {
		return false
	}
	for start > 1 && (text[start-1] <= ' ' || text[start-1] == '\\' || text[start-2] == '\\' && strings.IndexByte("nrt", text[start-1]) >= 0) {
		start--
	}
	return w.cut && start < 2 || start > 0 && strings.IndexByte("'\"`", text[start-1]) >= 0
}

// modifiers are keywords that may precede the name of a parameter.
var modifiers = [][]byte{[]byte("readonly"), []byte("private"), []byte("protected"), []byte("public"), []byte("override")}

// afterComma reports whether the word is a parameter, but not the first.
func (w *word) afterComma(text []byte, start int) bool {
	i, unsure := w.back(text, start)
	for _, m := range modifiers {
		if rest, cut := bytes.CutSuffix(text[:i], m); cut {
			i, _ = w.back(text, len(rest))
		}
	}
	return unsure || i > 0 && (text[i-1] == ',' || text[i-1] == ')' || text[i-1] == '.') // the last: of ...
}
