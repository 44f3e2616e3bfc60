package match

import (
	"slices"
	"strings"

	"vigil/internal/engine/ir"
)

// same matches nodes of the same kind, part by part.
func (m *matcher) same(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	if x.Kind != y.Kind {
		return false
	}
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	switch x.Kind {
	case Modifier, Ident, Lit, Num, Str, Regexp:
		return m.sameLeaf(p, n, k)
	case Interp, Args, Dict, Attrs, Supers, Catches, Block, Section, Concat, Array, Tuple, Params, Index, TypeArgs:
		return m.sameList(p, n, k)
	case Binary:
		return m.binary(p, n, k)
	case Catch:
		return m.catch(pk, nk, k)
	case VarDef:
		return m.varDef(pk, nk, k)
	case Import:
		if m.sameModule(p, n) {
			return k()
		}
	}
	if !m.sameHead(p, n) {
		return false
	}
	if x.Kind >= ir.Other-1 {
		if x.Count() == 0 || y.Count() == 0 {
			return x.Count() == y.Count() && x.Text == y.Text && k()
		}
		return x.Text == y.Text && m.seq(pk, nk, k)
	}
	return m.slots(pk, nk, k)
}

// sameLeaf matches names, literals, and keywords of one kind.
func (m *matcher) sameLeaf(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	switch x.Kind {
	case Modifier:
		return (x.Text == y.Text || !m.p.opts.NoLetIsVar && (x.Text == "var" || x.Text == "let") && (y.Text == "const" || y.Text == "let" || y.Text == "var")) && k()
	case Ident:
		return m.f.sameName(x.Text, y.Text) && k()
	case Num:
		return sameNumber(x.Text, y.Text) && k()
	case Str:
		return m.str(x.Text, n, y.Text, k)
	case Regexp:
		return m.regexpLiteral(x.Text, y.Text, n, k)
	}
	if name, ok := strings.CutPrefix(x.Text, ":"); ok && ir.OneMeta.MatchString(name) && strings.HasPrefix(y.Text, ":") { // a symbol of Ruby
		return m.bindValue(name, Value{Span: m.f.Span(n), Text: y.Text[1:], file: m.f, nodes: []NodeID{n}, content: true}, k)
	}
	return x.Text == y.Text && k()
}

// sameList matches nodes of one kind whose children are a list.
func (m *matcher) sameList(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	switch x.Kind {
	case Interp:
		return m.interp(pk, nk, k)
	case Args:
		return m.args(pk, nk, k)
	case Dict:
		return m.entries(pk, nk, k)
	case Attrs, Supers, Catches:
		return m.anyOrder(pk, nk, true, k)
	case Block:
		if parent := m.f.kind(y.Parent); parent == Class || parent == New {
			return m.anyOrder(pk, nk, len(pk) > 0, k)
		}
		// With an ellipsis, more statements may follow the last one.
		less := slices.ContainsFunc(pk, func(p NodeID) bool { return m.pf.kind(p) == Ellipsis })
		return m.statements(pk, nk, less, k)
	case Section:
		if m.p.lang.Shell {
			return m.slots(pk, nk, k)
		}
	case Concat:
		if len(nk) > len(pk) && !slices.ContainsFunc(pk, func(p NodeID) bool { return m.pf.Node(p).Text != "..." }) {
			return k()
		}
	case Array:
		if x.Text != y.Text && !(len(pk) == 1 && m.pf.kind(pk[0]) == Ellipsis) {
			return false
		}
	}
	return m.seq(pk, nk, k)
}

// sameModule reports whether imports name the same module in a way that settles the comparison.
func (m *matcher) sameModule(p, n NodeID) bool {
	pk := m.pf.Kids(p)
	// A pattern of only the module matches any import from it, or from below it.
	if pk[1] == 0 && pk[2] == 0 && (imports(m.f, n, m.pf.Dotted(pk[0])) || importsBelow(m.f, n, m.pf.Node(pk[0]))) {
		return true
	}
	if pk[2] != 0 || m.pf.Node(p).Text == m.f.Node(n).Text {
		return false
	}
	path := imported(m.pf, p)
	return path != nil && slices.Equal(path, imported(m.f, n))
}

// sameHead compares the attributes of nodes of one kind: an operator, or a keyword.
func (m *matcher) sameHead(p, n NodeID) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	switch x.Kind {
	case Import:
		return x.Text == y.Text || pk[1] == 0 && pk[2] == 0
	case Unary, AugAssign, Member, Class, Spread:
		return x.Text == y.Text
	case Param:
		return x.Text == y.Text || x.Text == ""
	case Func:
		// function ... () is any function, including anonymous ones.
		return x.Text == y.Text || x.Text == "def" && m.pf.kind(pk[1]) == Ellipsis
	case XML:
		return !m.p.opts.XMLStrict || pk[2] != 0 || nk[2] == 0
	case Return:
		return len(pk) != 0 || len(nk) == 0
	}
	return true
}

// catch matches handlers. One without a type catches everything.
func (m *matcher) catch(pk, nk []NodeID, k func() bool) bool {
	body := func() bool { return m.slots(pk[1:], nk[1:], k) }
	switch {
	case nk[0] == 0:
		return body()
	case m.pf.kind(pk[0]) == Tuple && m.f.kind(nk[0]) != Tuple:
		return m.seq(m.pf.Kids(pk[0]), nk[:1], body)
	}
	return m.match(pk[0], nk[0], body)
}

// varDef matches declarations. A pattern without a value matches only declarations without one.
func (m *matcher) varDef(pk, nk []NodeID, k func() bool) bool {
	if pk[3] == 0 && nk[3] != 0 {
		return false
	}
	return m.slots(pk, nk, k)
}
