package generic

import (
	"errors"
	"slices"
)

// Pattern is a compiled pattern.
type Pattern struct {
	nodes   []node
	options Options
	words   []string
}

// node is a part of a pattern: a token, a metavariable, an ellipsis, or a block.
type node struct {
	text string // of a token
	name string // of a metavariable, or of a named ellipsis
	dots bool
	sub  []node
}

// Compile compiles a pattern.
func Compile(text string, o Options) (*Pattern, error) {
	p := &Pattern{options: o}
	src := []byte(text)
	lines := scan(src)
	p.nodes, _ = p.compile(src, lines, 0, 0)
	if len(p.nodes) == 0 {
		return nil, errors.New("the pattern is empty")
	}
	if slices.IndexFunc(p.nodes, func(n node) bool { return !n.dots }) < 0 {
		return nil, errors.New("the pattern matches anything")
	}
	return p, nil
}

func (p *Pattern) compile(src []byte, lines []line, indent, depth int) (out []node, rest []line) {
	for len(lines) > 0 {
		switch l := lines[0]; {
		case l.indent < indent && depth > 0:
			return out, lines
		case l.indent > indent && depth < maxBlocks:
			var sub []node
			sub, lines = p.compile(src, lines, l.indent, depth+1)
			out = append(out, node{sub: sub})
		default:
			out = append(out, p.compileLine(src, l.tokens)...)
			lines = lines[1:]
		}
	}
	return out, nil
}

func (p *Pattern) compileLine(src []byte, tokens []token) (out []node) {
	text := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return string(src[tokens[i].start:tokens[i].end])
	}
	// joined reports whether the n tokens from i on have no space between them.
	joined := func(i, n int) bool {
		return i+n <= len(tokens) && tokens[i+n-1].end-tokens[i].start == func() (sum int) {
			for _, k := range tokens[i : i+n] {
				sum += k.end - k.start
			}
			return sum
		}()
	}
	dots := func(i int) bool {
		return text(i) == "." && text(i+1) == "." && text(i+2) == "." && joined(i, 3)
	}
	for i := 0; i < len(tokens); i++ {
		switch t := text(i); {
		case t == "$" && dots(i+1) && joined(i, 5) && isName(text(i+4)):
			out = append(out, node{dots: true, name: "$..." + text(i+4)})
			i += 4
		case t == "$" && joined(i, 2) && isName(text(i+1)):
			out = append(out, node{name: "$" + text(i+1)})
			i++
		case dots(i):
			n := 3
			for text(i+n) == "." && joined(i, n+1) {
				n++
			}
			if n == 3 {
				out = append(out, node{dots: true})
			} else {
				for range n {
					out = append(out, node{text: "."})
				}
			}
			i += n - 1
		default:
			out = append(out, node{text: t})
			if tokens[i].word {
				p.words = append(p.words, t)
			}
		}
	}
	return out
}

func isName(s string) bool { return s != "" && (s[0] >= 'A' && s[0] <= 'Z' || s[0] == '_') }

// Literals returns words that occur in everything the pattern matches.
func (p *Pattern) Literals() []string { return p.words }
