package match

import (
	"regexp"
	"slices"
	"strings"
)

// maxSteps bounds the work of one pattern at one place of a file; totalSteps that of
// one pattern in one file. Beyond it there is no match, and File.Exhausted says so.
const (
	maxSteps   = 400_000
	totalSteps = 20_000_000
)

// matcher is one attempt. All its methods call the continuation k for each way to
// match, with the bindings of that way in place, and return true to stop for good.
type matcher struct {
	p     *Pattern
	pf, f *File
	binds Bindings
	steps int
	end   uint32 // where a run of statements ended
}

func (m *matcher) spent() bool {
	m.steps--
	if m.steps < 0 {
		m.f.exhausted.Store(true)
		return true
	}
	return false
}

// match compares one node of the pattern with one of the file.
func (m *matcher) match(p, n NodeID, k func() bool) bool {
	if m.spent() {
		return true
	}
	if p == 0 {
		return k() // what a pattern leaves out may be anything
	}
	x := &m.pf.nodes[p]
	switch x.Kind {
	case Ellipsis:
		return k()
	case Meta:
		if n == 0 {
			return false
		}
		return m.bind(x.Text, []NodeID{n}, k)
	case MetaSeq:
		if n == 0 {
			return m.bind(x.Text, nil, k)
		}
		return m.bind(x.Text, []NodeID{n}, k)
	}
	if n == 0 {
		// A list that is not there is empty.
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

// same compares nodes of the same kind, part by part.
func (m *matcher) same(p, n NodeID, k func() bool) bool {
	x, y := &m.pf.nodes[p], &m.f.nodes[n]
	if x.Kind != y.Kind {
		return false
	}
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	switch x.Kind {
	case Modifier:
		return (x.Text == y.Text || (x.Text == "var" || x.Text == "let") && (y.Text == "const" || y.Text == "let" || y.Text == "var")) && k()
	case Ident:
		return (x.Text == y.Text || m.f.Language == "php" && x.Text[:1] != "$" && strings.EqualFold(x.Text, y.Text)) && k()
	case Lit:
		if name, ok := strings.CutPrefix(x.Text, ":"); ok && oneMeta.MatchString(name) && strings.HasPrefix(y.Text, ":") { // a symbol of Ruby
			return m.bindValue(name, Value{Span: m.f.Span(n), Text: y.Text[1:], file: m.f, nodes: []NodeID{n}, content: true}, k)
		}
		return x.Text == y.Text && k()
	case Num:
		return sameNumber(x.Text, y.Text) && k()
	case Str:
		return m.str(x.Text, n, y.Text, k)
	case Regexp:
		return m.regexpLiteral(x.Text, y.Text, n, k)
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
		return m.statements(pk, nk, len(pk) > 0, k)
	case Section:
		if m.p.lang.shell {
			return m.slots(pk, nk, k)
		}
		return m.seq(pk, nk, k)
	case Concat:
		if len(nk) > len(pk) && !slices.ContainsFunc(pk, func(p NodeID) bool { return m.pf.nodes[p].Text != "..." }) {
			return k()
		}
		return m.seq(pk, nk, k)
	case Array, Tuple, Params, Index, TypeArgs:
		return m.seq(pk, nk, k)
	case Binary:
		return m.binary(p, n, k)
	case Import:
		// A pattern of the module alone means any import from it.
		if m.f.imports(n, m.pf.dotted(pk[0])) && pk[1] == 0 && pk[2] == 0 {
			return k()
		}
		if x.Text != y.Text && (pk[1] != 0 || pk[2] != 0) {
			return false
		}
	case Unary, AugAssign, Member, Class, Spread:
		if x.Text != y.Text {
			return false
		}
	case Param:
		if x.Text != y.Text && x.Text != "" {
			return false
		}
	case Func:
		if x.Text != y.Text {
			return false
		}
		return m.function(pk, nk, k)
	case VarDef:
		return m.varDef(pk, nk, k)
	case Return:
		if len(pk) == 0 && len(nk) != 0 {
			return false
		}
	}
	if x.Kind >= kindOther-1 {
		if x.n == 0 || y.n == 0 {
			return x.n == y.n && x.Text == y.Text && k()
		}
		return x.Text == y.Text && m.seq(pk, nk, k)
	}
	return m.slots(pk, nk, k)
}

// slots compares kids that have fixed places.
func (m *matcher) slots(pk, nk []NodeID, k func() bool) bool {
	if len(pk) == 0 {
		return k()
	}
	n := NodeID(0)
	rest := nk
	if len(nk) > 0 {
		n, rest = nk[0], nk[1:]
	}
	return m.match(pk[0], n, func() bool { return m.slots(pk[1:], rest, k) })
}

// seq compares ordered kids, of which ... may skip any number.
func (m *matcher) seq(pk, nk []NodeID, k func() bool) bool {
	if m.spent() {
		return true
	}
	if len(pk) == 0 {
		return len(nk) == 0 && k()
	}
	switch x := &m.pf.nodes[pk[0]]; x.Kind {
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
	return m.match(pk[0], nk[0], func() bool { return m.seq(pk[1:], nk[1:], k) })
}

// anyOrder finds a partner for each of the pattern's kids; less tells whether others
// may be left over.
func (m *matcher) anyOrder(pk, nk []NodeID, less bool, k func() bool) bool {
	var want []NodeID
	var rest string
	for _, p := range pk {
		switch m.pf.kind(p) {
		case Ellipsis:
			less = true
		case MetaSeq:
			rest = m.pf.nodes[p].Text
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

// args compares arguments: those with a name in any order, the others in theirs.
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

// entries compares the entries of objects and dictionaries.
func (m *matcher) entries(pk, nk []NodeID, k func() bool) bool {
	return m.anyOrder(pk, nk, m.p.lang.openDict && !m.p.opts.NoImplicit, k)
}

// interp compares strings with expressions in them.
func (m *matcher) interp(pk, nk []NodeID, k func() bool) bool {
	if len(pk) == 0 {
		return len(nk) == 0 && k()
	}
	switch m.pf.kind(pk[0]) {
	case Ellipsis:
		for j := 0; j <= len(nk); j++ {
			if m.interp(pk[1:], nk[j:], k) {
				return true
			}
			if len(pk) == 1 {
				return k()
			}
		}
		// ...text: the text may be the end of a literal piece.
		if len(pk) > 1 && m.pf.nodes[pk[1]].piece {
			for j, n := range nk {
				if m.f.nodes[n].piece && strings.Contains(m.f.nodes[n].Text, m.pf.nodes[pk[1]].Text) && m.interp(pk[2:], nk[j+1:], k) {
					return true
				}
			}
		}
		return false
	case MetaSeq:
		for j := len(nk); j >= 0; j-- {
			if m.bind(m.pf.nodes[pk[0]].Text, nk[:j], func() bool { return m.interp(pk[1:], nk[j:], k) }) {
				return true
			}
		}
		return false
	case Str:
		if len(nk) > 0 && m.f.nodes[nk[0]].piece && m.pf.nodes[pk[0]].piece && len(pk) > 1 && m.pf.kind(pk[1]) == Ellipsis &&
			strings.HasPrefix(m.f.nodes[nk[0]].Text, m.pf.nodes[pk[0]].Text) {
			return m.interp(pk[1:], nk[1:], k)
		}
	}
	if len(nk) == 0 || m.pf.nodes[pk[0]].piece != m.f.nodes[nk[0]].piece {
		return false
	}
	return m.match(pk[0], nk[0], func() bool { return m.interp(pk[1:], nk[1:], k) })
}

// function compares functions: parameters and the rest.
func (m *matcher) function(pk, nk []NodeID, k func() bool) bool {
	return m.slots(pk, nk, k)
}

// varDef compares declarations. A pattern without a value means one without.
func (m *matcher) varDef(pk, nk []NodeID, k func() bool) bool {
	if pk[3] == 0 && nk[3] != 0 {
		return false
	}
	return m.slots(pk, nk, k)
}

// commutes tells for which operators the operands may be swapped and regrouped.
func commutes(op string) bool {
	switch op {
	case "&&", "||", "and", "or", "&", "|", "^":
		return true
	}
	return false
}

func (m *matcher) binary(p, n NodeID, k func() bool) bool {
	x, y := &m.pf.nodes[p], &m.f.nodes[n]
	if x.Text != y.Text {
		return false
	}
	pk, nk := m.pf.Kids(p), m.f.Kids(n)
	if !commutes(x.Text) || m.p.opts.NoAC {
		if m.seq(pk, nk, k) {
			return true
		}
		if m.p.opts.CommuteComp && (x.Text == "==" || x.Text == "!=" || x.Text == "===" || x.Text == "!==") && len(pk) == 2 && len(nk) == 2 {
			return m.seq(pk, []NodeID{nk[1], nk[0]}, k)
		}
		return false
	}
	want, have := m.pf.operands(p, x.Text, nil), m.f.operands(n, x.Text, nil)
	open := slices.ContainsFunc(want, func(w NodeID) bool { return m.pf.kind(w) == Ellipsis })
	if len(want) == len(have) || open {
		return m.anyOrder(want, have, false, k)
	}
	return m.seq(pk, nk, k)
}

// operands flattens a op b op c.
func (f *File) operands(n NodeID, op string, out []NodeID) []NodeID {
	if x := &f.nodes[n]; x.Kind == Binary && x.Text == op {
		for _, k := range f.Kids(n) {
			out = f.operands(k, op, out)
		}
		return out
	}
	return append(out, n)
}

// deep looks for p in n and all below it.
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

// bind gives a metavariable its value, or compares it with the one it has.
func (m *matcher) bind(name string, nodes []NodeID, k func() bool) bool {
	if name == "$_" {
		return k()
	}
	v := Value{file: m.f, nodes: nodes}
	if len(nodes) > 0 {
		v.Span = Span{m.f.nodes[nodes[0]].Start, m.f.nodes[nodes[len(nodes)-1]].End}
		v.Text = m.f.Text(v.Span)
		if v.Span.End == 0 { // a name that an import stands for
			v.Text = strings.Join(m.f.dotted(nodes[0]), ".")
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
	m.binds = append(m.binds, Binding{name, v})
	stop := k()
	m.binds = m.binds[:len(m.binds)-1]
	return stop
}

var oneMeta = regexp.MustCompile(`^\$(\.\.\.)?[A-Z_][A-Z_0-9]*$`)

// str compares the text of a literal, found at n, with that in a pattern.
func (m *matcher) str(p string, n NodeID, text string, k func() bool) bool {
	switch {
	case p == "...":
		return k()
	case p == text:
		return k()
	case oneMeta.MatchString(p):
		span := m.f.Span(n)
		if i := strings.Index(m.f.Text(span), text); i >= 0 && text != "" {
			span = Span{span.Start + uint32(i), span.Start + uint32(i+len(text))}
		}
		return m.bindValue(p, Value{Span: span, Text: text, file: m.f, nodes: []NodeID{n}, content: true}, k)
	case strings.HasPrefix(p, "=~/") && strings.LastIndexByte(p, '/') > 2:
		end := strings.LastIndexByte(p, '/')
		re, err := cachedRegexp(flags(p[end+1:]) + p[3:end])
		return err == nil && re.MatchString(text) && k()
	case strings.Contains(p, "..."):
		return wildcards(p, text) && k()
	}
	return false
}

// flags are what may follow a regular expression.
func flags(s string) string {
	if s == "" || strings.Trim(s, "ims") != "" {
		return ""
	}
	return "(?" + s + ")"
}

// wildcards compares text with parts that ... separates.
func wildcards(p, text string) bool {
	parts := strings.Split(p, "...")
	if !strings.HasPrefix(text, parts[0]) {
		return false
	}
	text = text[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[len(parts)-1])
}

func (m *matcher) regexpLiteral(p, text string, n NodeID, k func() bool) bool {
	if p == text || p == "/.../" {
		return k()
	}
	inner := strings.Trim(p, "/")
	if oneMeta.MatchString(inner) && len(text) > 1 {
		content := text[1:max(1, strings.LastIndexByte(text, '/'))]
		return m.bindValue(inner, Value{Span: m.f.Span(n), Text: content, file: m.f, nodes: []NodeID{n}, content: true}, k)
	}
	return false
}

func sameNumber(a, b string) bool {
	return a == b || strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

// equivalent compares nodes that mean the same though they look different.
func (m *matcher) equivalent(p, n NodeID, k func() bool) bool {
	x, y := &m.pf.nodes[p], &m.f.nodes[n]
	switch y.Kind {
	case Ident:
		// An imported name.
		if a := m.f.aliasOf(n); a != 0 && x.Kind == m.f.kind(a) && m.match(p, a, k) {
			return true
		}
		if x.Kind == Member && len(m.f.wildcards) > 0 {
			if path := m.pf.dotted(p); path != nil && path[len(path)-1] == y.Text &&
				slices.Contains(m.f.wildcards, strings.Join(path[:len(path)-1], ".")) && k() {
				return true
			}
		}
	case KwArg, Pair:
		if x.Kind == KwArg || x.Kind == Pair {
			return m.slots(m.pf.Kids(p), m.f.Kids(n), k)
		}
	case VarDef:
		if x.Kind == Assign && !m.p.opts.NoVardef && m.f.Kid(n, 3) != 0 {
			return m.slots(m.pf.Kids(p), []NodeID{m.f.Kid(n, 1), m.f.Kid(n, 3)}, k)
		}
	}
	if m.p.opts.Symbolic && (y.Kind == Ident || y.Kind == Member) {
		if v := m.f.Value(n); v != 0 && m.match(p, v, k) {
			return true
		}
	}
	switch x.Kind {
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
		// A function that is given a name.
		if v := m.f.Kid(n, 3); x.Text == "def" && y.Kind == VarDef && m.f.kind(v) == Func && !m.p.opts.NoArrow {
			pk, nk := m.pf.Kids(p), m.f.Kids(v)
			return m.slots(pk[1:], []NodeID{m.f.Kid(n, 1), nk[2], nk[3], nk[4]}, k)
		}
	case Str, Num, Lit, Regexp:
		if y.Kind == x.Kind || m.p.opts.NoConstants && y.Kind != Interp && y.Kind != Concat {
			return false
		}
		c, ok := m.f.Constant(n)
		switch {
		case !ok || c.Kind != x.Kind:
			return false
		case x.Kind == Str:
			if c.At != 0 {
				n = c.At // what is bound is the literal
			}
			return m.str(x.Text, n, c.Text, k)
		case x.Kind == Num:
			return sameNumber(x.Text, c.Text) && k()
		case x.Kind == Regexp:
			return m.regexpLiteral(x.Text, c.Text, n, k)
		}
		return x.Text == c.Text && k()
	case Member:
		if y.Kind == TypeArgs && m.match(p, m.f.Kid(n, 0), k) {
			return true
		}
		if m.pf.kind(m.pf.Kid(p, 1)) == Ellipsis {
			return m.chain(m.pf.Kid(p, 0), n, k) // o. ... with nothing more
		}
		// o. ... .name: any chain may be between.
		if inner := m.pf.Kid(p, 0); y.Kind == Member && m.pf.kind(inner) == Member && m.pf.kind(m.pf.Kid(inner, 1)) == Ellipsis {
			return m.match(m.pf.Kid(p, 1), m.f.Kid(n, 1), func() bool {
				return m.chain(m.pf.Kid(inner, 0), m.f.Kid(n, 0), k)
			})
		}
	}
	return false
}

// chain looks for p at n and at all it is called on.
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
