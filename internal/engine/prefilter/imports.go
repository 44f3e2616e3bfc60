package prefilter

import (
	"bytes"
	"regexp"
	"strings"
)

// The methods in this file recognize imports that let a member appear without its owner.

// moduleImported reports whether the word is a module of JavaScript in quotes behind from, import,
// or a parenthesis.
func (w *word) moduleImported(text []byte, start, end int) bool {
	before, _ := bytes.CutSuffix(text[:start], []byte("node:"))
	if end == len(text) || strings.IndexByte("'\"`", text[end]) < 0 || len(before) == 0 || before[len(before)-1] != text[end] {
		return false
	}
	i, unsure := w.back(text, len(before)-1)
	return unsure || i > 0 && text[i-1] == '(' || bytes.HasSuffix(text[:i], []byte("from")) || bytes.HasSuffix(text[:i], []byte("import"))
}

// packageAliased reports whether the word ends the path of a Go package that is imported under
// an alias: h "net/http".
func (w *word) packageAliased(text []byte, start, end int) bool {
	quote := bytes.LastIndexAny(text[:start], "\"`\n")
	if quote < 1 || len(aliasedEnd.Find(text[end:])) == 0 {
		return false
	}
	i, unsure := w.back(text, quote)
	return unsure || i > 0 && (isNamePart(text[i-1]) || text[i-1] == '.')
}

// aliasedEnd is what may follow the name of a package of Go in its import path.
var aliasedEnd = regexp.MustCompile("^(-go|[./]v[0-9]+)*[\"`]")

// packageImported reports whether the word is a Python package in from a.request import x, or
// import a.request as r.
func (w *word) packageImported(text []byte, end int) bool {
	rest, unsure := w.ahead(text[end:])
	return unsure || begins(rest, "import") || begins(rest, "as")
}

// staticImported reports whether the word is a Java class in import static a.Request.*.
func (w *word) staticImported(text []byte, end int) bool {
	rest, unsure := w.ahead(text[end:])
	if len(rest) > 0 && rest[0] == '.' {
		rest, unsure = w.ahead(rest[1:])
	}
	return unsure || len(rest) > 0 && rest[0] == '*'
}

// afterUsing reports whether the word is in a C# using directive: using static a.Request, and
// using r = a.Request.
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
