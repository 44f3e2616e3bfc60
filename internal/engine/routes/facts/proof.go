package facts

import (
	"cmp"
	"strconv"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/refusal"
)

// Guard is something in front of a handler that may refuse a caller. The linker decides
// whether it does, see [Linker.Proven].
type Guard struct {
	Name string // as shown
	// Looks: its name suggests a guard. Others count only if they are proven.
	Looks bool
	// Known: the library or framework that it belongs to refuses callers.
	Known bool

	symbols []string // functions and classes in the file; one that refuses is proof
	file    string
	// handles: it is the handler of the route, so it is a guard only if it hands requests on.
	handles bool
}

// Refusal is what a function does to requests, see [refusal.Summary]. Calls and Tail are symbols.
type Refusal struct {
	Refuses, Throws, Passes, Denies bool
	Calls, Tail, Asked              []string
}

// Named is a guard that only its name suggests.
func Named(name string) Guard { return Guard{Name: name, Looks: true} }

// KnownGuard is a guard of a library.
func KnownGuard(name string) Guard { return Guard{Name: name, Looks: true, Known: true} }

// Refusing is a guard that one of some functions or classes of this file, or of its
// imports, proves.
func (s *Reader) Refusing(name string, looks bool, symbols ...string) Guard {
	return Guard{Name: name, Looks: looks, symbols: symbols, file: s.Path}
}

// GuardsAmong returns what may be a guard among middleware, including that in lists.
func (s *Reader) GuardsAmong(list []match.NodeID) []Guard {
	var out []Guard
	for _, n := range list {
		for _, e := range s.Elements(s.Literal(n)) {
			if g, ok := s.GuardAt(e); ok {
				out = append(out, g)
			}
		}
	}
	return out
}

// GuardAt returns an expression as a guard. It is none if it neither is named like one nor
// refers to a function.
func (s *Reader) GuardAt(n match.NodeID) (Guard, bool) {
	n = s.Unwrapped(n)
	g := Guard{Name: s.GuardName(n), file: s.Path}
	g.Looks = g.Name != ""
	lenient := s.lenient != nil && s.Kind(n) == match.Call && s.lenient(s, n)
	if sym := s.Symbol(n); sym != "" && !lenient {
		g.symbols = append(g.symbols, sym)
	}
	callee, args := s.Call(n)
	if callee != 0 && len(args) <= 4 {
		for _, a := range args {
			if k := s.Kind(a); k == match.Ident || k == match.Member || k == match.Func || k == match.Call {
				if sym := s.Symbol(a); sym != "" && (k != match.Call || strings.EqualFold(s.Called(n), "depends")) {
					g.symbols = append(g.symbols, sym)
				}
			}
		}
	}
	if g.Name == "" {
		if callee != 0 {
			g.Name = s.Name(callee)
			if len(args) > 0 && len(g.symbols) > 1 && s.Name(args[0]) != "" {
				g.Name = s.Name(args[0])
			}
		} else {
			g.Name = s.Name(n)
		}
		if g.Name == "" {
			g.Name = "(anonymous)"
		}
	}
	return g, g.Looks || len(g.symbols) > 0
}

// HandlerGuard returns the handler of a route as a guard: it may be middleware for a handler
// that is declared elsewhere, or a wrapper that refuses.
func (s *Reader) HandlerGuard(n match.NodeID) (Guard, bool) {
	g, ok := s.GuardAt(n)
	callee, args := s.Call(n)
	g.handles, g.Looks = true, callee != 0 && s.GuardNamed(callee) != ""
	if len(args) > 0 && len(g.symbols) > 0 { // what it wraps is the handler
		g.handles, g.symbols = false, g.symbols[:1]
	}
	return g, ok
}

// Refusal returns the analysis of the file's functions.
func (s *Reader) Refusal() *refusal.Analysis {
	if s.analysis == nil {
		s.analysis = refusal.New(s.File)
	}
	return s.analysis
}

// summarize records what the functions and classes of a file do to requests.
func (s *Reader) summarize(l *Language) {
	for _, n := range s.NodesOf(match.Func) {
		if s.Exhausted() {
			return
		}
		var x refusal.Summary
		if l.Predicates[s.Ident(s.Kid(n, 1))] {
			x = s.Refusal().Predicate(n)
		} else {
			x = s.Refusal().Of(n)
		}
		r := Refusal{Refuses: x.Refuses, Throws: x.Throws, Passes: x.Passes, Calls: s.symbolsOf(x.Calls), Tail: s.symbolsOf(x.Tail), Denies: x.Denies, Asked: s.symbolsOf(x.Asked)}
		if l.Demands != nil {
			r.Tail = append(r.Tail, l.Demands(s, n)...)
		}
		sym := s.Symbol(n)
		s.AddRefusal(sym, r)
		if s.Facts.Spans == nil {
			s.Facts.Spans = map[string]engine.Lines{}
		}
		s.Facts.Spans[sym] = s.LinesOf(n)
	}
	for _, c := range s.NodesOf(match.Class) {
		if name := s.Ident(s.Kid(c, 1)); name != "" && len(l.Predicates) > 0 {
			s.AddRefusal(name, s.classRefusal(l, c, name))
		}
	}
}

// classRefusal: a class refuses if one of its methods decides so, else if a superclass does.
func (s *Reader) classRefusal(l *Language, c match.NodeID, name string) (r Refusal) {
	own := false
	for _, m := range s.Kids(s.Kid(c, 3)) {
		method := s.Ident(s.Kid(m, 1))
		if _, ok := l.Predicates[method]; ok && s.Kind(m) == match.Func {
			r.Tail = append(r.Tail, name+"."+method)
			own = own || !strings.Contains(s.Text(s.Span(m)), "super")
		}
	}
	if !own {
		r.Tail = append(r.Tail, s.symbolsOf(s.Kids(s.Kid(c, 2)))...)
	}
	return r
}

// AddRefusal records what a symbol does to requests, unless it is nothing.
func (s *Reader) AddRefusal(sym string, r Refusal) {
	if sym == "" || !r.Refuses && !r.Passes && !r.Denies && len(r.Calls)+len(r.Tail) == 0 || s.Full(len(s.Facts.Refusals)/4) {
		return
	}
	if s.Facts.Refusals == nil {
		s.Facts.Refusals = map[string]Refusal{}
	}
	s.Facts.Refusals[sym] = r
}

func (s *Reader) symbolsOf(nodes []match.NodeID) (out []string) {
	for _, n := range nodes {
		if sym := s.Symbol(n); sym != "" && len(sym) < 200 {
			out = append(out, sym)
		}
	}
	return out
}

// Proven reports whether a guard refuses callers depending on who they are.
func (l *Linker) Proven(g Guard) bool {
	if g.Known {
		return true
	}
	for _, sym := range g.symbols {
		if p := l.proof(g.file, sym, 0); p.known || p.refuses && (!g.handles || p.passes) {
			return true
		}
	}
	return false
}

type proof struct{ known, refuses, throws, passes, denies bool }

// maxProof bounds the functions that a proof is followed through.
const maxProof = 6

// proof returns what a symbol does to requests, or the functions that it leaves that to.
func (l *Linker) proof(file, name string, depth int) proof {
	if depth > maxProof {
		return proof{}
	}
	key := symbol{file, name}
	if p, ok := l.proofs[key]; ok {
		return p
	}
	l.proofs[key] = proof{} // a cycle proves nothing
	p := l.prove(file, name, depth)
	if depth == 0 || p.refuses {
		l.proofs[key] = p
	} else {
		delete(l.proofs, key)
	}
	return p
}

func (l *Linker) prove(file, name string, depth int) (out proof) {
	from := l.Facts(file)
	to := l.Resolve(file, name)
	to = l.maker(to)
	if to.file == "" {
		known := false
		if lang := l.language(from); lang != nil && lang.KnownGuard != nil {
			known = lang.KnownGuard(strings.ReplaceAll(to.name, "()", ""))
		}
		return proof{known: known, refuses: known, throws: known}
	}
	x := l.Facts(to.file)
	if x == nil {
		return proof{}
	}
	r := x.Refusals[to.name]
	out = proof{refuses: r.Refuses, throws: r.Throws, passes: r.Passes, denies: r.Denies}
	for _, sym := range r.Tail {
		if out.refuses && out.throws {
			return out
		}
		p := l.proof(to.file, sym, depth+1)
		out = proof{out.known || p.known, out.refuses || p.refuses, out.throws || p.throws, out.passes || p.passes, out.denies}
	}
	for _, sym := range r.Asked {
		if !out.refuses && l.proof(to.file, sym, depth+1).denies {
			out.refuses, out.throws = true, true
		}
	}
	for _, sym := range r.Calls {
		if out.refuses {
			break
		}
		if p := l.proof(to.file, sym, depth+1); p.throws {
			out.refuses, out.throws = true, true
		}
	}
	return out
}

// maker is the function that returns a symbol, if what it returns is unknown.
func (l *Linker) maker(to symbol) symbol {
	for range 5 {
		x := l.Facts(to.file)
		if !strings.HasSuffix(to.name, "()") || x == nil || x.known(to.name) {
			break
		}
		to = l.Resolve(to.file, strings.TrimSuffix(to.name, "()"))
	}
	return to
}

func (f *File) known(name string) bool {
	_, ok := f.Refusals[name]
	return ok || f.Aliases[name] != ""
}

// Choose returns the first guard that is proven or, if there is none, the first that looks
// like one.
func (l *Linker) Choose(list []Guard) (guard, candidate string) {
	for _, g := range list {
		switch v := l.verdict(g); {
		case v.router:
		case v.proven:
			return Short(g.Name), ""
		case candidate == "" && g.Looks:
			candidate = Short(g.Name)
		}
	}
	return "", candidate
}

// matters reports whether a guard is proven or at least a candidate.
func (l *Linker) matters(g Guard) bool {
	v := l.verdict(g)
	return !v.router && (v.proven || g.Looks)
}

type verdict struct{ router, proven bool }

// verdict judges a guard, once: the same one may be in front of many routes.
func (l *Linker) verdict(g Guard) verdict {
	if g.Known || len(g.symbols) == 0 {
		return verdict{proven: g.Known}
	}
	key := strings.Join(append([]string{g.file, strconv.FormatBool(g.handles)}, g.symbols...), "\x00")
	v, ok := l.verdicts[key]
	if !ok {
		v = verdict{l.isRouter(g), l.Proven(g)}
		l.verdicts[key] = v
	}
	return v
}

// chooseFor chooses the guard of a route.
func (l *Linker) chooseFor(r *Route, list []Guard) (guard, candidate string) {
	guard, candidate = l.Choose(list)
	if r.Open {
		return "", cmp.Or(guard, candidate)
	}
	return guard, candidate
}

// isRouter: a router that is named like a guard, as in app.use('/auth', auth).
func (l *Linker) isRouter(g Guard) bool {
	if g.Known || len(g.symbols) == 0 || g.file == "" {
		return false
	}
	to := l.Resolve(g.file, g.symbols[0])
	x := l.files[to.file]
	return x != nil && x.Routers[to.name] != nil
}
