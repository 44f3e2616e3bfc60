package prefilter

import (
	"bytes"
	"strings"
)

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func isNamePart(b byte) bool { return isLetter(b) || b == '_' || b >= '0' && b <= '9' }

// longestRun returns the longest substring that consists of such bytes.
func longestRun(text string, is func(byte) bool) string {
	best := ""
	for text != "" {
		n := 0
		for n < len(text) && is(text[n]) {
			n++
		}
		if n > len(best) {
			best = text[:n]
		}
		text = text[min(n+1, len(text)):]
	}
	return best
}

// allNames reports whether all texts are identifiers.
func allNames(texts map[string]bool) bool {
	for t := range texts {
		if longestRun(t, isNamePart) != t {
			return false
		}
	}
	return true
}

// allChains reports whether all texts are names with dots between.
func allChains(texts map[string]bool) bool {
	for t := range texts {
		if longestRun(t, func(b byte) bool { return isNamePart(b) || b == '.' }) != t {
			return false
		}
	}
	return true
}

// lastName returns the name at the end of a text, such as request of this.$request.
func lastName(text string) string {
	return text[len(strings.TrimRightFunc(text, func(r rune) bool { return r < 0x80 && isNamePart(byte(r)) })):]
}

// nameStart returns where the name that ends before text[end] begins.
func nameStart(text []byte, end int) int {
	for end > 0 && isNamePart(text[end-1]) {
		end--
	}
	return end
}

// back skips white space and comments before text[i] and returns where they begin. It is unsure if the
// line before has what may be a comment or part of a string, or if the text before is cut off.
func (w *word) back(text []byte, i int) (start int, unsure bool) {
	for i > 0 {
		switch text[i-1] {
		case ' ', '\t', '\r', '\\':
			i--
		case '/':
			if w.hashes || i < 2 || text[i-2] != '*' {
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
			if w.hashes {
				sign = "#"
			}
			at := bytes.Index(text[from:i], []byte(sign))
			if at < 0 {
				continue
			}
			if from == 0 && w.cut || bytes.ContainsAny(text[from:from+at], "'\"`/*%") { // perhaps part of a string, a regular expression, or another comment
				return i, true
			}
			i = from + at
		default:
			return i, false
		}
	}
	return 0, w.cut
}

// ahead skips white space and comments at the beginning of a text. It is unsure if the text behind
// them is cut off.
func (w *word) ahead(text []byte) (rest []byte, unsure bool) {
	for {
		text = bytes.TrimLeft(text, space)
		var end string
		switch {
		case len(text) == 0:
			return nil, w.more
		case w.hashes && text[0] == '#' || !w.hashes && bytes.HasPrefix(text, []byte("//")):
			end = "\n"
		case !w.hashes && bytes.HasPrefix(text, []byte("/*")):
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

// begins reports whether a text begins with a word.
func begins(text []byte, word string) bool {
	return bytes.HasPrefix(text, []byte(word)) && (len(text) == len(word) || !isNamePart(text[len(word)]))
}

// space is what separates tokens.
const space = " \t\r\n\\"
