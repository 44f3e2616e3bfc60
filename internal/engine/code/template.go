package code

import (
	"bytes"
	"path"
)

// A template is read as the program in it: what is between its marks stays where it is, all
// else becomes blanks, so that every place is the same in both.

// programOf returns the text of a file that a grammar can read.
func programOf(file, grammar string, src []byte) []byte {
	switch {
	case grammar == "ruby" && path.Ext(file) == ".erb":
		return rubyOf(src)
	case grammar == "java" && isJSP(file):
		return javaOf(src)
	case (grammar == "javascript" || grammar == "typescript" || grammar == "tsx") && isPage(file):
		return scriptsOf(src)
	}
	return src
}

// rubyOf returns the Ruby in a template of ERB. What is written into the page without being
// escaped, <%== x %>, is what raw writes, so rules need to know only that.
func rubyOf(src []byte) []byte {
	out := blank(src)
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("<%"))
		if i < 0 {
			return out
		}
		start := at + i + 2
		if bytes.HasPrefix(src[start:], []byte("%")) { // <%% stands for <% in the page
			at = start + 1
			continue
		}
		end := len(src)
		if n := bytes.Index(src[start:], []byte("%>")); n >= 0 {
			end = start + n
			out[end] = ';' // where a statement ends
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
		// A comment in one line must not take what follows the mark with it.
		if !bytes.HasPrefix(bytes.TrimLeft(code, " \t"), []byte("#")) || bytes.Contains(code, []byte("\n")) {
			copy(out[start:], code)
		}
	}
}

// blank returns blanks in lines as long as those of a text.
func blank(src []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(src))
	for i, b := range src {
		if b == '\n' || b == '\r' {
			out[i] = b
		}
	}
	return out
}
