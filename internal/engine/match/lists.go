package match

import "slices"

// slots matches children at fixed positions.
func (m *matcher) slots(pk, nk []NodeID, k func() bool) bool {
	if len(pk) == 0 {
		return k()
	}
	n := NodeID(0)
	rest := nk
	if len(nk) > 0 {
		n, rest = nk[0], nk[1:]
	}
	switch {
	case len(pk) == 1:
		return m.match(pk[0], n, k)
	case pk[0] == 0: // absent in the pattern: matches anything
		return m.spent() || m.slots(pk[1:], rest, k)
	}
	return m.match(pk[0], n, func() bool { return m.slots(pk[1:], rest, k) })
}

// seq matches ordered children; an ellipsis skips any number.
func (m *matcher) seq(pk, nk []NodeID, k func() bool) bool {
	if m.spent() {
		return true
	}
	if len(pk) == 0 {
		return len(nk) == 0 && k()
	}
	switch x := m.pf.Node(pk[0]); x.Kind {
	case Ellipsis:
		if len(pk) == 1 {
			return k()
		}
		for j := 0; j <= len(nk); j++ {
			if m.seq(pk[1:], nk[j:], k) {
				return true
			}
		}
		return false
	case MetaSeq:
		for j := len(nk); j >= 0; j-- {
			if len(pk) == 1 && j < len(nk) {
				break
			}
			if m.bind(x.Text, nk[:j], func() bool { return m.seq(pk[1:], nk[j:], k) }) {
				return true
			}
		}
		return false
	}
	if len(nk) == 0 {
		return false
	}
	if len(pk) == 1 {
		return len(nk) == 1 && m.match(pk[0], nk[0], k)
	}
	return m.match(pk[0], nk[0], func() bool { return m.seq(pk[1:], nk[1:], k) })
}

// anyOrder matches each child of the pattern with a distinct one of the code, in any order; if less,
// some of the code's children may be left over.
func (m *matcher) anyOrder(pk, nk []NodeID, less bool, k func() bool) bool {
	var want []NodeID
	var rest string
	for _, p := range pk {
		switch m.pf.kind(p) {
		case Ellipsis:
			less = true
		case MetaSeq:
			rest = m.pf.Node(p).Text
		default:
			want = append(want, p)
		}
	}
	if len(want) > len(nk) || !less && rest == "" && len(want) != len(nk) {
		return false
	}
	return m.assign(want, nk, make([]bool, len(nk)), rest, k)
}

func (m *matcher) assign(want, nk []NodeID, used []bool, rest string, k func() bool) bool {
	if m.spent() {
		return true
	}
	if len(want) == 0 {
		if rest == "" {
			return k()
		}
		var left []NodeID
		for j, n := range nk {
			if !used[j] {
				left = append(left, n)
			}
		}
		return m.bind(rest, left, k)
	}
	for j, n := range nk {
		if used[j] {
			continue
		}
		used[j] = true
		stop := m.match(want[0], n, func() bool { return m.assign(want[1:], nk, used, rest, k) })
		used[j] = false
		if stop {
			return true
		}
	}
	return false
}

// args matches arguments: named ones in any order, positional ones in order.
func (m *matcher) args(pk, nk []NodeID, k func() bool) bool {
	named := func(f *File, n NodeID) bool { return f.kind(n) == KwArg }
	if !slices.ContainsFunc(pk, func(p NodeID) bool { return named(m.pf, p) }) {
		if !slices.ContainsFunc(nk, func(n NodeID) bool { return named(m.f, n) }) {
			return m.seq(pk, nk, k)
		}
	}
	var pPlain, pNamed, nPlain, nNamed []NodeID
	open, many := false, false
	for _, p := range pk {
		if named(m.pf, p) {
			pNamed = append(pNamed, p)
			continue
		}
		open = open || m.pf.kind(p) == Ellipsis
		many = many || m.pf.kind(p) == MetaSeq
		pPlain = append(pPlain, p)
	}
	if many && len(pNamed) == 0 {
		return m.seq(pk, nk, k)
	}
	for _, n := range nk {
		if named(m.f, n) {
			nNamed = append(nNamed, n)
		} else {
			nPlain = append(nPlain, n)
		}
	}
	if len(nNamed) < len(pNamed) || len(nNamed) > len(pNamed) && !open && !many {
		return false
	}
	return m.anyOrder(pNamed, nNamed, open || many, func() bool { return m.seq(pPlain, nPlain, k) })
}

// entries matches the entries of objects and dictionaries.
func (m *matcher) entries(pk, nk []NodeID, k func() bool) bool {
	return m.anyOrder(pk, nk, m.p.lang.OpenDict && !m.p.opts.NoImplicit, k)
}
