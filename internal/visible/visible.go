// Package visible keeps text that others wrote from hiding or reordering what people see.
// Unicode's format characters show nothing themselves: those for bidirectional text make a
// file name or a line of code read as another ("Trojan Source"), and those of no width
// make two names look alike. JSON writes them as escapes, which is the same value to
// whoever parses it; Text and HTML show the escape itself.
package visible

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// hidden reports whether r shows nothing but changes how others show: Unicode's format
// characters, and its separators of lines and paragraphs.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// first returns where the first hidden character of b is, or -1. Most text is ASCII.
func first(b []byte) int {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if hidden(r) {
			return i
		}
		i += n
	}
	return -1
}

// appendEscape appends r as JSON and most languages escape it.
func appendEscape(b []byte, r rune) []byte {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// Text returns s with an escape in place of each hidden character.
func Text(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	return string(JSON([]byte(s)))
}

// JSON returns a text of JSON that has an escape in place of each hidden character: they
// can stand in strings alone, so the text means the same. It may return b itself.
func JSON(b []byte) []byte {
	at := first(b)
	if at < 0 {
		return b
	}
	out := append(make([]byte, 0, len(b)+64), b[:at]...)
	for rest := b[at:]; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		if hidden(r) {
			out = appendEscape(out, r)
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return out
}

// HTML returns a page with an escape in place of each hidden character between tags. Within
// tags they stay: the value of a form's field must come back as it was.
func HTML(b []byte) []byte {
	if first(b) < 0 {
		return b
	}
	var out []byte
	for len(b) > 0 {
		text, tag := b, []byte(nil)
		if at := bytes.IndexByte(b, '<'); at >= 0 {
			text, tag = b[:at], b[at:]
			if end := bytes.IndexByte(tag, '>'); end >= 0 {
				tag = tag[:end+1]
			}
		}
		out = append(append(out, JSON(text)...), tag...)
		b = b[len(text)+len(tag):]
	}
	return out
}

// JSONWriter writes JSON as the function JSON returns it. Each Write must bring whole
// values, as a json.Encoder does.
type JSONWriter struct{ W io.Writer }

func (w JSONWriter) Write(b []byte) (int, error) {
	if _, err := w.W.Write(JSON(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}
