package routes

import (
	"strings"

	"vigil/internal/engine/match"
)

// jsRouters finds the routes of all frameworks of JavaScript in which a route is a call
// on a router: app.get(path, handler). They are looked for together, for a router that
// is a parameter does not say what made it; the link knows.
var jsRouters = framework{
	name:    "express",
	endings: jsEndings,
	words: []string{
		"express", "router", "app.get(", "app.post(", "app.use(", "app.route(", "fastify", "hono", "koa", "restify",
		".get('/", `.get("/`, ".get(`/", ".post('/", `.post("/`, ".post(`/",
	},
	look: func(s *source) { lookJSRouters(&jsSource{s}) },
}

// jsMakers say what a call or new makes of a module's name: a router, or nil.
var jsMakers = []func(s *jsSource, n match.NodeID, module, name string) *router{expressMaker, koaMaker, fastifyMaker, honoMaker}

func lookJSRouters(s *jsSource) {
	s.jsDeclare()
	for _, n := range s.NodesOf(match.Call) {
		if s.done() {
			return
		}
		callee, args := s.call(n)
		object, name := s.member(callee)
		if s.kind(callee) == match.Index { // app['get'](…)
			if c, ok := s.Constant(s.Kid(callee, 1)); ok && c.Kind == match.Str {
				object, name = s.Kid(callee, 0), c.Text
			}
		}
		if object == 0 {
			s.passRouters(n, args)
			continue
		}
		lower := strings.ToLower(name)
		switch {
		case name == "use":
			s.jsUse(n, object, args)
		case verbs[lower] != "" || lower == "all" || lower == "del" || lower == "query":
			s.jsVerb(n, object, lower, args)
		case name == "route" && s.honoRoute(n, object, args), name == "route" && s.fastifyRoute(n, object, args), name == "route" && s.methodFirst(n, args):
		case name == "on" && s.honoOn(n, object, args):
		case name == "register":
			s.fastifyRegister(n, object, args)
		case name == "addHook":
			s.fastifyHook(n, object, args)
		case name == "prefix" && len(args) == 1:
			s.koaPrefix(object, args[0])
		default:
			s.passRouters(n, args)
		}
	}
}

// jsDeclare declares the routers that a file makes.
func (s *jsSource) jsDeclare() {
	s.anonymous = map[match.NodeID]string{}
	for _, kind := range []match.Kind{match.Call, match.New} {
		for _, n := range s.NodesOf(kind) {
			callee, _ := s.call(n)
			module, name := s.origin(callee)
			if module == "" {
				continue
			}
			for _, maker := range jsMakers {
				if r := maker(s, n, module, name); r != nil {
					sym := s.made(n)
					s.anonymous[n] = sym
					s.facts.routers[sym] = r
					break
				}
			}
		}
	}
	for _, n := range s.NodesOf(match.Call) { // what is made of a router
		if s.called(n) == "basePath" {
			s.honoBase(n)
		}
	}
}

// jsVerb is object.verb(path, handlers…), or object.route(path).verb(handlers…).
func (s *jsSource) jsVerb(n, object match.NodeID, name string, args []match.NodeID) {
	methods := methodsOf([]string{name})
	base := s.base(object)
	if _, a := s.call(base); s.called(base) == "route" && len(a) >= 1 && s.kind(a[0]) != match.Dict {
		callee, _ := s.call(base)
		router, _ := s.member(callee)
		for _, p := range s.elements(a[0]) {
			if t, ok := s.text(p); ok && router != 0 {
				s.jsRoute(n, router, methods, t, args)
			}
		}
		return
	}
	if len(args) > 2 && s.kind(args[1]) == match.Str && s.kind(args[0]) == match.Str && !strings.HasPrefix(s.Node(args[0]).Text, "/") { // Koa: a name first
		args = args[1:]
	}
	if len(args) < 2 {
		return
	}
	if last := args[len(args)-1]; !s.isHandler(last) && !(s.kind(last) == match.Dict && s.entry(last, "handler") != 0) {
		return
	}
	if s.kind(base) == match.Call && s.anonymous[base] == "" { // request(app).get(…) asks, it does not answer
		return
	}
	for _, p := range s.elements(args[0]) {
		if s.kind(p) == match.Dict { // Restify
			if url := s.entry(p, "url"); url != 0 {
				p = url
			} else {
				p = s.entry(p, "path")
			}
		}
		t, ok := s.text(p)
		if s.kind(p) == match.Regexp {
			t, ok = lit(s.Node(p).Text), true
		}
		if !ok || len(t) == 1 && t[0].lit == "*" || s.kind(p) == match.Func {
			continue
		}
		s.jsRoute(n, base, methods, t, args[1:])
	}
}

// jsRoute adds a route whose handlers are the last arguments of a call.
func (s *jsSource) jsRoute(n, base match.NodeID, methods []string, path text, handlers []match.NodeID) {
	sym := s.symbol(base)
	if sym == "" || len(methods) == 0 {
		return
	}
	r := route{router: sym, methods: methods, path: path, syntax: colonSyntax, guards: s.guards(handlers), guess: true}
	for i, h := range handlers {
		if s.kind(h) == match.Dict { // Fastify's options
			g, p := s.fastifyOptions(h)
			r.guards, r.params = append(r.guards, g...), append(r.params, p...)
			if f := s.entry(h, "handler"); f != 0 && i == len(handlers)-1 {
				h = f
			}
		}
		if i == len(handlers)-1 {
			name, function, params := s.jsHandler(h)
			r.handler, r.function, r.params = name, function, append(r.params, params...)
		} else if s.kind(h) == match.Func {
			r.params = append(r.params, s.jsParams(h)...)
		}
	}
	callee, _ := s.call(n)
	at := s.Kid(callee, 1)
	if at == 0 {
		at = n
	}
	s.addRoute(at, r) // in a chain of calls, where its own name stands
}

// isHandler tells whether an argument may be a function.
func (s *jsSource) isHandler(n match.NodeID) bool {
	switch s.kind(n) {
	case match.Func, match.Ident, match.Member, match.Call, match.Array, match.New, match.Index, match.Spread, match.Cast:
		return true
	}
	return s.kind(n) >= 100
}

// methodFirst is this.route('GET', path, handler).
func (s *jsSource) methodFirst(n match.NodeID, args []match.NodeID) bool {
	if len(args) < 3 || s.kind(args[0]) != match.Str || !isMethod(strings.ToUpper(s.Node(args[0]).Text)) {
		return false
	}
	t, ok := s.text(args[1])
	if !ok {
		return false
	}
	name, function, params := s.jsHandler(args[len(args)-1])
	s.addRoute(n, route{methods: methodsOf(s.strings(args[0])), path: t, syntax: colonSyntax, handler: name, function: function, params: params, guards: s.guards(args[2:])})
	return true
}

// jsUse is object.use([path], …): routers below it, and guards.
func (s *jsSource) jsUse(n, object match.NodeID, args []match.NodeID) {
	base := s.symbol(s.base(object))
	if base == "" || len(args) == 0 {
		return
	}
	if s.useInLoop(n, base, args) {
		return
	}
	prefixes := []text{nil}
	rest := args
	if len(args) > 1 {
		var paths []text
		for _, p := range s.elements(args[0]) {
			if t, ok := s.text(p); ok && (len(t) > 1 || t[0].ref == "" || s.pathLike(p)) {
				paths = append(paths, t)
			}
		}
		if len(paths) > 0 {
			prefixes, rest = paths, args[1:]
		}
	}
	var guards []string
	for _, a := range rest {
		for _, e := range s.elements(a) {
			if g := s.guard(e); g != "" && !s.routerLike(e) {
				guards = append(guards, g)
			}
		}
	}
	for _, prefix := range prefixes {
		mounts := false
		for _, a := range rest {
			for _, e := range s.elements(a) {
				if s.guard(e) == "" || s.routerLike(e) {
					mounts = s.jsMount(n, base, prefix, e, guards) || mounts
				}
			}
		}
		if mounts && len(prefix) > 0 {
			continue // the guards are part of the mount
		}
		for _, g := range guards {
			s.addUse(use{router: base, prefix: prefix, guard: g, at: s.at(n)})
		}
	}
}

// routerLike tells whether a name that could be one of a guard is one of a router:
// app.use('/auth', auth).
func (s *jsSource) routerLike(n match.NodeID) bool {
	sym := s.symbol(n)
	if s.facts.routers[sym] != nil {
		return true
	}
	for range 5 {
		to, ok := s.facts.alias(sym)
		if !ok {
			break
		}
		sym = to
	}
	first, _, _ := strings.Cut(sym, ".")
	module := strings.ToLower(s.facts.imports[first].module)
	return strings.Contains(module, "route") || strings.Contains(module, "controller")
}

// pathLike tells whether a name is more likely one of a path than of a function.
func (s *jsSource) pathLike(n match.NodeID) bool {
	chain := s.chain(n)
	if chain == nil {
		return false
	}
	last := chain[len(chain)-1]
	l := strings.ToLower(last)
	return strings.ToUpper(last) == last || strings.Contains(l, "prefix") || strings.Contains(l, "path") || strings.Contains(l, "base") || strings.Contains(l, "url")
}

// jsMount mounts what an argument of use is. It tells whether that is more than a
// function of somebody else.
func (s *jsSource) jsMount(n match.NodeID, base string, prefix text, e match.NodeID, guards []string) bool {
	if s.kind(e) == match.Call {
		callee, args := s.call(e)
		_, name := s.member(callee)
		switch {
		case name == "allowedMethods":
			return false
		case s.ident(callee) == "mount" && len(args) == 2: // koa-mount
			if t, ok := s.text(args[0]); ok {
				return s.jsMount(n, base, append(prefix[:len(prefix):len(prefix)], t...), args[1], guards)
			}
		}
	}
	sym := s.symbol(e)
	if sym == "" {
		return false
	}
	s.addMount(mount{parent: base, child: sym, prefix: prefix, guards: guards, at: s.at(n)})
	return true
}

// useInLoop is list.forEach((x) => app.use(x.path, x.router)), for a list in this file.
func (s *jsSource) useInLoop(n match.NodeID, base string, args []match.NodeID) bool {
	if len(args) < 2 {
		return false
	}
	path, pathKey := s.member(args[0])
	router, routerKey := s.member(args[len(args)-1])
	item := s.ident(path)
	if item == "" || pathKey == "" || routerKey == "" || s.ident(router) != item {
		return false
	}
	found := false
	for _, d := range s.listed(n, item) {
		t, ok := s.text(s.entry(d, pathKey))
		sym := s.symbol(s.entry(d, routerKey))
		if ok && sym != "" {
			s.addMount(mount{parent: base, child: sym, prefix: t, guards: s.guards(args[1 : len(args)-1]), at: s.at(n)})
			found = true
		}
	}
	return found
}

// listed returns the elements of the list that a loop around n goes through with item.
func (s *jsSource) listed(n match.NodeID, item string) []match.NodeID {
	list := match.NodeID(0)
	for p := s.Node(n).Parent; p != 0 && list == 0 && !s.done(); p = s.Node(p).Parent {
		switch s.kind(p) {
		case match.ForEach:
			if t := s.Kid(p, 0); s.ident(t) == item || s.kind(t) == match.VarDef && s.ident(s.Kid(t, 1)) == item {
				list = s.Kid(p, 1)
			}
		case match.Func:
			params := s.Kids(s.Kid(p, 2))
			args := s.Node(p).Parent
			if len(params) == 0 || s.kind(args) != match.Args || s.ident(s.Kid(params[0], 1)) != item {
				continue
			}
			callee, _ := s.call(s.Node(args).Parent)
			if object, name := s.member(callee); name == "forEach" || name == "map" {
				list = object
			}
		}
	}
	if list = s.value(list); s.kind(list) != match.Array {
		return nil
	}
	return s.Kids(list)
}
