package php

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

var laravel = facts.Framework{
	Name: "laravel", Endings: []string{".php"}, Words: []string{"Route::", "$router->", "$app->", "withRouting", "Controller", "FormRequest"},
	Look: lookLaravel,
	Link: func(l *facts.Linker) []engine.Route { return laravelRoutes(l, &index{classes.IndexOf(l), l}) },
}

var laravelFacts facts.Slot[*laravelFile]

// laravelRoute is a route as declared in a Laravel or Lumen file.
type laravelRoute struct {
	methods    []string
	path       string
	controller string
	action     string
	guards     []string // middleware
	open       bool     // withoutMiddleware
	reads      []engine.RouteParam
	line       int
	lines      *engine.Lines // of an inline handler
}

// laravelFile holds the facts of a PHP file for Laravel.
type laravelFile struct {
	routes   []laravelRoute
	includes []laravelInclude
	api      string // apiPrefix of withRouting
}

// laravelInclude is a routes file that is loaded within a group.
type laravelInclude struct {
	file, prefix string
	guards       []string
}

// laravelScope is the scope of the routes in a group.
type laravelScope struct {
	prefix     string
	guards     []string
	controller string
}

// laravelLink is one call of a chain: Route::prefix('a')->middleware('b')->get(…).
type laravelLink struct {
	name string
	args []match.NodeID
	call match.NodeID
}

type laravelReader struct {
	*facts.Reader
	out   *laravelFile
	depth int
}

// lookLaravel records the routes of a file.
func lookLaravel(s *facts.Reader) {
	if s.Tree == nil || laravelFacts.Get(s.Facts) != nil {
		return
	}
	r := &laravelReader{Reader: s, out: &laravelFile{}}
	laravelFacts.Set(s.Facts, r.out)
	r.block(s.Root(), laravelScope{})
}

func (r *laravelReader) block(n match.NodeID, s laravelScope) {
	if n == 0 || r.depth > 200 || r.Full(len(r.out.routes)) {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.Kind(n) == match.Call {
		if links := r.links(n); links != nil {
			r.chain(links, s)
			return
		}
		if r.Called(n) == "withRouting" {
			_, args := r.Call(n)
			r.out.api = facts.Constant(r.File, r.Keyword(args, "apiPrefix"))
		}
	}
	for _, k := range r.Kids(n) {
		r.block(k, s)
	}
}

// links returns the calls of a chain on Route or on a router, in order; nil
// for anything else.
func (r *laravelReader) links(n match.NodeID) (out []laravelLink) {
	for r.Kind(n) == match.Call && len(out) < 100 {
		callee, args := r.Call(n)
		object, name := r.Member(callee)
		if object == 0 {
			return nil
		}
		out = append(out, laravelLink{name, args, n})
		if base := r.Ident(object); base != "" {
			base = facts.LastName(base)
			if base != "Route" && (base != "$router" && base != "$app" && base != "$route" || !strings.Contains("/"+r.Path, "/routes/")) {
				return nil
			}
			slices.Reverse(out)
			return out
		}
		if facts.Dotted(r.File, object) == "$this.router" && strings.Contains("/"+r.Path, "/routes/") {
			slices.Reverse(out)
			return out
		}
		n = object
	}
	return nil
}

// chain interprets the calls of a chain together.
func (r *laravelReader) chain(links []laravelLink, s laravelScope) {
	var only, except []string
	names := map[string]string{}
	in, open := s, false
	for _, l := range links {
		switch l.name {
		case "prefix":
			if !isVerb(links) || len(l.args) == 1 {
				in.prefix = facts.JoinPrefix(in.prefix, r.first(l.args))
			}
		case "middleware":
			in.guards = slices.Concat(in.guards, r.middleware(l.args))
		case "withoutMiddleware":
			open = open || slices.ContainsFunc(r.middleware(l.args), isMiddlewareGuard)
		case "can":
			in.guards = append(slices.Clone(in.guards), "can:"+r.first(l.args))
		case "controller":
			if len(l.args) == 1 {
				in.controller = r.className(l.args[0])
			}
		case "only":
			only = r.Strings(r.Argument(l.args, 0, ""))
		case "except":
			except = r.Strings(r.Argument(l.args, 0, ""))
		case "parameters":
			if len(l.args) == 1 {
				v := facts.ValueOf(r.File, l.args[0])
				for i, k := range v.Names {
					names[k] = v.Items[i].Text
				}
			}
		}
	}
	for _, l := range links {
		r.link(l, in, open, only, except, names)
	}
}

// isVerb reports whether a chain declares a route rather than a group.
func isVerb(links []laravelLink) bool {
	return slices.ContainsFunc(links, func(l laravelLink) bool { return facts.Verbs[l.name] != "" || l.name == "match" || l.name == "any" })
}

func (r *laravelReader) link(l laravelLink, s laravelScope, open bool, only, except []string, names map[string]string) {
	add := func(methods []string, p string, handler match.NodeID) {
		t := laravelRoute{methods: methods, path: facts.JoinBelow(s.prefix, p), guards: s.guards, open: open, line: r.LineOf(l.call)}
		if up := r.Kid(r.Kid(l.call, 0), 1); up != 0 {
			t.line = r.LineOf(up)
		}
		t.controller, t.action = r.handler(handler, s)
		if r.Kind(handler) == match.Func {
			t.reads = phpReads(r.File, r.Kid(handler, 4))
			lines := r.LinesOf(handler)
			t.lines = &lines
		}
		if t.path == "" {
			t.path = "/"
		}
		r.out.routes = append(r.out.routes, t)
	}
	arg := func(i int) match.NodeID {
		if i < len(l.args) {
			return l.args[i]
		}
		return 0
	}
	p := r.first(l.args)
	known := p != "" || len(l.args) > 0 && r.Kind(l.args[0]) == match.Str
	switch l.name {
	case "get", "post", "put", "patch", "delete", "options", "query":
		if known && len(l.args) > 1 || l.name == "query" && known {
			add([]string{strings.ToUpper(l.name)}, p, arg(1))
		}
	case "any":
		if known {
			add(facts.AnyMethods, p, arg(1))
		}
	case "match", "addRoute":
		if len(l.args) > 2 {
			if q, ok := r.Template(l.args[1]); ok && len(q) == 1 {
				add(facts.Methods(r.Strings(l.args[0])), q[0].Text, l.args[2])
			}
		}
	case "view", "redirect", "permanentRedirect", "inertia":
		if known && len(l.args) > 1 {
			add([]string{"GET"}, p, 0)
		}
	case "resource", "apiResource", "singleton", "apiSingleton":
		if known && len(l.args) > 1 {
			r.resource(l, p, s, open, only, except, names)
		}
	case "resources", "apiResources":
		v := facts.ValueOf(r.File, arg(0))
		for _, name := range v.Names {
			one := l
			one.name = strings.TrimSuffix(l.name, "s")
			r.resource(one, name, s, open, only, except, names)
		}
	case "group":
		r.group(l, s)
	}
}

// group reads a route group, which is a function or a file.
func (r *laravelReader) group(l laravelLink, s laravelScope) {
	if len(l.args) == 0 {
		return
	}
	if len(l.args) > 1 {
		a := facts.ValueOf(r.File, l.args[0])
		s.prefix = facts.JoinPrefix(s.prefix, a.Pair("prefix").Text)
		names := a.Pair("middleware").Texts(nil)
		if c := r.Entry(l.args[0], "controller"); c != 0 {
			s.controller = r.className(c)
		}
		if r.Kind(l.args[0]) == match.Dict {
			if m := r.Entry(l.args[0], "middleware"); m != 0 {
				names = r.middleware([]match.NodeID{m})
			}
		}
		s.guards = slices.Concat(s.guards, names)
	}
	last := l.args[len(l.args)-1]
	if r.Kind(last) == match.Func {
		r.block(r.Kid(last, 4), s)
		return
	}
	if m := includedFile.FindStringSubmatch(r.FirstLine(last)); m != nil {
		r.out.includes = append(r.out.includes, laravelInclude{strings.TrimLeft(m[1], "/"), s.prefix, s.guards})
	}
}

var includedFile = regexp.MustCompile(`['"]([\w./-]+\.php)['"]`)

// first is the string value of the first argument.
func (r *laravelReader) first(args []match.NodeID) string {
	if len(args) == 0 {
		return ""
	}
	return facts.Constant(r.File, args[0])
}

// middleware returns middleware names and classes.
func (r *laravelReader) middleware(args []match.NodeID) (out []string) {
	for _, a := range args {
		for _, e := range r.Elements(a) {
			name := facts.Constant(r.File, e)
			if name == "" {
				name = r.className(e)
			}
			if name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

var middlewareGuard = regexp.MustCompile(`(?i)^(auth|can|role|permission|role_or_permission|verified|jwt|admin|ability|abilities|scopes?|client|token|signed|password\.confirm|sanctum|passport|api[._-]?key)([.:_-].*)?$|^\w*(Authenticate|Authorize|Auth|IsAdmin|JwtMiddleware|EnsureEmailIsVerified|EnsureUser\w*|RequirePassword|CheckRole|CheckPermission|RoleMiddleware|PermissionMiddleware|AdminMiddleware|AuthMiddleware)$`)

// isMiddlewareGuard reports whether middleware is a guard, judging by its name.
func isMiddlewareGuard(name string) bool {
	base, _, _ := strings.Cut(name, ":")
	if strings.HasSuffix(name, ":optional") {
		return false
	}
	return middlewareGuard.MatchString(name) || facts.IsGuard(strings.ReplaceAll(base, ".", "_"))
}

// className is X of X::class, or of 'X'.
func (r *laravelReader) className(n match.NodeID) string {
	if d := facts.Dotted(r.File, n); strings.HasSuffix(d, ".class") {
		return facts.LastName(strings.TrimSuffix(d, ".class"))
	}
	return facts.LastName(facts.Constant(r.File, n))
}

// handler returns the controller and action named by an argument.
func (r *laravelReader) handler(n match.NodeID, s laravelScope) (controller, action string) {
	switch r.Kind(n) {
	case match.Array:
		if kids := r.Kids(n); len(kids) == 2 {
			return r.className(kids[0]), facts.Constant(r.File, kids[1])
		}
	case match.Dict: // ['uses' => 'X@y', 'middleware' => …]
		return r.handler(r.Entry(n, "uses"), s)
	case match.Func, match.None:
		return "", ""
	}
	if name := facts.Constant(r.File, n); name != "" {
		if c, a, ok := strings.Cut(name, "@"); ok {
			return facts.LastName(c), a
		}
		return s.controller, name
	}
	if c := r.className(n); c != "" {
		return c, "__invoke"
	}
	return "", ""
}

// resource declares the routes of a resource controller.
func (r *laravelReader) resource(l laravelLink, name string, s laravelScope, open bool, only, except []string, names map[string]string) {
	if len(l.args) > 2 {
		v := facts.ValueOf(r.File, l.args[2])
		only, except = append(only, v.Pair("only").Texts(nil)...), append(except, v.Pair("except").Texts(nil)...)
	}
	p := s.prefix
	parts := strings.Split(name, ".")
	last := ""
	for i, part := range parts {
		p = facts.Join(p, part)
		key := facts.LastPart(part)
		param := names[key]
		if param == "" {
			param = strings.ReplaceAll(facts.Singular(key), "-", "_")
		}
		if last = "{" + param + "}"; i < len(parts)-1 {
			p = facts.Join(p, last)
		}
	}
	one := facts.Join(p, last)
	single := strings.HasSuffix(strings.ToLower(l.name), "singleton")
	if single {
		one = p
	}
	controller := ""
	if len(l.args) > 1 {
		controller = r.className(l.args[1])
	}
	forms := l.name == "resource" || l.name == "singleton"
	for _, t := range []struct {
		action  string
		methods []string
		path    string
		use     bool
	}{
		{"index", []string{"GET"}, p, !single}, {"create", []string{"GET"}, p + "/create", forms && !single}, {"store", []string{"POST"}, p, !single}, {"show", []string{"GET"}, one, true},
		{"edit", []string{"GET"}, one + "/edit", forms}, {"update", []string{"PUT", "PATCH"}, one, true}, {"destroy", []string{"DELETE"}, one, !single},
	} {
		if t.use && (len(only) == 0 || slices.Contains(only, t.action)) && !slices.Contains(except, t.action) && !r.Full(len(r.out.routes)) {
			r.out.routes = append(r.out.routes, laravelRoute{methods: t.methods, path: t.path, controller: controller, action: t.action, guards: s.guards, open: open, line: r.LineOf(l.call)})
		}
	}
}
