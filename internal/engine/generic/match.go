package generic

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
)

// maxSteps limits the steps of a search. A pattern with many ellipses could take years on a
// crafted text.
const maxSteps = 5_000_000

var errSteps = errors.New("the pattern exceeded its step limit")

// Find returns all matches, in order. Of several that end at the same place it returns the
// shortest, unless the pattern ends with an ellipsis: then the longest.
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
		end, ok := m.match(p.nodes, i, len(t.items), -1, true)
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

// skipping is the text that an ellipsis has skipped so far, including the space before it:
// named ellipses bind it.
type skipping struct {
	maxLine  int
	name     string
	from, to int
}

// match matches the rest of a pattern from item i on. Last is the last matched item, -1 if
// there is none; it is returned at the end. A block in the text must be matched to its end,
// except at the top level of the pattern.
func (m *matcher) match(pat []node, i, limit, last int, top bool) (int, bool) {
	var dots *skipping
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
			i++ // a block in the text need not be one in the pattern
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
			if end, ok := m.match(pat[1:], i+1, limit, i, top); ok {
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
			end, ok := m.match(pat[0].sub, i+1, it.block, last, false)
			if !ok {
				return 0, false
			}
			return m.match(pat[1:], it.block, limit, end, top)
		case dots != nil && it.line <= dots.maxLine:
			d := *dots
			d.to = it.end
			dots, i = &d, i+1
		default:
			return 0, false
		}
	}
}

// atEnd is called when the whole pattern has matched. A trailing ellipsis takes the rest of
// the block, within its span.
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

// bind binds a name, or compares with the existing binding.
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

// nullable reports whether a pattern matches the empty text.
func nullable(pat []node) bool {
	return !slices.ContainsFunc(pat, func(n node) bool { return !n.dots && (n.sub == nil || !nullable(n.sub)) })
}
