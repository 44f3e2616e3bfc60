package ruby

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var rails = facts.Framework{Name: "rails", Endings: []string{".rb"}, Words: []string{"routes.draw", "Controller", "routes.append", "routes.prepend"}, Look: lookRails, Link: railsRoutes}

// railsDrawn matches the files that config/routes.rb may draw.
var railsDrawn = facts.Framework{Name: "rails", Endings: []string{".rb"}, Look: lookRails,
	Place: func(file string) bool { return strings.Contains("/"+file, "/config/routes/") }}

var railsFacts facts.Slot[*railsFile]

// railsRoute is a route as config/routes.rb declares it.
type railsRoute struct {
	methods    []string
	path       string
	controller string // including the module: admin/users
	action     string
	guard      string
	line       int
	file       string
	implied    bool // from a resource: counts only if the controller defines the action
}

// railsDraw is a routes file that is drawn within a scope.
type railsDraw struct {
	name  string
	scope railsScope
}

// railsScope is the scope of the routes in a block.
type railsScope struct {
	prefix     string
	module     string
	controller string
	guard      string
	resource   *railsResource
	on         string // member, collection or new, within a resource
	shallow    bool
	outside    string // prefix of shallow routes
	names      map[string]string
}

// railsResource is the resource that encloses a block.
type railsResource struct {
	path       string // including the prefix
	member     string // path of a member
	nested     string // path of a member, as nested routes name its parameter
	controller string
}

// railsReader interprets a routes file.
type railsReader struct {
	*facts.Reader
	routes   []railsRoute
	draws    []railsDraw
	concerns map[string]match.NodeID
	depth    int
	steps    int
}

// maxRailsSteps bounds the work: loops and concerns let a small file expand into a huge one.
const maxRailsSteps = 100_000

// lookRails records the routes of a file: config/routes.rb, a file that it draws, or
// one of an engine.
func lookRails(s *facts.Reader) {
	if s.Tree == nil || railsFacts.Get(s.Facts) != nil {
		return
	}
	r := &railsReader{Reader: s, concerns: map[string]match.NodeID{}}
	if drawn := strings.Contains("/"+s.Path, "/config/routes/"); drawn {
		r.block(s.Root(), railsScope{names: map[string]string{}})
	} else {
		for _, n := range s.NodesOf(match.Call) {
			callee, _ := s.Call(n)
			if _, name := s.Member(callee); name == "draw" || name == "append" || name == "prepend" {
				if strings.HasSuffix(facts.Dotted(s.File, callee), "routes."+name) {
					r.block(r.body(n), railsScope{names: map[string]string{}})
				}
			}
		}
	}
	railsFacts.Set(s.Facts, &railsFile{routes: r.routes, draws: r.draws, controllers: railsControllers(s, "class"), modules: railsControllers(s, "module")})
}

// body returns the block of a call, 0 if it has none.
func (r *railsReader) body(n match.NodeID) match.NodeID {
	if b := r.Kid(n, 2); r.Kind(b) == match.Func {
		return r.Kid(b, 4)
	}
	return 0
}

func (r *railsReader) block(n match.NodeID, s railsScope) {
	if n == 0 || r.depth > 100 || r.Full(len(r.routes)) {
		return
	}
	if r.steps++; r.steps > maxRailsSteps {
		r.Facts.Cut = true
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	switch r.Kind(n) {
	case match.Call:
		r.statement(n, s)
	case match.Ident, match.Member, match.Str, match.Lit:
	case match.Func:
		if r.Node(n).Text == "def" {
			return
		}
		r.block(r.Kid(n, 4), s)
	case match.Assign:
		if t := r.textOf(r.Kid(n, 1), s); t != "" && s.names != nil {
			s.names[r.Ident(r.Kid(n, 0))] = t
		}
	case match.If:
		r.block(r.Kid(n, 1), s)
		r.block(r.Kid(n, 2), s)
	default:
		for _, k := range r.Kids(n) {
			r.block(k, s)
		}
	}
}

// statement interprets one call of the routing DSL.
func (r *railsReader) statement(n match.NodeID, s railsScope) {
	callee, args := r.Call(n)
	object, name := r.Member(callee)
	if object == 0 {
		name = r.Ident(callee)
	}
	switch name {
	case "get", "post", "put", "patch", "delete", "options", "head", "query", "match":
		if object == 0 {
			r.verb(n, name, args, s)
		}
	case "root":
		to := r.option(args, "to", s)
		if to == "" && len(r.Positional(args)) > 0 {
			to = r.textOf(r.Positional(args)[0], s)
		}
		r.add(n, []string{"GET"}, s.prefix+"/", to, s)
	case "resources", "resource":
		r.resources(n, args, name == "resources", s)
	case "namespace":
		r.namespace(n, args, s)
	case "scope":
		r.scope(n, args, s)
	case "controller":
		in := s
		if p := r.Positional(args); len(p) > 0 {
			in.controller = r.textOf(p[0], s)
		}
		r.block(r.body(n), in)
	case "member", "collection", "new":
		in := s
		in.on = name
		r.block(r.body(n), in)
	case "nested":
		r.block(r.body(n), s)
	case "shallow":
		in := s
		in.shallow = true
		r.block(r.body(n), in)
	case "concern":
		if p := r.Positional(args); len(p) > 0 {
			r.concerns[r.textOf(p[0], s)] = r.body(n)
		}
	case "concerns":
		for _, a := range r.Positional(args) {
			for _, e := range r.Elements(a) {
				r.block(r.concerns[r.textOf(e, s)], s)
			}
		}
	case "draw":
		if p := r.Positional(args); len(p) > 0 && !r.Full(len(r.draws)) {
			r.draws = append(r.draws, railsDraw{r.textOf(p[0], s), s})
		}
	case "mount":
		r.mount(n, args, s)
	case "devise_for":
		r.devise(n, args, s)
	case "use_doorkeeper":
		r.doorkeeper(n, s)
	case "authenticate", "authenticated":
		in := s
		in.guard = facts.Short(r.FirstLine(n))
		if i := strings.Index(in.guard, " do"); i > 0 {
			in.guard = in.guard[:i]
		}
		r.block(r.body(n), in)
	case "each", "each_with_index", "map":
		r.loop(n, object, s)
	case "direct", "resolve", "redirect", "unauthenticated":
		if name == "unauthenticated" {
			r.block(r.body(n), s)
		}
	default:
		r.block(r.body(n), s) // constraints, defaults, devise_scope, with_options, …
	}
}

// namespace reads the routes below namespace :admin, which adds to path and module alike.
func (r *railsReader) namespace(n match.NodeID, args []match.NodeID, s railsScope) {
	for _, a := range r.Positional(args) {
		name := r.textOf(a, s)
		in := s.inner()
		in.prefix = facts.Join(s.base(), r.optionOr(args, "path", name, s))
		in.module = slashes(s.module, r.optionOr(args, "module", name, s))
		r.block(r.body(n), in)
	}
}

// scope reads the routes below scope "/v1", module: "api", which adds what its options say.
func (r *railsReader) scope(n match.NodeID, args []match.NodeID, s railsScope) {
	in := s.inner()
	in.prefix = s.base()
	for _, a := range r.Positional(args) {
		in.prefix = facts.Join(in.prefix, r.textOf(a, s))
	}
	if p := r.option(args, "path", s); p != "" {
		in.prefix = facts.Join(in.prefix, p)
	}
	in.module = slashes(s.module, r.option(args, "module", s))
	if c := r.option(args, "controller", s); c != "" {
		in.controller = c
	}
	in.shallow = s.shallow || r.option(args, "shallow", s) == "true"
	r.block(r.body(n), in)
}

// inner is the scope of a nested block that is no longer directly within the resource.
func (s railsScope) inner() railsScope {
	s.prefix, s.resource, s.on = s.base(), nil, ""
	return s
}

// base is the prefix of nested declarations: within a resource, the path of a member.
func (s railsScope) base() string {
	if s.resource == nil {
		return s.prefix
	}
	switch s.on {
	case "member":
		return s.resource.member
	case "collection":
		return s.resource.path
	case "new":
		return facts.Join(s.resource.path, "new")
	}
	return s.resource.nested
}

// loop unrolls a loop over a list of literals; other loops count once.
func (r *railsReader) loop(n, object match.NodeID, s railsScope) {
	f := r.Kid(n, 2)
	params := r.Kids(r.Kid(f, 2))
	items := r.Elements(object)
	if r.Kind(object) != match.Array || len(params) == 0 || len(items) > 100 {
		r.block(r.body(n), s)
		return
	}
	name := r.Ident(r.Kid(params[0], 1))
	for _, item := range items {
		in := s
		in.names = map[string]string{}
		for k, v := range s.names {
			in.names[k] = v
		}
		in.names[name] = r.textOf(item, s)
		r.block(r.body(n), in)
	}
}

// add declares a route. To is controller#action, or either of them.
func (r *railsReader) add(n match.NodeID, methods []string, path, to string, s railsScope) {
	if r.Full(len(r.routes)) {
		return
	}
	controller, action, ok := strings.Cut(to, "#")
	if !ok {
		controller, action = "", to
	}
	if controller == "" {
		controller = s.controller
		if s.resource != nil {
			controller = s.resource.controller
		}
	}
	if controller != "" && !strings.HasPrefix(controller, "/") && s.resource == nil || ok {
		controller = slashes(s.module, strings.TrimPrefix(controller, "/"))
	}
	r.routes = append(r.routes, railsRoute{methods: methods, path: path, controller: controller, action: action, guard: s.guard, line: r.LineOf(n), file: r.Path})
}

// verb handles get, post, … and match.
func (r *railsReader) verb(n match.NodeID, name string, args []match.NodeID, s railsScope) {
	methods := []string{strings.ToUpper(name)}
	if name == "match" {
		via, ok := r.list(args, "via", s)
		if methods = facts.Methods(via); !ok || len(methods) == 0 {
			methods = facts.AnyMethods
		}
	}
	if on := r.option(args, "on", s); on != "" {
		s.on = on
	}
	to := r.option(args, "to", s)
	if to == "" {
		to = slicesJoin(r.option(args, "controller", s), r.option(args, "action", s))
	}
	var paths []string
	for _, a := range r.Positional(args) {
		paths = append(paths, r.textOf(a, s))
	}
	if len(args) > 0 && r.Kind(args[0]) == match.KwArg { // get "a" => "b#c"
		if key := r.Kid(args[0], 0); r.Kind(key) != match.Lit {
			paths, to = append(paths, r.textOf(key, s)), r.textOf(r.Kid(args[0], 1), s)
		}
	}
	if p := r.option(args, "path", s); p != "" && len(paths) == 1 {
		if to == "" {
			to = paths[0]
		}
		paths[0] = p
	}
	for _, p := range paths {
		if p == "" {
			continue
		}
		handler := to
		if handler == "" { // get "users/list" is users#list, get :list of a resource its own
			if i := strings.LastIndexByte(p, '/'); s.resource == nil && s.controller == "" && i > 0 && !strings.ContainsAny(p, ":*(") {
				handler = strings.Trim(p[:i], "/") + "#" + p[i+1:]
			} else {
				handler = p
			}
		}
		if strings.HasPrefix(p, "/") && s.resource != nil && s.on == "" {
			// The path is below the resource all the same.
			p = strings.TrimPrefix(p, "/")
		}
		r.add(n, methods, facts.Join(s.base(), p), handler, s)
	}
}

// mount handles mounted Rack applications, whose own routes are not followed.
func (r *railsReader) mount(n match.NodeID, args []match.NodeID, s railsScope) {
	at, app := r.option(args, "at", s), ""
	if p := r.Positional(args); len(p) > 0 {
		app = r.FirstLine(p[0])
	}
	if len(args) > 0 && r.Kind(args[0]) == match.KwArg && at == "" {
		app, at = r.FirstLine(r.Kid(args[0], 0)), r.textOf(r.Kid(args[0], 1), s)
	}
	if at != "" {
		r.add(n, []string{"GET"}, facts.Join(s.base(), at), "", railsScope{guard: s.guard})
		r.routes[len(r.routes)-1].action = app
	}
}
