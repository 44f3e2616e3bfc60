// Package generic matches patterns against arbitrary text: configuration, templates,
// languages without a grammar. A pattern is a sequence of words and punctuation; $X matches
// a word, ... and $...X anything within a number of lines. White space is insignificant,
// except that an indented block in a pattern only matches an indented block, or bracketed
// text.
//
// Start with Compile and NewText. The package knows nothing of rules or files.
package generic

import "bytes"

// Options change how patterns match.
type Options struct {
	IgnoreCase bool
	Span       int // lines that ... may skip
}

// Match is a match of a pattern. Offsets are in bytes.
type Match struct {
	Start, End int
	Bindings   []Binding // in order of name
}

// Binding is the value of a metavariable.
type Binding struct {
	Name       string // with its $
	Start, End int
}

// Text is a tokenized text that patterns are searched in. It is safe for concurrent use.
type Text struct {
	src   []byte
	items []item
}

// item is a token of a text, or the start of a block.
type item struct {
	start, end int
	line       int
	word       bool
	block      int // at the start of a block: the item after it; otherwise 0
	blockEnd   int // the item after the innermost enclosing block
}

// NewText tokenizes a text. Comments of the given style (c, cpp, or shell) are removed; ""
// removes none.
func NewText(src []byte, comments string) *Text {
	t := &Text{src: src}
	clean := withoutComments(src, comments)
	lines := scan(clean)
	t.blocks(lines, 0, 0)
	// The end of a block is only known when it is reached.
	var ends []int
	for i := range t.items {
		for len(ends) > 0 && ends[len(ends)-1] <= i {
			ends = ends[:len(ends)-1]
		}
		t.items[i].blockEnd = len(t.items)
		if len(ends) > 0 {
			t.items[i].blockEnd = ends[len(ends)-1]
		}
		if t.items[i].block > 0 {
			ends = append(ends, t.items[i].block)
		}
	}
	return t
}

// line is the tokens of a line and its indentation.
type line struct {
	indent int
	tokens []token
}

type token struct {
	start, end int
	line       int
	word       bool
}

func scan(src []byte) []line {
	var out []line
	number := 0
	for at := 0; at < len(src); {
		number++
		end := len(src)
		if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		l := line{}
		for ; at < end && (src[at] == ' ' || src[at] == '\t'); at++ {
			l.indent++
			if src[at] == '\t' {
				l.indent = (l.indent + 7) / 8 * 8
			}
		}
		for at < end {
			switch c := src[at]; {
			case c == ' ' || c == '\t' || c == '\n' || c == '\r':
				at++
			case isWord(c):
				start := at
				for at < end && isWord(src[at]) {
					at++
				}
				l.tokens = append(l.tokens, token{start, at, number, true})
			default:
				l.tokens = append(l.tokens, token{at, at + 1, number, false})
				at++
			}
		}
		if len(l.tokens) > 0 {
			out = append(out, l)
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

const maxBlocks = 500 // nesting depth

// blocks appends the lines of a block and returns the lines after it.
func (t *Text) blocks(lines []line, indent, depth int) []line {
	for len(lines) > 0 {
		switch l := lines[0]; {
		case l.indent < indent && depth > 0:
			return lines
		case l.indent > indent && depth < maxBlocks:
			at := len(t.items)
			t.items = append(t.items, item{})
			lines = t.blocks(lines, l.indent, depth+1)
			t.items[at].block = len(t.items)
		default:
			t.line(l.tokens)
			lines = lines[1:]
		}
	}
	return nil
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// line appends the tokens of a line. Text in brackets that are closed on the same line is a
// block.
func (t *Text) line(tokens []token) {
	closes := t.pairs(tokens)
	var open []int // open blocks
	for i, k := range tokens {
		if len(open) > 0 && closes[i] == -1 {
			t.items[open[len(open)-1]].block = len(t.items)
			open = open[:len(open)-1]
		}
		t.items = append(t.items, item{start: k.start, end: k.end, line: k.line, word: k.word})
		if closes[i] > i+1 {
			open = append(open, len(t.items))
			t.items = append(t.items, item{})
		}
	}
}

// pairs returns for each opening bracket the index of its closing one, if there is something
// between them, and -1 for each such closing one.
func (t *Text) pairs(tokens []token) []int {
	closes := make([]int, len(tokens))
	var open []int
	for i, k := range tokens {
		c := t.src[k.start]
		switch {
		case closing[c] != 0:
			open = append(open, i)
		case (c == ')' || c == ']' || c == '}') && len(open) > 0 && closing[t.src[tokens[open[len(open)-1]].start]] == c:
			from := open[len(open)-1]
			open = open[:len(open)-1]
			if from+1 < i {
				closes[from], closes[i] = i, -1
			}
		}
	}
	return closes
}

// withoutComments replaces comments with spaces.
func withoutComments(src []byte, style string) []byte {
	if style != "c" && style != "cpp" && style != "shell" {
		return src
	}
	out := bytes.Clone(src)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	until := func(from int, mark string) int {
		if n := bytes.Index(src[from:], []byte(mark)); n >= 0 {
			return from + n + len(mark)
		}
		return len(src)
	}
	for i := 0; i < len(src); i++ {
		switch {
		case style != "shell" && bytes.HasPrefix(src[i:], []byte("/*")):
			end := until(i+2, "*/")
			blank(i, end)
			i = end - 1
		case style == "cpp" && bytes.HasPrefix(src[i:], []byte("//")), style == "shell" && src[i] == '#':
			end := until(i, "\n")
			blank(i, end)
			i = end - 1
		}
	}
	return out
}
