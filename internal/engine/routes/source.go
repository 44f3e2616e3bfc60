package routes

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"vigil/internal/engine/match"
)

// source is a file that is being looked at, and what has been learned of it.
type source struct {
	*match.File
	facts     *facts
	ctx       context.Context
	framework string
	locals    map[match.NodeID]map[string]bool // names that a function declares
	requires  map[string]string
	anonymous map[match.NodeID]string // the symbols of routers that expressions make
	values    map[string]match.NodeID // objects and lists by the variables that hold them
	steps     int
	wrapped   func(s *source, call match.NodeID) match.NodeID // see language
}

func newSource(ctx context.Context, f *match.File) *source {
	return &source{File: f, ctx: ctx, facts: &facts{
		path: f.Path, language: f.Language,
		imports: map[string]imported{}, exports: map[string]string{}, aliases: map[string]string{}, consts: map[string]text{},
		functions: map[string][]string{}, routers: map[string]*router{}, views: map[string]view{}, classes: map[string]*class{},
	}}
}

func (s *source) kind(n match.NodeID) match.Kind { return s.Node(n).Kind }
func (s *source) at(n match.NodeID) uint32       { return s.Node(n).Start }
func (s *source) line(n match.NodeID) int        { return s.Tree.Line(s.Node(n).Start) }

// ident returns the name that a node is, "" if it is none.
func (s *source) ident(n match.NodeID) string {
	if s.kind(n) == match.Ident {
		return s.Node(n).Text
	}
	return ""
}

// chain returns the names of a.b.c, nil for anything else.
func (s *source) chain(n match.NodeID) []string {
	switch s.kind(n) {
	case match.Ident:
		return []string{s.Node(n).Text}
	case match.Member:
		if left := s.chain(s.Kid(n, 0)); left != nil && s.kind(s.Kid(n, 1)) == match.Ident {
			return append(left, s.Node(s.Kid(n, 1)).Text)
		}
	}
	return nil
}

// name is what people call a function: a.b.c. It is never more of the source than names,
// for a route may be seen by those who may not see the source.
func (s *source) name(n match.NodeID) string { return strings.Join(s.chain(n), ".") }

// member returns the object and the name of a.b, "" if n is nothing of the kind.
func (s *source) member(n match.NodeID) (object match.NodeID, name string) {
	if s.kind(n) != match.Member {
		return 0, ""
	}
	return s.Kid(n, 0), s.ident(s.Kid(n, 1))
}

// call returns what a call calls and its arguments, or a new object's type and those.
func (s *source) call(n match.NodeID) (callee match.NodeID, args []match.NodeID) {
	if k := s.kind(n); k != match.Call && k != match.New {
		return 0, nil
	}
	return s.Kid(n, 0), s.Kids(s.Kid(n, 1))
}

// called is the last name of what a call calls: "get" of app.get().
func (s *source) called(n match.NodeID) string {
	callee, _ := s.call(n)
	if _, name := s.member(callee); name != "" {
		return name
	}
	return s.ident(callee)
}

// positional returns the arguments without those that have names.
func (s *source) positional(args []match.NodeID) []match.NodeID {
	return slices.DeleteFunc(slices.Clone(args), func(n match.NodeID) bool { return s.kind(n) == match.KwArg || s.kind(n) == match.Spread })
}

// keyword returns the value of a named argument, 0 if there is none.
func (s *source) keyword(args []match.NodeID, name string) match.NodeID {
	for _, a := range args {
		if s.kind(a) == match.KwArg && s.ident(s.Kid(a, 0)) == name {
			return s.Kid(a, 1)
		}
	}
	return 0
}

// argument returns the argument with a name, or at a position.
func (s *source) argument(args []match.NodeID, position int, name string) match.NodeID {
	if n := s.keyword(args, name); n != 0 {
		return n
	}
	if p := s.positional(args); position >= 0 && position < len(p) {
		return p[position]
	}
	return 0
}

// entry returns the value of a key of an object.
func (s *source) entry(dict match.NodeID, key string) match.NodeID {
	if s.kind(dict) != match.Dict {
		return 0
	}
	for _, p := range s.Kids(dict) {
		if s.kind(p) == match.Pair && s.key(s.Kid(p, 0)) == key {
			return s.Kid(p, 1)
		}
		if s.kind(p) == match.Func && s.ident(s.Kid(p, 1)) == key {
			return p
		}
	}
	return 0
}

// value returns the object or list that an expression is, perhaps by a name in this file.
func (s *source) value(n match.NodeID) match.NodeID {
	if s.kind(n) != match.Ident {
		return n
	}
	if s.values == nil {
		s.values = map[string]match.NodeID{}
		for _, v := range s.NodesOf(match.VarDef) {
			if k := s.kind(s.Kid(v, 3)); k == match.Dict || k == match.Array {
				s.values[s.symbol(s.Kid(v, 1))] = s.Kid(v, 3)
			}
		}
	}
	if v, ok := s.values[s.symbol(n)]; ok {
		return v
	}
	return n
}

// key is the name of a key of an object.
func (s *source) key(n match.NodeID) string {
	if k := s.kind(n); k == match.Ident || k == match.Str {
		return s.Node(n).Text
	}
	return ""
}

// elements returns those of a list, or the node itself if it is none.
func (s *source) elements(n match.NodeID) []match.NodeID {
	switch s.kind(n) {
	case match.None:
		return nil
	case match.Array, match.Tuple:
		return s.Kids(n)
	case match.Dict: // a set of Python
		if len(s.Kids(n)) > 0 && s.kind(s.Kid(n, 0)) != match.Pair {
			return s.Kids(n)
		}
	}
	return []match.NodeID{n}
}

// strings returns the constants in a list, or the one that n is.
func (s *source) strings(n match.NodeID) []string {
	var out []string
	for _, e := range s.elements(n) {
		if c, ok := s.Constant(e); ok && c.Kind == match.Str {
			out = append(out, c.Text)
		}
	}
	return out
}

// parent returns the closest node above n that is of a kind.
func (s *source) parent(n match.NodeID, kinds ...match.Kind) match.NodeID {
	for n = s.Node(n).Parent; n != 0 && !s.done(); n = s.Node(n).Parent {
		if slices.Contains(kinds, s.kind(n)) {
			return n
		}
	}
	return 0
}

// text returns the string that an expression is, as far as it is known; ok is false if
// nothing of it is.
func (s *source) text(n match.NodeID) (out text, ok bool) { return s.textDepth(n, 0) }

func (s *source) textDepth(n match.NodeID, depth int) (text, bool) {
	if n == 0 || depth > 50 {
		return nil, false
	}
	if c, ok := s.Constant(n); ok {
		if c.Kind != match.Str {
			return nil, false
		}
		return lit(c.Text), true
	}
	switch s.kind(n) {
	case match.Interp, match.Concat:
		var out text
		for _, k := range s.Kids(n) {
			t, ok := s.textDepth(k, depth+1)
			if !ok {
				t = text{{ref: "?"}}
			}
			out = append(out, t...)
		}
		return out, true
	case match.Binary:
		if op := s.Node(n).Text; op != "+" && op != "." {
			return nil, false
		}
		a, ok1 := s.textDepth(s.Kid(n, 0), depth+1)
		b, ok2 := s.textDepth(s.Kid(n, 1), depth+1)
		if !ok1 {
			a = text{{ref: "?"}}
		}
		if !ok2 {
			b = text{{ref: "?"}}
		}
		return slices.Concat(a, b), ok1 || ok2
	case match.Ident, match.Member:
		if sym := s.symbol(n); sym != "" {
			return text{{ref: sym}}, true
		}
	}
	return nil, false
}

// symbol names what an expression is, "" if that cannot be told.
func (s *source) symbol(n match.NodeID) string { return s.symbolDepth(n, 0) }

func (s *source) symbolDepth(n match.NodeID, depth int) string {
	if depth > 50 {
		return ""
	}
	if len(s.anonymous) > 0 && s.kind(n) != match.Ident && s.kind(n) != match.Member {
		if sym, ok := s.anonymous[s.base(n)]; ok {
			return sym
		}
	}
	switch s.kind(n) {
	case match.Ident:
		return s.scoped(s.Node(n).Text, n)
	case match.Member:
		object, name := s.member(n)
		if name == "" {
			return ""
		}
		if o := s.ident(object); o == "this" || o == "self" || o == "cls" {
			if c := s.parent(n, match.Class); c != 0 {
				return s.ident(s.Kid(c, 1)) + "." + name
			}
		}
		if o := s.symbolDepth(object, depth+1); o != "" {
			return o + "." + name
		}
	case match.Func:
		return "fn:" + s.symbolAt(n)
	case match.New:
		return s.symbolDepth(s.Kid(n, 0), depth+1)
	case match.Cast:
		return s.symbolDepth(s.Kid(n, 1), depth+1)
	case match.Call:
		callee, args := s.call(n)
		if name := s.ident(callee); (name == "require" || name == "import") && len(args) == 1 {
			if c, ok := s.Constant(args[0]); ok && c.Kind == match.Str {
				return s.require(c.Text)
			}
			return ""
		}
		if s.wrapped != nil {
			if value := s.wrapped(s, n); value != 0 {
				return s.symbolDepth(value, depth+1)
			}
		}
		if f := s.symbolDepth(callee, depth+1); f != "" {
			return f + "()"
		}
	default:
		if kids := s.Kids(n); s.kind(n) >= 100 && len(kids) == 1 { // await, say
			return s.symbolDepth(kids[0], depth+1)
		}
	}
	return ""
}

// unwrapped is an expression without what says nothing about its value: await, as const.
func (s *source) unwrapped(n match.NodeID) match.NodeID {
	for range 10 {
		switch kids := s.Kids(n); {
		case s.kind(n) == match.Cast:
			n = s.Kid(n, 1)
		case s.kind(n) >= 100 && len(kids) == 1 && kids[0] != 0:
			n = kids[0]
		default:
			return n
		}
	}
	return n
}

// symbolAt is a part of a symbol that no other node of the kind has.
func (s *source) symbolAt(n match.NodeID) string { return strconv.Itoa(int(s.at(n))) }

// require names a module that is used where it is required.
func (s *source) require(module string) string {
	if s.requires == nil {
		s.requires = map[string]string{}
	}
	name, ok := s.requires[module]
	if !ok {
		name = "require:" + strconv.Itoa(len(s.requires))
		s.requires[module] = name
		s.facts.imports[name] = imported{module: module}
	}
	return name
}

// scoped is the symbol of a name that is used at n.
func (s *source) scoped(name string, n match.NodeID) string {
	if s.locals == nil {
		s.findLocals()
	}
	for f := s.parent(n, match.Func); f != 0; f = s.parent(f, match.Func) {
		if s.locals[f][name] {
			return s.local(f, name)
		}
	}
	return name
}

// local is the symbol of a name that a function declares.
func (s *source) local(f match.NodeID, name string) string {
	return strconv.Itoa(int(s.at(f))) + "#" + name
}

// parameters returns the symbols of a function's parameters, "" for those without a name.
func (s *source) parameters(f match.NodeID) []string {
	var out []string
	for _, p := range s.Kids(s.Kid(f, 2)) {
		name := p
		if s.kind(p) == match.Param {
			name = s.Kid(p, 1)
		}
		if t := s.ident(name); t != "" {
			out = append(out, s.local(f, t))
		} else {
			out = append(out, "")
		}
	}
	return out
}

func (s *source) findLocals() {
	s.locals = map[match.NodeID]map[string]bool{}
	declare := func(n match.NodeID, name string) {
		if f := s.parent(n, match.Func); f != 0 && name != "" {
			if s.locals[f] == nil {
				s.locals[f] = map[string]bool{}
			}
			s.locals[f][name] = true
		}
	}
	for _, n := range s.NodesOf(match.Func) {
		for _, p := range s.Kids(s.Kid(n, 2)) {
			name := p
			if s.kind(p) == match.Param {
				name = s.Kid(p, 1)
			}
			declare(p, s.ident(name))
		}
		if s.Node(n).Text == "def" && s.kind(s.Node(s.Node(n).Parent).Parent) != match.Class {
			declare(n, s.ident(s.Kid(n, 1)))
		}
	}
	for _, n := range s.NodesOf(match.VarDef) {
		target := s.Kid(n, 1)
		declare(n, s.ident(target))
		for _, p := range s.elementsOfPattern(target) {
			declare(n, p)
		}
	}
	if s.Language == "python" || s.Language == "ruby" || s.Language == "php" || s.Language == "go" {
		for _, n := range s.NodesOf(match.Assign) {
			for _, t := range s.elements(s.Kid(n, 0)) {
				declare(n, s.ident(t))
			}
		}
	}
}

// elementsOfPattern returns the names that a destructuring pattern binds.
func (s *source) elementsOfPattern(n match.NodeID) []string {
	var out []string
	switch s.kind(n) {
	case match.Dict:
		for _, p := range s.Kids(n) {
			if s.kind(p) == match.Pair {
				out = append(out, s.ident(s.Kid(p, 1)))
			}
		}
	case match.Array, match.Tuple:
		for _, p := range s.Kids(n) {
			out = append(out, s.ident(p))
		}
	}
	return out
}

// maxSteps is how much of a file may be walked through, again and again: functions within
// functions are.
const maxSteps = 20_000_000

// done tells whether the file has had its share of time and work.
func (s *source) done() bool {
	if s.steps++; s.steps > maxSteps || s.steps%1000 == 0 && s.ctx.Err() != nil {
		s.facts.cut = true
	}
	return s.facts.cut
}

// full tells whether a file has so many facts of a kind that no more are taken.
func (s *source) full(n int) bool {
	if n >= maxFileFacts || s.ctx.Err() != nil {
		s.facts.cut = true
		return true
	}
	return false
}

func (s *source) addRoute(n match.NodeID, r route) {
	if s.full(len(s.facts.routes)) {
		return
	}
	r.framework, r.line = s.framework, s.line(n)
	if r.at == 0 {
		r.at = s.at(n)
	}
	s.facts.routes = append(s.facts.routes, r)
}

func (s *source) addMount(m mount) {
	if m.parent != "" && m.child != "" && !s.full(len(s.facts.mounts)) {
		s.facts.mounts = append(s.facts.mounts, m)
	}
}

func (s *source) addUse(u use) {
	if u.router != "" && u.guard != "" && !s.full(len(s.facts.uses)) {
		s.facts.uses = append(s.facts.uses, u)
	}
}

// sourceText is the first line of a node.
func (s *source) sourceText(n match.NodeID) string {
	t := s.Text(s.Span(n))
	if i := strings.IndexByte(t, '\n'); i >= 0 {
		t = t[:i]
	}
	return t[:min(len(t), 80)]
}
