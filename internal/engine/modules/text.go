package modules

import (
	"bytes"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// To sketch a file, its text is searched for a few keywords, and expressions are only tried there: an unanchored
// expression takes twenty times as long.

// statements goes through the matches of an expression, which begins with \A and one of the words, in the lines
// that begin with such a word behind their indentation.
func statements(text []byte, re *regexp.Regexp, words ...string) iter.Seq[[][]byte] {
	return func(yield func([][]byte) bool) {
		for at := 0; at < len(text); {
			for at < len(text) && isSpace(text[at]) {
				at++
			}
			if slices.ContainsFunc(words, func(w string) bool { return hasPrefix(text[at:], w) }) {
				if m := re.FindSubmatch(text[at:]); m != nil {
					if !yield(m) {
						return
					}
					at += len(m[0])
				}
			}
			n := bytes.IndexByte(text[at:], '\n')
			if n < 0 {
				return
			}
			at += n + 1
		}
	}
}

// jsModules goes through the texts behind require(, from and import.
func jsModules(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := 0; i < len(text); i++ {
			at := i
			switch {
			case text[i] == 'r' && hasPrefix(text[i:], "require("):
				at += len("require(")
			case text[i] == 'f' && hasPrefix(text[i:], "from"):
				at += len("from")
			case text[i] == 'i' && hasPrefix(text[i:], "import"):
				at += len("import")
			default:
				continue
			}
			at = skipSpace(text, at)
			if at < len(text) && text[at] == '(' {
				at = skipSpace(text, at+1)
			}
			if at == len(text) || !isQuote(text[at]) {
				continue
			}
			end := at + 1
			for end < len(text) && !isQuote(text[end]) && !isSpace(text[end]) {
				end++
			}
			if end == at+1 || end == len(text) || !isQuote(text[end]) {
				continue
			}
			if !yield(text[at+1 : end]) {
				return
			}
			i = end
		}
	}
}

// capitals returns the words of a text that begin with a capital letter.
func capitals(text []byte) []string {
	uses := map[string]bool{}
	for i := 0; i < len(text); i++ {
		if !isWord(text[i]) {
			continue
		}
		start := i
		for i < len(text) && isWord(text[i]) {
			i++
		}
		if w := text[start:i]; w[0] >= 'A' && w[0] <= 'Z' && len(uses) < maxNames && !uses[string(w)] {
			uses[string(w)] = true
		}
	}
	return slices.Sorted(maps.Keys(uses))
}

// classesIn returns the classes that a text of PHP or Ruby defines.
func classesIn(text []byte) []Class {
	var out []Class
	for m := range statements(text, classRE, "class", "interface", "trait", "module", "abstract", "final", "readonly") {
		if out = append(out, Class{Name: lastConstant(string(m[1]))}); len(out) == maxFunctions {
			break
		}
	}
	return out
}

// csharpClasses returns the classes of a text of C# that extend or implement others, up to a hundred.
func csharpClasses(text []byte) []Class {
	const word = "class"
	var out []Class
	for at := 0; len(out) < 100; {
		n := bytes.Index(text[at:], []byte(word))
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(word)
		if start > 0 && isWord(text[start-1]) {
			continue
		}
		if m := csharpBasesRE.FindSubmatch(text[start:]); m != nil {
			at = start + len(m[0])
			bases := strings.FieldsFunc(string(m[2]), func(c rune) bool { return strings.ContainsRune(",.<> \t", c) })
			out = append(out, Class{Name: string(m[1]), Bases: bases})
		}
	}
	return out
}

func hasPrefix(text []byte, word string) bool {
	return len(text) >= len(word) && string(text[:len(word)]) == word
}

func skipSpace(text []byte, at int) int {
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	return at
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' && b != '\v' }

func isQuote(b byte) bool { return b == '\'' || b == '"' || b == '`' }

func isWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}
