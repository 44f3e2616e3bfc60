// Package visible makes invisible Unicode format characters in untrusted text visible.
// Bidirectional controls make a file name or a line of code read as another ("Trojan Source"),
// and zero-width characters make two names look alike. [JSON] writes them as escapes, which
// have the same value to a parser; [Text] and [HTML] show the escape itself.
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

// hidden reports whether r is invisible but changes how text is displayed: Unicode format
// characters (Cf), and line and paragraph separators.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// first returns the index of the first hidden character of b, or -1. Most text is ASCII.
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

// appendEscape appends r as a JSON escape.
func appendEscape(b []byte, r rune) []byte {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// Text returns s with hidden characters escaped.
func Text(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	return string(JSON([]byte(s)))
}

// JSON returns a JSON document with hidden characters escaped. They can occur only in strings,
// so the value stays the same. It may return b itself.
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

// HTML returns a page with hidden characters between tags escaped. Within tags they stay: the
// value of a form field must come back unchanged.
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

// JSONWriter applies JSON to what is written. Each Write must contain whole characters, as
// those of a json.Encoder do.
type JSONWriter struct{ W io.Writer }

func (w JSONWriter) Write(b []byte) (int, error) {
	if _, err := w.W.Write(JSON(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}
