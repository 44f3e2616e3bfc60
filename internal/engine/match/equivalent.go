package match

import (
	"slices"
	"strings"
)

// equivalent matches nodes that differ in form but not in meaning.
func (m *matcher) equivalent(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	if stop, decided := m.equivalentCode(p, n, k); decided {
		return stop
	}
	if m.p.opts.Symbolic && (y.Kind == Ident || y.Kind == Member) {
		if v := m.f.Value(n); v != 0 && m.match(p, v, k) {
			return true
		}
	}
	if m.f.Language == "hcl" && isLiteral(x.Kind) && isLiteral(y.Kind) && x.Text == y.Text { // "5" is 5
		return k()
	}
	if x.Kind == Str && y.Kind == Ident && m.f.kind(y.Parent) == Pair && m.f.Kid(y.Parent, 0) == n {
		return m.str(x.Text, n, y.Text, k) // a key may lack quotes
	}
	return m.equivalentPattern(p, n, k)
}

// equivalentCode handles equivalences that depend on the kind of code. Unless it decided,
// others may apply.
func (m *matcher) equivalentCode(p, n NodeID, k func() bool) (stop, decided bool) {
	x, y := m.pf.Node(p), m.f.Node(n)
	switch y.Kind {
	case Ident:
		found := m.importedName(p, n, k)
		return found, found
	case Call:
		// A module used inline: require("a").b
		if x.Kind == Ident {
			if path := m.f.Required(n); len(path) == 1 && path[0] == x.Text {
				return k(), true
			}
		}
	case KwArg, Pair:
		if x.Kind == KwArg || x.Kind == Pair {
			return m.slots(m.pf.Kids(p), m.f.Kids(n), k), true
		}
	case VarDef:
		if x.Kind == Import {
			return m.declared(p, n, k), true
		}
		if x.Kind == Assign && !m.p.opts.NoVardef && m.f.Kid(n, 3) != 0 {
			return m.slots(m.pf.Kids(p), []NodeID{m.f.Kid(n, 1), m.f.Kid(n, 3)}, k), true
		}
	}
	return false, false
}

// importedName matches a name by what it was imported as.
func (m *matcher) importedName(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	if a := m.f.AliasOf(n); a != 0 && x.Kind == m.f.kind(a) && m.match(p, a, k) {
		return true
	}
	if x.Kind != Member || len(m.f.Wildcards()) == 0 || m.f.AliasOf(n) != 0 {
		return false
	}
	path := m.pf.Dotted(p)
	return path != nil && path[len(path)-1] == y.Text && slices.Contains(m.f.Wildcards(), strings.Join(path[:len(path)-1], ".")) && k()
}

// equivalentPattern handles equivalences that depend on the kind of pattern.
func (m *matcher) equivalentPattern(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	switch x.Kind {
	case For, While:
		return m.anyLoop(p, n, k)
	case Call:
		// In Ruby, o.m is also a call.
		if y.Kind == Member && m.f.Language == "ruby" && len(m.pf.Kids(p)) == 2 && !(m.f.kind(y.Parent) == Call && m.f.Kid(y.Parent, 0) == n) {
			return m.match(m.pf.Kid(p, 0), n, func() bool { return m.args(m.pf.Kids(m.pf.Kid(p, 1)), nil, k) })
		}
	case Array:
		if y.Kind == Dict && len(m.pf.Kids(p)) == 1 && m.pf.kind(m.pf.Kid(p, 0)) == Ellipsis {
			return k()
		}
	case Ident:
		if y.Kind == TypeArgs {
			return m.match(p, m.f.Kid(n, 0), k)
		}
	case Func:
		// A function assigned to a name.
		if v := m.f.Kid(n, 3); x.Text == "def" && y.Kind == VarDef && m.f.kind(v) == Func && !m.p.opts.NoArrow {
			pk, nk := m.pf.Kids(p), m.f.Kids(v)
			return m.slots(pk[1:], []NodeID{m.f.Kid(n, 1), nk[2], nk[3], nk[4]}, k)
		}
	case Str, Num, Lit, Regexp:
		return m.constant(p, n, k)
	case Member:
		return m.member(p, n, k)
	}
	return false
}

// constant matches a literal with code whose constant value is known.
func (m *matcher) constant(p, n NodeID, k func() bool) bool {
	x, y := m.pf.Node(p), m.f.Node(n)
	if y.Kind == x.Kind || m.p.opts.NoConstants && y.Kind != Interp && y.Kind != Concat {
		return false
	}
	c, ok := m.f.Constant(n)
	if !ok || c.Kind != x.Kind {
		return false
	}
	switch x.Kind {
	case Str:
		if c.At != 0 {
			n = c.At // bind the literal
		}
		return m.str(x.Text, n, c.Text, k)
	case Num:
		return sameNumber(x.Text, c.Text) && k()
	case Regexp:
		return m.regexpLiteral(x.Text, c.Text, n, k)
	}
	return x.Text == c.Text && k()
}

// member matches o. ... and o. ... .name with chains of any length.
func (m *matcher) member(p, n NodeID, k func() bool) bool {
	y := m.f.Node(n)
	if y.Kind == TypeArgs && m.match(p, m.f.Kid(n, 0), k) {
		return true
	}
	if m.pf.kind(m.pf.Kid(p, 1)) == Ellipsis {
		return m.chain(m.pf.Kid(p, 0), n, k) // o. ... with nothing after it
	}
	if inner := m.pf.Kid(p, 0); y.Kind == Member && m.pf.kind(inner) == Member && m.pf.kind(m.pf.Kid(inner, 1)) == Ellipsis {
		return m.match(m.pf.Kid(p, 1), m.f.Kid(n, 1), func() bool {
			return m.chain(m.pf.Kid(inner, 0), m.f.Kid(n, 0), k)
		})
	}
	return false
}

// anyLoop: a loop pattern with only an ellipsis in its header matches any loop.
func (m *matcher) anyLoop(p, n NodeID, k func() bool) bool {
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	switch y := m.f.kind(n); {
	case m.pf.kind(p) == While && m.f.Language != "go":
		return false
	case y != For && y != ForEach && (y != While || m.f.Language != "go"):
		return false
	}
	for _, h := range pk[:len(pk)-1] {
		if h != 0 && m.pf.kind(h) != Ellipsis {
			return false
		}
	}
	return m.match(pk[len(pk)-1], nk[len(nk)-1], k)
}

// declared compares an import with a declaration that uses require.
func (m *matcher) declared(p, n NodeID, k func() bool) bool {
	target, call := m.f.Kid(n, 1), m.f.Kid(n, 3)
	if m.f.kind(call) != Call || m.f.Node(m.f.Kid(call, 0)).Text != "require" || len(m.f.Kids(m.f.Kid(call, 1))) != 1 {
		return false
	}
	pk := m.pf.Kids(p)
	return m.match(pk[0], m.f.Kid(m.f.Kid(call, 1), 0), func() bool {
		switch {
		case pk[1] == 0 && pk[2] == 0:
			return k()
		case m.f.kind(target) != Dict:
			return pk[1] == 0 && m.match(pk[2], target, k)
		}
		for _, e := range m.f.Kids(target) {
			if m.f.kind(e) == Pair && m.match(pk[1], m.f.Kid(e, 0), func() bool { return pk[2] == 0 && k() || pk[2] != 0 && m.match(pk[2], m.f.Kid(e, 1), k) }) {
				return true
			}
		}
		return false
	})
}

func isLiteral(k Kind) bool { return k == Str || k == Num || k == Lit }

// chain searches p at n and along its receivers.
func (m *matcher) chain(p, n NodeID, k func() bool) bool {
	for n != 0 {
		if m.match(p, n, k) {
			return true
		}
		switch m.f.kind(n) {
		case Call, Member, Index, New:
			n = m.f.Kid(n, 0)
		default:
			return false
		}
	}
	return false
}
