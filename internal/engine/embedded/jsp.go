package embedded

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// isJSP reports whether a file is a JSP page.
func isJSP(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".jsp", ".jspf", ".tag":
		return true
	}
	return false
}

var jspImport = regexp.MustCompile(`\bimport\s*=\s*["']([^"'\n]*)["']`)

// javaOf extracts the Java of a JSP page: scriptlets stay as they are, an expression
// <%= x %> becomes the call _w( x ), an import directive becomes an import statement, and
// the page itself becomes spaces.
func javaOf(src []byte) []byte {
	out := blank(src)
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
			directive(out[at:min(end+2, len(out))], body)
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

// directive writes the imports of a directive as statements where it stood, as many as there
// is room for. One that spans several lines is left out.
func directive(out, text []byte) {
	m := jspImport.FindSubmatch(text)
	if m == nil || bytes.IndexByte(out, '\n') >= 0 {
		return
	}
	at := 0
	for _, name := range strings.FieldsFunc(string(m[1]), func(r rune) bool { return r == ',' || r == ';' }) {
		statement := "import " + strings.TrimSpace(name) + ";"
		if at+len(statement) > len(out) {
			return
		}
		at += copy(out[at:], statement)
	}
}
