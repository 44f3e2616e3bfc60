package match

import "vigil/internal/engine/ir"

// statements matches a sequence of statements. Those of the pattern must be consecutive;
// an ellipsis skips any number, also into and out of nested blocks. If less, more may
// follow.
func (m *matcher) statements(pk, nk []NodeID, less bool, k func() bool) bool {
	if m.spent() {
		return true
	}
	if len(pk) == 0 {
		return (less || len(nk) == 0) && k()
	}
	x := m.pf.Node(pk[0])
	if x.Kind == Ellipsis || x.Kind == MetaSeq {
		rest := func(j int) bool { return m.statements(pk[1:], nk[j:], less, k) }
		if x.Kind == MetaSeq {
			rest = func(j int) bool {
				return m.bind(x.Text, nk[:j], func() bool { return m.statements(pk[1:], nk[j:], less, k) })
			}
		}
		if len(pk) == 1 {
			end := m.end
			for _, n := range nk {
				m.end = max(m.end, m.f.Node(n).End)
			}
			stop := rest(len(nk))
			m.end = end
			return stop
		}
		for j := 0; j <= len(nk); j++ {
			if rest(j) {
				return true
			}
		}
		if m.p.opts.NoDeepStmt || x.Kind == MetaSeq {
			return false
		}
		flat := m.f.flatten(nk, nil)
		if len(flat) == len(nk) {
			return false
		}
		for j := range flat {
			if m.statements(pk[1:], flat[j:], less, k) {
				return true
			}
		}
		return false
	}
	if len(nk) == 0 {
		return false
	}
	return m.statement(pk[0], nk[0], func() bool {
		end := m.end
		m.end = max(end, m.f.Node(nk[0]).End)
		stop := m.statements(pk[1:], nk[1:], less, k)
		m.end = end
		return stop
	})
}

// flatten lists statements and those in their blocks.
func (f *File) flatten(ns []NodeID, out []NodeID) []NodeID {
	for _, n := range ns {
		out = append(out, n)
		out = f.nested(n, out)
	}
	return out
}

// nested lists the statements in the blocks of a statement.
func (f *File) nested(n NodeID, out []NodeID) []NodeID {
	for _, b := range f.lambdasIn(n) {
		out = f.flatten(f.Kids(b), out)
	}
	if !f.hasBlocks(n) {
		return out
	}
	for _, k := range f.Kids(n) {
		switch {
		case k == 0:
		case f.kind(k) == Block:
			out = f.flatten(f.Kids(k), out)
		case f.kind(k) == Catches || f.kind(k) == Catch || f.kind(k) >= ir.Other:
			out = f.nested(k, out)
		}
	}
	return out
}

// lambdasIn returns the bodies of the function values in a statement.
func (f *File) lambdasIn(n NodeID) []NodeID {
	f.lambdaOnce.Do(func() {
		f.lambdas = map[NodeID][]NodeID{}
		for _, fn := range f.NodesOf(Func) {
			body := f.Kid(fn, 4)
			if f.Node(fn).Text != "" || f.kind(body) != Block {
				continue
			}
			for s := fn; s != 0; s = f.Node(s).Parent {
				if f.kind(f.Node(s).Parent) == Block {
					if s != fn {
						f.lambdas[s] = append(f.lambdas[s], body)
					}
					break
				}
			}
		}
	})
	return f.lambdas[n]
}

// hasBlocks reports whether a node may contain statements.
func (f *File) hasBlocks(n NodeID) bool {
	switch k := f.kind(n); k {
	case If, While, For, ForEach, Try, Catches, Catch, With, Func, Class, Section, Block:
		return true
	default:
		return k >= ir.Other
	}
}

// statement matches one statement. An expression pattern may match any part of it.
func (m *matcher) statement(p, n NodeID, k func() bool) bool {
	if m.match(p, n, k) {
		return true
	}
	kind := m.pf.kind(p)
	if kind.IsStatement() || kind == Func && m.pf.Node(p).Text != "" || kind == Meta || m.p.opts.NoDeepExpr {
		return false
	}
	return m.parts(p, n, k)
}

// parts searches an expression in a statement, but not in nested statements.
func (m *matcher) parts(p, n NodeID, k func() bool) bool {
	for _, c := range m.f.Kids(n) {
		stop := false
		switch kind := m.f.kind(c); {
		case c == 0 || kind == Block:
		case kind == Catches || kind == Catch || kind >= ir.Other && m.f.hasBlock(c):
			stop = m.parts(p, c, k)
		default:
			stop = m.inside(p, c, k)
		}
		if stop {
			return true
		}
	}
	return false
}

// hasBlock reports whether a child of n is a block.
func (f *File) hasBlock(n NodeID) bool {
	for _, k := range f.Kids(n) {
		if f.kind(k) == Block {
			return true
		}
	}
	return false
}

// inside searches an expression in a part of a statement.
func (m *matcher) inside(p, n NodeID, k func() bool) bool {
	if m.spent() || m.match(p, n, k) {
		return true
	}
	for _, c := range m.f.Kids(n) {
		if c != 0 && m.f.kind(c) != Block && m.inside(p, c, k) {
			return true
		}
	}
	return false
}
