package match

import (
	"slices"
	"strings"
)

// maxSteps limits the work of one pattern at one place of a file; totalSteps that of one
// pattern in one file. Beyond it there is no match, and File.Exhausted reports it.
const (
	maxSteps   = 200_000
	totalSteps = 5_000_000
)

// matcher is one match attempt, with backtracking by continuations: its methods call k for
// each way to match, with the bindings in place, and return true to stop.
type matcher struct {
	p     *Pattern
	pf, f *File
	binds Bindings
	only  Only
	steps int
	end   uint32 // where a sequence of statements ended
}

func (m *matcher) spent() bool {
	m.steps--
	if m.steps < 0 {
		m.f.exhausted.Store(true)
		return true
	}
	return false
}

// match matches one node of the pattern with one of the file.
func (m *matcher) match(p, n NodeID, k func() bool) bool {
	if m.spent() {
		return true
	}
	if p == 0 {
		return k() // what a pattern leaves out matches anything
	}
	x := m.pf.Node(p)
	switch x.Kind {
	case Ellipsis:
		return k()
	case Meta:
		if kind := m.f.kind(n); kind == None || kind == Pair || kind == KwArg {
			return false
		}
		return m.bind(x.Text, alone(n), k)
	case MetaSeq:
		if n == 0 {
			return m.bind(x.Text, nil, k)
		}
		return m.bind(x.Text, alone(n), k)
	}
	if n == 0 {
		// A missing list is empty.
		switch pk := m.pf.Kids(p); x.Kind {
		case Supers, Attrs, Args, Params, Catches:
			return m.seq(pk, nil, k)
		}
		return false
	}
	switch x.Kind {
	case Deep:
		return m.deep(m.pf.Kid(p, 0), n, k)
	case Typed:
		return m.typed(p, n, k)
	}
	if m.same(p, n, k) {
		return true
	}
	return m.equivalent(p, n, k)
}

// commutes reports whether operands may be swapped and regrouped.
func commutes(op string) bool {
	switch op {
	case "&", "|", "^":
		return true
	}
	return false
}

// regroups reports whether only the grouping may differ.
func regroups(op string) bool {
	switch op {
	case "&&", "||", "and", "or", ".":
		return true
	}
	return false
}

func (m *matcher) binary(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	if x.Text != y.Text {
		return false
	}
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	want, have := m.pf.operands(p, x.Text, nil), m.f.operands(n, x.Text, nil)
	wild := slices.ContainsFunc(want, func(w NodeID) bool { k := m.pf.kind(w); return k == Ellipsis || k == MetaSeq })
	swaps := commutes(x.Text) || regroups(x.Text) && x.Text != "." && m.p.opts.CommuteBool
	switch {
	case swaps && !m.p.opts.NoAC:
		return m.anyOrder(want, have, wild || len(want) < len(have), k)
	case wild:
		return m.seq(want, have, k)
	case m.seq(pk, nk, k):
		return true
	case regroups(x.Text) && !m.p.opts.NoAC && len(want) > 2 && len(want) == len(have):
		return m.seq(want, have, k)
	case m.p.opts.CommuteComp && (x.Text == "==" || x.Text == "!=" || x.Text == "===" || x.Text == "!==") && len(pk) == 2 && len(nk) == 2:
		return m.seq(pk, []NodeID{nk[1], nk[0]}, k)
	}
	return false
}

// operands flattens a op b op c.
func (f *File) operands(n NodeID, op string, out []NodeID) []NodeID {
	if x := f.Node(n); x.Kind == Binary && x.Text == op {
		for _, k := range f.Kids(n) {
			out = f.operands(k, op, out)
		}
		return out
	}
	return append(out, n)
}

// deep searches p in n and its descendants.
func (m *matcher) deep(p, n NodeID, k func() bool) bool {
	if m.match(p, n, k) {
		return true
	}
	for _, c := range m.f.Kids(n) {
		if c != 0 && m.deep(p, c, k) {
			return true
		}
	}
	return false
}

// bind binds a metavariable, or compares with its existing binding.
func (m *matcher) bind(name string, nodes []NodeID, k func() bool) bool {
	if name == "$_" {
		return k()
	}
	v := Value{file: m.f, nodes: nodes}
	if len(nodes) > 0 {
		v.Span = Span{Start: m.f.Node(nodes[0]).Start, End: m.f.Node(nodes[len(nodes)-1]).End}
		v.Text = m.f.Text(v.Span)
		if v.Span.End == 0 { // the expansion of an imported name
			v.Text = strings.Join(m.f.Dotted(nodes[0]), ".")
		}
	}
	return m.bindValue(name, v, k)
}

func (m *matcher) bindValue(name string, v Value, k func() bool) bool {
	if have, ok := m.binds.Get(name); ok {
		if have.Equal(v) {
			return k()
		}
		if n := v.Node(); m.p.opts.Symbolic && n != 0 {
			if e := m.f.Value(n); e != 0 && have.Equal(Value{file: m.f, nodes: []NodeID{e}}) {
				return k()
			}
		}
		return false
	}
	if may := m.only[name]; may != nil && !may(v.Text) {
		return false
	}
	m.binds = append(m.binds, Binding{name, v})
	stop := k()
	m.binds = m.binds[:len(m.binds)-1]
	return stop
}
