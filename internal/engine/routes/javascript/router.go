package javascript

import (
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// dialect is a framework in which a route is a call on a router: app.get(path, handler).
// All are read together, since a router passed as a parameter does not tell which
// framework created it; the linker finds out.
type dialect struct {
	name  string
	words []string // prefilter
	// makes returns the router that a call of a module's function creates, or nil.
	makes func(s *source, n match.NodeID, module, name string) *facts.Router
	// derives are methods that return a subrouter.
	derives map[string]func(s *source, n match.NodeID)
	// calls handle further router methods, besides use and the HTTP
	// verbs. They return false for a call that is not theirs.
	calls map[string]func(s *source, n, object match.NodeID, args []match.NodeID) bool
	// wraps returns the value that a call passes through, 0 if it makes one of its own.
	wraps func(s *facts.Reader, call match.NodeID) match.NodeID
	// options interprets an options object among the arguments of a route.
	options func(s *source, options match.NodeID) (guards []facts.Guard, params []engine.RouteParam)
}

// dialects lists all of them, the most common first. If two recognize a call, the first
// wins.
var dialects = []dialect{express, restify, koa, hono, fastify}

// routers discovers the routes of all dialects. A route on an unknown router is attributed
// to the first dialect, the most common one.
var routers = facts.Framework{
	Name:    dialects[0].name,
	Endings: jsEndings,
	Words:   dialectWords(),
	Look:    func(s *facts.Reader) { lookRouters(&source{s, dialects}) },
}

func dialectWords() []string {
	words := []string{"router", "app.get(", "app.post(", "app.use(", "app.route(", ".get('/", `.get("/`, ".get(`/", ".post('/", `.post("/`, ".post(`/"}
	for _, d := range dialects {
		words = append(words, d.words...)
	}
	return words
}

func lookRouters(s *source) {
	s.jsDeclare()
	for _, n := range s.NodesOf(match.Call) {
		if s.Exhausted() {
			return
		}
		callee, args := s.Call(n)
		object, name := s.Member(callee)
		if s.Kind(callee) == match.Index { // app['get'](…)
			if c, ok := s.Constant(s.Kid(callee, 1)); ok && c.Kind == match.Str {
				object, name = s.Kid(callee, 0), c.Text
			}
		}
		if object == 0 {
			s.PassRouters(n, args)
			continue
		}
		lower := strings.ToLower(name)
		switch {
		case name == "use":
			s.jsUse(n, object, args)
		case facts.Verbs[lower] != "" || lower == "all" || lower == "del" || lower == "query":
			s.jsVerb(n, object, lower, args)
		case s.dialectCall(n, object, name, args):
		case name == "route" && s.methodFirst(n, args):
		default:
			s.PassRouters(n, args)
		}
	}
}

// jsDeclare records the routers that a file creates.
func (s *source) jsDeclare() {
	s.Anonymous = map[match.NodeID]string{}
	for _, kind := range []match.Kind{match.Call, match.New} {
		for _, n := range s.NodesOf(kind) {
			callee, _ := s.Call(n)
			module, name := s.Origin(callee)
			if module == "" {
				continue
			}
			for _, d := range s.dialects {
				if r := d.makes(s, n, module, name); r != nil {
					sym := s.Made(n)
					s.Anonymous[n] = sym
					s.Facts.Routers[sym] = r
					break
				}
			}
		}
	}
	for _, n := range s.NodesOf(match.Call) { // subrouters
		for _, d := range s.dialects {
			if derive := d.derives[s.Called(n)]; derive != nil {
				derive(s, n)
			}
		}
	}
}

// dialectCall reports whether a dialect recognizes a call on a router.
func (s *source) dialectCall(n, object match.NodeID, name string, args []match.NodeID) bool {
	for _, d := range s.dialects {
		if call := d.calls[name]; call != nil && call(s, n, object, args) {
			return true
		}
	}
	return false
}

// jsVerb handles object.verb(path, handlers…), or object.route(path).verb(handlers…).
func (s *source) jsVerb(n, object match.NodeID, name string, args []match.NodeID) {
	methods := facts.Methods([]string{name})
	base := s.Base(object)
	if _, a := s.Call(base); s.Called(base) == "route" && len(a) >= 1 && s.Kind(a[0]) != match.Dict {
		callee, _ := s.Call(base)
		router, _ := s.Member(callee)
		for _, p := range s.Elements(a[0]) {
			if t, ok := s.Template(p); ok && router != 0 {
				s.jsRoute(n, router, methods, t, args)
			}
		}
		return
	}
	if len(args) > 2 && s.Kind(args[1]) == match.Str && s.Kind(args[0]) == match.Str && !strings.HasPrefix(s.Node(args[0]).Text, "/") { // Koa: a name first
		args = args[1:]
	}
	if len(args) < 2 {
		return
	}
	if last := args[len(args)-1]; !s.isHandler(last) && !(s.Kind(last) == match.Dict && s.Entry(last, "handler") != 0) {
		return
	}
	if s.Kind(base) == match.Call && s.Anonymous[base] == "" { // request(app).get(…) sends a request
		return
	}
	for _, p := range s.Elements(args[0]) {
		if s.Kind(p) == match.Dict { // Restify
			if url := s.Entry(p, "url"); url != 0 {
				p = url
			} else {
				p = s.Entry(p, "path")
			}
		}
		t, ok := s.Template(p)
		if s.Kind(p) == match.Regexp {
			t, ok = facts.Text(s.Node(p).Text), true
		}
		if !ok || len(t) == 1 && t[0].Text == "*" || s.Kind(p) == match.Func {
			continue
		}
		s.jsRoute(n, base, methods, t, args[1:])
	}
}

// jsRoute records a route whose handlers are the last arguments of a call.
func (s *source) jsRoute(n, base match.NodeID, methods []string, path facts.Template, handlers []match.NodeID) {
	sym := s.Symbol(base)
	if sym == "" || len(methods) == 0 {
		return
	}
	r := facts.Route{Router: sym, Methods: methods, Path: path, Syntax: facts.ColonSyntax, Guards: s.handlerGuards(handlers), Guess: true}
	for i, h := range handlers {
		if s.Kind(h) == match.Dict {
			for _, d := range s.dialects {
				if d.options != nil {
					g, p := d.options(s, h)
					r.Guards, r.Params = append(r.Guards, g...), append(r.Params, p...)
				}
			}
			if f := s.Entry(h, "handler"); f != 0 && i == len(handlers)-1 {
				h = f
			}
		}
		if i == len(handlers)-1 {
			name, function, params := s.jsHandler(h)
			r.Handler, r.Function, r.Params = name, function, append(r.Params, params...)
			r.Body, r.Made = s.inline(h), s.made(h)
		} else if s.Kind(h) == match.Func {
			r.Params = append(r.Params, s.jsParams(h)...)
		}
	}
	callee, _ := s.Call(n)
	at := s.Kid(callee, 1)
	if at == 0 {
		at = n
	}
	s.AddRoute(at, r) // in a call chain, at its own name
}

// handlerGuards returns what may be a guard among the handlers of a route, the last of which
// handles it.
func (s *source) handlerGuards(handlers []match.NodeID) []facts.Guard {
	last := len(handlers) - 1
	if last < 0 {
		return nil
	}
	list := s.Elements(s.Literal(handlers[last]))
	if len(list) == 0 || s.Kind(handlers[last]) == match.Dict {
		return s.GuardsAmong(handlers[:last])
	}
	out := s.GuardsAmong(append(handlers[:last:last], list[:len(list)-1]...))
	if g, ok := s.HandlerGuard(list[len(list)-1]); ok {
		out = append(out, g)
	}
	return out
}

// isHandler reports whether an argument may be a function.
func (s *source) isHandler(n match.NodeID) bool {
	switch s.Kind(n) {
	case match.Func, match.Ident, match.Member, match.Call, match.Array, match.New, match.Index, match.Spread, match.Cast:
		return true
	}
	return s.Kind(n) >= 100
}

// methodFirst handles this.route('GET', path, handler).
func (s *source) methodFirst(n match.NodeID, args []match.NodeID) bool {
	if len(args) < 3 || s.Kind(args[0]) != match.Str || !facts.IsMethod(strings.ToUpper(s.Node(args[0]).Text)) {
		return false
	}
	t, ok := s.Template(args[1])
	if !ok {
		return false
	}
	name, function, params := s.jsHandler(args[len(args)-1])
	s.AddRoute(n, facts.Route{Methods: facts.Methods(s.Strings(args[0])), Path: t, Syntax: facts.ColonSyntax, Handler: name, Function: function, Params: params, Guards: s.handlerGuards(args[2:]), Body: s.inline(args[len(args)-1])})
	return true
}

// jsUse handles object.use([path], …): mounted routers and guards.
func (s *source) jsUse(n, object match.NodeID, args []match.NodeID) {
	base := s.Symbol(s.Base(object))
	if base == "" || len(args) == 0 {
		return
	}
	if s.useInLoop(n, base, args) {
		return
	}
	prefixes := []facts.Template{nil}
	rest := args
	if len(args) > 1 {
		var paths []facts.Template
		for _, p := range s.Elements(args[0]) {
			if t, ok := s.Template(p); ok && (len(t) > 1 || t[0].Ref == "" || s.pathLike(p)) {
				paths = append(paths, t)
			}
		}
		if len(paths) > 0 {
			prefixes, rest = paths, args[1:]
		}
	}
	for _, prefix := range prefixes {
		var guards []facts.Guard // before what is mounted
		var uses []facts.Use
		for _, a := range rest {
			for _, e := range s.Elements(s.Literal(a)) {
				router := s.routerLike(e)
				if router || s.GuardName(e) == "" {
					s.jsMount(e, base, prefix, e, guards)
				}
				if router && len(prefix) > 0 {
					uses = nil // they are part of the mount
				}
				if g, ok := s.GuardAt(e); ok && !router {
					guards = append(guards, g)
					uses = append(uses, facts.Use{Router: base, Prefix: prefix, Guard: g, At: s.Start(e)})
				}
			}
		}
		for _, u := range uses {
			s.AddUse(u)
		}
	}
}

// routerLike reports whether a name that looks like a guard refers to a router:
// app.use('/auth', auth).
func (s *source) routerLike(n match.NodeID) bool {
	sym := s.Symbol(n)
	if s.Facts.Routers[sym] != nil {
		return true
	}
	for range 5 {
		to, ok := s.Facts.Alias(sym)
		if !ok {
			break
		}
		sym = to
	}
	first, _, _ := strings.Cut(sym, ".")
	module := strings.ToLower(s.Facts.Imports[first].Module)
	return strings.Contains(module, "route") || strings.Contains(module, "controller")
}

// pathLike reports whether a name more likely refers to a path than to a function.
func (s *source) pathLike(n match.NodeID) bool {
	chain := s.Chain(n)
	if chain == nil {
		return false
	}
	last := chain[len(chain)-1]
	l := strings.ToLower(last)
	return strings.ToUpper(last) == last || strings.Contains(l, "prefix") || strings.Contains(l, "path") || strings.Contains(l, "base") || strings.Contains(l, "url")
}

// jsMount mounts an argument of use.
func (s *source) jsMount(n match.NodeID, base string, prefix facts.Template, e match.NodeID, guards []facts.Guard) {
	if s.Kind(e) == match.Call {
		callee, args := s.Call(e)
		_, name := s.Member(callee)
		switch {
		case name == "allowedMethods":
			return
		case s.Ident(callee) == "mount" && len(args) == 2: // koa-mount
			if t, ok := s.Template(args[0]); ok {
				s.jsMount(n, base, append(prefix[:len(prefix):len(prefix)], t...), args[1], guards)
				return
			}
		}
	}
	sym := s.Symbol(e)
	if sym == "" {
		return
	}
	s.AddMount(facts.Mount{Parent: base, Child: sym, Prefix: prefix, Guards: guards, At: s.Start(n)})
}

// useInLoop handles list.forEach((x) => app.use(x.path, x.router)), for a list in this file.
func (s *source) useInLoop(n match.NodeID, base string, args []match.NodeID) bool {
	if len(args) < 2 {
		return false
	}
	path, pathKey := s.Member(args[0])
	router, routerKey := s.Member(args[len(args)-1])
	item := s.Ident(path)
	if item == "" || pathKey == "" || routerKey == "" || s.Ident(router) != item {
		return false
	}
	found := false
	for _, d := range s.listed(n, item) {
		t, ok := s.Template(s.Entry(d, pathKey))
		sym := s.Symbol(s.Entry(d, routerKey))
		if ok && sym != "" {
			s.AddMount(facts.Mount{Parent: base, Child: sym, Prefix: t, Guards: s.GuardsAmong(args[1 : len(args)-1]), At: s.Start(n)})
			found = true
		}
	}
	return found
}

// listed returns the elements of the list that the loop around n binds to item.
func (s *source) listed(n match.NodeID, item string) []match.NodeID {
	list := match.NodeID(0)
	for p := s.Node(n).Parent; p != 0 && list == 0 && !s.Exhausted(); p = s.Node(p).Parent {
		switch s.Kind(p) {
		case match.ForEach:
			if t := s.Kid(p, 0); s.Ident(t) == item || s.Kind(t) == match.VarDef && s.Ident(s.Kid(t, 1)) == item {
				list = s.Kid(p, 1)
			}
		case match.Func:
			params := s.Kids(s.Kid(p, 2))
			args := s.Node(p).Parent
			if len(params) == 0 || s.Kind(args) != match.Args || s.Ident(s.Kid(params[0], 1)) != item {
				continue
			}
			callee, _ := s.Call(s.Node(args).Parent)
			if object, name := s.Member(callee); name == "forEach" || name == "map" {
				list = object
			}
		}
	}
	if list = s.Literal(list); s.Kind(list) != match.Array {
		return nil
	}
	return s.Kids(list)
}
