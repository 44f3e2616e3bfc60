package syntax

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// IsJSP tells whether a file is a page with Java in it.
func IsJSP(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".jsp", ".jspf", ".tag":
		return true
	}
	return false
}

var jspImport = regexp.MustCompile(`\bimport\s*=\s*["']([^"'\n]*)["']`)

// JSP returns the Java of a page, each byte where it was: statements stay, an expression
// <%= x %> becomes the call _w( x ), an import of a directive a statement, and all
// else, that is the page itself, spaces.
func JSP(src []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(src))
	for i, c := range src {
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	for at := 0; ; {
		n := bytes.Index(src[at:], []byte("<%"))
		if n < 0 {
			return out
		}
		at += n
		end, closing := len(src), "%>"
		if bytes.HasPrefix(src[at:], []byte("<%--")) {
			closing = "--%>"
		}
		body := src[at+2:]
		if n := bytes.Index(body, []byte(closing)); n >= 0 {
			end = at + 2 + n
			body = body[:n]
		}
		switch {
		case closing == "--%>" || len(body) == 0:
		case body[0] == '@':
			imports(out[at:min(end+2, len(out))], body)
		case body[0] == '=':
			if end+1 < len(out) {
				copy(out[at:], "_w(")
				copy(out[at+3:], body[1:])
				copy(out[end:], ");")
			}
		case body[0] == '!':
			copy(out[at+3:], body[1:])
		default:
			copy(out[at+2:], body)
		}
		if at = end + len(closing); at >= len(src) {
			return out
		}
	}
}

// imports writes what a directive imports where the directive stood, as many of them as
// there is room for. One of several lines is left out.
func imports(out, directive []byte) {
	m := jspImport.FindSubmatch(directive)
	if m == nil || bytes.IndexByte(out, '\n') >= 0 {
		return
	}
	at := 0
	for _, name := range strings.FieldsFunc(string(m[1]), func(r rune) bool { return r == ',' || r == ';' }) {
		text := "import " + strings.TrimSpace(name) + ";"
		if at+len(text) > len(out) {
			return
		}
		at += copy(out[at:], text)
	}
}
