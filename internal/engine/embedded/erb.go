package embedded

import "bytes"

// rubyOf extracts the Ruby of an ERB template. Unescaped output, <%== x %>, becomes a call
// of raw, so that rules need to know only that.
func rubyOf(src []byte) []byte {
	out := blank(src)
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("<%"))
		if i < 0 {
			return out
		}
		start := at + i + 2
		if bytes.HasPrefix(src[start:], []byte("%")) { // <%% is an escaped <% in the page
			at = start + 1
			continue
		}
		end := len(src)
		if n := bytes.Index(src[start:], []byte("%>")); n >= 0 {
			end = start + n
			out[end] = ';' // end of statement
		}
		at = min(end+2, len(src))
		switch rest := src[start:end]; {
		case bytes.HasPrefix(rest, []byte("#")):
			continue
		case bytes.HasPrefix(rest, []byte("==")):
			copy(out[start-2:], "raw ")
			start += 2
		case bytes.HasPrefix(rest, []byte("=")), bytes.HasPrefix(rest, []byte("-")):
			start++
		}
		code := bytes.TrimSuffix(src[start:end], []byte("-"))
		// A line comment must not swallow what follows the closing tag.
		if !bytes.HasPrefix(bytes.TrimLeft(code, " \t"), []byte("#")) || bytes.Contains(code, []byte("\n")) {
			copy(out[start:], code)
		}
	}
}
