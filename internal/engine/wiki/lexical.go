package wiki

import (
	"bytes"
	"sort"
	"strings"
)

// style is how a language writes comments and strings.
type style struct {
	line   []string // what begins a comment that ends with the line
	block  bool     // /* comments */
	triple bool     // """texts""", which count as comments: they document
	long   bool     // `strings` that go on over lines
}

// comments returns where comments are, in order. What is within a string is none.
func comments(src []byte, s style) (out []span) {
	for i := 0; i < len(src); {
		c := src[i]
		if s.triple && (c == '"' || c == '\'') && i+2 < len(src) && src[i+1] == c && src[i+2] == c {
			end := after(src, i+3, string(src[i:i+3]))
			out = append(out, span{i, end})
			i = end
			continue
		}
		switch {
		case c == '"' || c == '\'':
			i = stringEnd(src, i, false)
			continue
		case c == '`' && s.long:
			i = stringEnd(src, i, true)
			continue
		case c == '/' && s.block && i+1 < len(src) && src[i+1] == '*':
			end := after(src, i+2, "*/")
			out = append(out, span{i, end})
			i = end
			continue
		}
		begun := false
		for _, mark := range s.line {
			if c == mark[0] && bytes.HasPrefix(src[i:], []byte(mark)) {
				end := after(src, i, "\n")
				out = append(out, span{i, end})
				i, begun = end, true
				break
			}
		}
		if !begun {
			i++
		}
	}
	return out
}

type span struct{ start, end int }

// after returns the offset behind the next mark.
func after(src []byte, from int, mark string) int {
	if from > len(src) {
		return len(src)
	}
	if n := bytes.Index(src[from:], []byte(mark)); n >= 0 {
		return from + n + len(mark)
	}
	return len(src)
}

// stringEnd returns the offset behind a string. A plain one ends with its line at the
// latest: a quote that is none must not hide the rest of the file.
func stringEnd(src []byte, at int, long bool) int {
	for i := at + 1; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case src[i] == src[at]:
			return i + 1
		case src[i] == '\n' && !long:
			return i
		}
	}
	return len(src)
}

// within reports whether an offset is in one of the spans.
func within(spans []span, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].end > at })
	return i < len(spans) && spans[i].start <= at
}

// lineAround returns the line of an offset, as far as it is not too long.
func lineAround(src []byte, at int) (start, end int) {
	const longest = 400
	start = bytes.LastIndexByte(src[:at], '\n') + 1
	start = max(start, at-longest)
	end = min(len(src), at+longest)
	if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
		end = at + n
	}
	return start, end
}

// eachLine calls visit with each line and where it begins, until that returns false.
func eachLine(src []byte, visit func(line string, at int) bool) {
	for at := 0; at < len(src); {
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n
		}
		if !visit(strings.TrimSuffix(string(src[at:min(end, at+2000)]), "\r"), at) {
			return
		}
		at = end + 1
	}
}

// uncomment returns what a comment or docstring says in its first paragraph.
func uncomment(s string) string {
	var words []string
	for line := range strings.SplitSeq(strings.Trim(strings.TrimSpace(s), `"'`), "\n") {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "*/"))
		line = strings.TrimSpace(strings.TrimLeft(line, "/*#!"))
		if line == "" && len(words) > 0 || strings.HasPrefix(line, "@") {
			break
		}
		if line != "" {
			words = append(words, line)
		}
	}
	return strings.Join(words, " ")
}
