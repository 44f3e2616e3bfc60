// Package generic matches patterns against text of any kind: configuration, templates,
// languages without a grammar. A pattern is words and signs; $X stands for a word, ...
// and $...X for anything up to some lines further. White space does not count, except
// that an indented block in a pattern only matches an indented block, or what is
// between brackets, in the text.
package generic

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
)

// Options change how patterns match.
type Options struct {
	IgnoreCase bool
	Span       int // lines that ... may skip
}

// Match is a place that matches. Offsets are in bytes.
type Match struct {
	Start, End int
	Bindings   []Binding // in order of name
}

// Binding is what a metavariable stands for.
type Binding struct {
	Name       string // with its $
	Start, End int
}

// Text is a text that patterns can be searched in. It is safe for concurrent use.
type Text struct {
	src   []byte
	items []item
}

// item is a token of a text, or the beginning of a block.
type item struct {
	start, end int
	line       int
	word       bool
	block      int // of the beginning of a block: the item behind it; else 0
	blockEnd   int // the item behind the innermost block that this one is in
}

// NewText reads a text. Comments of the given style (c, cpp or shell) are left out, ""
// leaves none out.
func NewText(src []byte, comments string) *Text {
	t := &Text{src: src}
	clean := withoutComments(src, comments)
	lines := scan(clean)
	t.blocks(lines, 0, 0)
	// What a block holds is known once it ends.
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

// line is the tokens of a line and how far it is indented.
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

const maxBlocks = 500 // nested in each other

// blocks appends the lines of a block, and returns those behind it.
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

// line appends the tokens of a line. What is between brackets that are closed in the
// same line is a block.
func (t *Text) line(tokens []token) {
	closes := t.pairs(tokens)
	var open []int // blocks that have begun
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

// pairs returns for each opening bracket where it is closed, if there is something
// between, and -1 for each that closes such a one.
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

// Pattern is a compiled pattern.
type Pattern struct {
	nodes   []node
	options Options
	words   []string
}

// node is a part of a pattern: a token, a metavariable, dots or a block.
type node struct {
	text string // of a token
	name string // of a metavariable, or of dots that have one
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
	// joined tells whether the n tokens from i on stand without space between them.
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

// Literals returns words that are in whatever the pattern matches.
func (p *Pattern) Literals() []string { return p.words }

// maxSteps is how many steps a search may take. A pattern with many dots could take
// years on a text made for it.
const maxSteps = 20_000_000

var errSteps = errors.New("the pattern takes too many steps")

// Find returns all matches, in order. Of several that end at the same place the shortest
// is returned, unless the pattern ends in dots: then it is the longest.
func (p *Pattern) Find(t *Text) ([]Match, error) {
	m := &matcher{p: p, t: t, steps: maxSteps}
	last := p.nodes[len(p.nodes)-1]
	byEnd := map[int]int{}
	var found []Match
	begin := true // of a block
	for i := range t.items {
		if t.items[i].block > 0 {
			begin = true
			continue
		}
		if p.nodes[0].dots && !begin {
			continue
		}
		begin = false
		m.start, m.env = i, nil
		end, ok := m.match(p.nodes, i, len(t.items), nil, -1, true)
		if m.steps <= 0 {
			return nil, errSteps
		}
		if !ok {
			continue
		}
		one := Match{Start: t.items[i].start, End: t.items[max(end, i)].end, Bindings: slices.Clone(m.env)}
		slices.SortFunc(one.Bindings, func(a, b Binding) int { return cmp.Compare(a.Name, b.Name) })
		switch at, there := byEnd[one.End]; {
		case !there:
			byEnd[one.End] = len(found)
			found = append(found, one)
		case !last.dots:
			found[at] = one
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return found, nil
}

type matcher struct {
	p     *Pattern
	t     *Text
	env   []Binding
	start int
	steps int
}

// skipping is what dots have passed by so far, with the space before it: rules look at
// that too.
type skipping struct {
	maxLine  int
	name     string
	from, to int
}

// match matches the rest of a pattern from item i on. Last is the last item that was
// matched, -1 if none was; it is returned at the end. A block within the text must be
// matched to its end, unless this is the top of the pattern.
func (m *matcher) match(pat []node, i, limit int, dots *skipping, last int, top bool) (int, bool) {
	for {
		if m.steps--; m.steps <= 0 {
			return 0, false
		}
		if len(pat) == 0 {
			return m.atEnd(i, limit, dots, last, top)
		}
		n := &pat[0]
		if n.dots {
			dots = m.extend(dots, n.name, last)
			pat = pat[1:]
			continue
		}
		if n.sub != nil {
			return m.matchBlock(pat, i, limit, dots, last, top)
		}
		for i < limit && m.t.items[i].block > 0 {
			i++ // a block of the text need not be one of the pattern
		}
		if i >= limit {
			return 0, false
		}
		it := &m.t.items[i]
		if dots != nil && it.line > dots.maxLine {
			return 0, false
		}
		mark := len(m.env)
		if m.token(n, it) && m.closeDots(dots) {
			if dots == nil {
				pat, last, i = pat[1:], i, i+1
				continue
			}
			if end, ok := m.match(pat[1:], i+1, limit, nil, i, top); ok {
				return end, true
			}
		}
		m.env = m.env[:mark]
		if dots == nil {
			return 0, false
		}
		d := *dots
		d.to = it.end
		dots, i = &d, i+1
	}
}

func (m *matcher) matchBlock(pat []node, i, limit int, dots *skipping, last int, top bool) (int, bool) {
	for {
		if i >= limit {
			return last, nullable(pat[0].sub) && nullable(pat[1:]) && m.closeDots(dots)
		}
		it := &m.t.items[i]
		switch {
		case it.block > 0:
			if !m.closeDots(dots) {
				return 0, false
			}
			end, ok := m.match(pat[0].sub, i+1, it.block, nil, last, false)
			if !ok {
				return 0, false
			}
			return m.match(pat[1:], it.block, limit, nil, end, top)
		case dots != nil && it.line <= dots.maxLine:
			d := *dots
			d.to = it.end
			dots, i = &d, i+1
		default:
			return 0, false
		}
	}
}

// atEnd is reached when the pattern has been matched. Dots at its end take the rest of
// the block, as far as they reach.
func (m *matcher) atEnd(i, limit int, dots *skipping, last int, top bool) (int, bool) {
	if dots == nil {
		for i < limit && m.t.items[i].block > 0 {
			i++
		}
		return last, top || i >= limit
	}
	end := limit
	if last >= 0 {
		end = min(end, m.t.items[last].blockEnd)
	}
	d := *dots
	for ; i < end; i++ {
		it := &m.t.items[i]
		if it.block > 0 {
			continue
		}
		if it.line > d.maxLine {
			break
		}
		d.to, last = it.end, i
	}
	return last, m.closeDots(&d)
}

func (m *matcher) token(n *node, it *item) bool {
	text := m.t.src[it.start:it.end]
	if n.name == "" {
		return string(text) == n.text || m.p.options.IgnoreCase && strings.EqualFold(string(text), n.text)
	}
	return it.word && m.bind(n.name, it.start, it.end)
}

// bind binds a name, or compares what it is bound to already.
func (m *matcher) bind(name string, start, end int) bool {
	if name == "$_" {
		return true
	}
	for _, b := range m.env {
		if b.Name == name {
			return bytes.Equal(m.t.src[b.Start:b.End], m.t.src[start:end])
		}
	}
	m.env = append(m.env, Binding{name, start, end})
	return true
}

func (m *matcher) closeDots(d *skipping) bool {
	return d == nil || d.name == "" || m.bind(d.name, d.from, d.to)
}

func (m *matcher) extend(d *skipping, name string, last int) *skipping {
	if d != nil {
		c := *d
		c.maxLine += m.p.options.Span
		return &c
	}
	at := m.t.items[m.start]
	to := at.start
	if last >= 0 {
		at = m.t.items[last]
		to = at.end
	}
	return &skipping{maxLine: at.line + m.p.options.Span, name: name, from: to, to: to}
}

// nullable tells whether a pattern matches nothing at all.
func nullable(pat []node) bool {
	return !slices.ContainsFunc(pat, func(n node) bool { return !n.dots && (n.sub == nil || !nullable(n.sub)) })
}

// withoutComments replaces comments by spaces.
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
