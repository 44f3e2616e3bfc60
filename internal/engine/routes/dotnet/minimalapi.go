package dotnet

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// csRoute is a route of a minimal API: app.MapGet("/users", …).
type csRoute struct {
	from    csChain
	methods []string
	path    facts.Value
	handler string
	params  []classes.Member
	reads   []engine.RouteParam
	guard   string
	open    bool // AllowAnonymous
	line    int
}

// csChain is the receiver of a route: groups on a function parameter, or on the
// application.
type csChain struct {
	function string // whose parameter it is
	prefix   []facts.Value
	guards   []string
}

// csCall is a call that passes a route builder to a function.
type csCall struct {
	function string
	from     csChain
}

// csFile holds the facts of a C# file about routes outside controllers.
type csFile struct {
	routes      []csRoute
	calls       []csCall
	conventions []convention
	everywhere  string // a guard for all controllers
}

// source is a C# file being read.
type source struct {
	*facts.Reader
	out        *csFile
	variables  map[string][]match.NodeID // by name
	authorized map[string][]match.NodeID // calls of RequireAuthorization by the name of the variable
}

var minimalVerbs = map[string][]string{
	"MapGet": {"GET"}, "MapPost": {"POST"}, "MapPut": {"PUT"}, "MapDelete": {"DELETE"}, "MapPatch": {"PATCH"}, "Map": nil,
}

// lookAspnet records minimal APIs and conventional route patterns.
func lookAspnet(file *facts.Reader) {
	if file.Tree == nil || csharpFacts.Get(file.Facts) != nil {
		return
	}
	s := &source{Reader: file, variables: map[string][]match.NodeID{}, authorized: map[string][]match.NodeID{}}
	s.out = &csFile{}
	csharpFacts.Set(s.Facts, s.out)
	for _, d := range s.NodesOf(match.VarDef) {
		s.variables[s.Ident(s.Kid(d, 1))] = append(s.variables[s.Ident(s.Kid(d, 1))], d)
	}
	for _, n := range s.NodesOf(match.Call) { // group.RequireAuthorization(); by itself
		callee, _ := s.Call(n)
		if object, method := s.Member(callee); method == "RequireAuthorization" && s.Ident(object) != "" {
			s.authorized[s.Ident(object)] = append(s.authorized[s.Ident(object)], n)
		}
	}
	for _, n := range s.NodesOf(match.Call) {
		callee, args := s.Call(n)
		object, name := s.Member(callee)
		if object == 0 {
			s.csPlainCall(s.Ident(callee), args)
			continue
		}
		if s.Full(len(s.out.routes)) {
			return
		}
		switch name {
		case "MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "Map", "MapMethods":
			if len(args) == 1 { // of a class of the tree: UserRoutes.Map(app)
				s.csPlainCall(name, args)
			}
			s.minimal(n, object, name, args)
		case "MapControllerRoute", "MapRoute", "MapHttpRoute", "MapAreaControllerRoute", "MapDefaultControllerRoute", "MapAreaRoute":
			s.convention(n, name, args)
		case "MapControllers":
			if s.fluent(n, "RequireAuthorization") != 0 {
				s.out.everywhere = "MapControllers().RequireAuthorization()"
			}
		case "MapHub":
			if p := s.Argument(args, 0, "pattern"); p != 0 {
				s.out.routes = append(s.out.routes, csRoute{from: s.chainOf(object, 0), methods: []string{"GET"}, path: facts.ValueOf(s.File, p), line: s.LineOf(n)})
			}
		default:
			if passesOn(name) {
				s.out.calls = append(s.out.calls, csCall{name, s.chainOf(object, 0)})
			}
			s.csPlainCall(name, args)
		}
	}
}

// csPlainCall returns a call whose argument may be a route builder.
func (s *source) csPlainCall(name string, args []match.NodeID) {
	if len(args) > 0 && s.Kind(args[0]) == match.Ident && passesOn(name) && !s.Full(len(s.out.calls)) {
		s.out.calls = append(s.out.calls, csCall{name, s.chainOf(args[0], 0)})
	}
}

// passesOn reports whether a function may declare routes for its caller, by its name.
func passesOn(name string) bool {
	for _, word := range []string{"Map", "Use", "Register", "Add", "Configure", "Setup", "Build", "Route", "Endpoint", "Define", "Init"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func (s *source) minimal(n, object match.NodeID, name string, args []match.NodeID) {
	pos := s.Positional(args)
	path := s.Argument(args, 0, "pattern")
	if path == 0 || len(args) < 2 {
		return
	}
	v := facts.ValueOf(s.File, path)
	if v.Kind == facts.NoValue || v.Kind == facts.CallValue || v.Kind == facts.ListValue {
		return
	}
	r := csRoute{from: s.chainOf(object, 0), methods: minimalVerbs[name], path: v, line: s.LineOf(n)}
	if name == "MapMethods" {
		if len(pos) < 3 {
			return
		}
		r.methods = facts.Methods(facts.ValueOf(s.File, pos[1]).LastNames())
	}
	if name == "Map" && (len(args) != 2 || v.Kind != facts.TextValue || !strings.HasPrefix(v.Text, "/")) { // other libraries have a Map, too
		return
	}
	h := args[len(args)-1]
	if s.Kind(h) == match.KwArg {
		h = s.Kid(h, 1)
	}
	switch s.Kind(h) {
	case match.Func:
		r.params, r.reads = classes.Params(s.File, s.Kid(h, 2)), csReads(s.File, s.Kid(h, 4))
	case match.Ident, match.Member:
		r.handler = facts.Dotted(s.File, h)
		for _, f := range s.NodesOf(match.Func) { // a local function or a method of this file
			if s.Ident(s.Kid(f, 1)) == facts.LastName(r.handler) {
				r.params, r.reads = classes.Params(s.File, s.Kid(f, 2)), csReads(s.File, s.Kid(f, 4))
				break
			}
		}
	default:
		if name == "Map" { // from a library with a method of the same name
			return
		}
	}
	if g := s.fluent(n, "RequireAuthorization"); g != 0 {
		r.guard = s.authorization(g)
	}
	r.open = s.fluent(n, "AllowAnonymous") != 0
	s.out.routes = append(s.out.routes, r)
}

// fluent returns the method call chained to n: n.WithName().RequireAuthorization().
func (s *source) fluent(n match.NodeID, name string) match.NodeID {
	for range facts.MaxValue {
		up := s.Node(n).Parent
		call := s.Node(up).Parent
		if s.Kind(up) != match.Member || s.Kid(up, 0) != n || s.Kind(call) != match.Call {
			return 0
		}
		if s.Ident(s.Kid(up, 1)) == name {
			return call
		}
		n = call
	}
	return 0
}

func (s *source) authorization(call match.NodeID) string {
	return "RequireAuthorization" + facts.Short(s.Text(match.Span{Start: s.Node(s.Kid(s.Kid(call, 0), 1)).End, End: s.Node(call).End}))
}

// chainOf follows groups and variables to their origin.
func (s *source) chainOf(n match.NodeID, depth int) csChain {
	if depth > facts.MaxValue {
		return csChain{}
	}
	switch s.Kind(n) {
	case match.Call:
		callee, args := s.Call(n)
		object, name := s.Member(callee)
		if object == 0 {
			return csChain{}
		}
		c := s.chainOf(object, depth+1)
		switch name {
		case "MapGroup":
			if p := s.Argument(args, 0, "prefix"); p != 0 {
				c.prefix = append(slices.Clone(c.prefix), facts.ValueOf(s.File, p))
			}
		case "RequireAuthorization":
			c.guards = append(slices.Clone(c.guards), s.authorization(n))
		case "AllowAnonymous":
			c.guards = nil
		}
		return c
	case match.Ident:
		name := s.Node(n).Text
		for f := s.Parent(n, match.Func); f != 0; f = s.Parent(f, match.Func) {
			for _, p := range s.Kids(s.Kid(f, 2)) {
				if s.Ident(s.Kid(p, 1)) == name {
					return csChain{function: s.Ident(s.Kid(f, 1))}
				}
			}
		}
		def := s.definition(name, n)
		if def == 0 {
			return csChain{}
		}
		c := s.chainOf(s.Kid(def, 3), depth+1)
		for _, g := range s.authorized[name] {
			if s.Parent(g, match.Func) == s.Parent(def, match.Func) {
				c.guards = append(slices.Clone(c.guards), s.authorization(g))
			}
		}
		return c
	}
	return csChain{}
}

// definition returns the declaration of a variable visible at n.
func (s *source) definition(name string, n match.NodeID) (best match.NodeID) {
	here := s.Parent(n, match.Func)
	for _, d := range s.variables[name] {
		if s.Start(d) > s.Start(n) {
			break
		}
		if f := s.Parent(d, match.Func); f == here || best == 0 {
			best = d
		}
	}
	return best
}

func (s *source) convention(n match.NodeID, name string, args []match.NodeID) {
	c := convention{file: s.Path, line: s.LineOf(n)}
	if name == "MapDefaultControllerRoute" {
		c.pattern = "{controller=Home}/{action=Index}/{id?}"
	}
	at := 1
	if strings.HasPrefix(name, "MapArea") {
		at = 2
		c.area = "*"
	}
	for _, key := range []string{"pattern", "template", "url", "routeTemplate"} {
		if p := s.Keyword(args, key); p != 0 {
			c.pattern = facts.Constant(s.File, p)
		}
	}
	if p := s.Positional(args); c.pattern == "" && len(p) > at {
		c.pattern = facts.Constant(s.File, p[at])
	}
	if c.pattern != "" {
		s.out.conventions = append(s.out.conventions, c)
	}
}

var csPlaces = map[string]string{"Query": "query", "Headers": "header", "Cookies": "cookie", "Form": "body", "QueryString": "query"}

// csReads returns the request data that a function body reads: Request.Query["page"].
func csReads(f *match.File, body match.NodeID) (out []engine.RouteParam) {
	if body == 0 {
		return nil
	}
	f.Walk(body, func(n match.NodeID) bool {
		switch f.Node(n).Kind {
		case match.Index:
			object, name := facts.MemberOf(f, f.Kid(n, 0))
			if in := csPlaces[name]; in != "" && strings.HasSuffix(facts.Dotted(f, object), "Request") {
				out = facts.AddParam(out, facts.Param(facts.Constant(f, f.Kid(n, 1)), in))
			}
		case match.Call:
			_, name := facts.MemberOf(f, f.Kid(n, 0))
			args := f.Kids(f.Kid(n, 1))
			if (name == "GetProperty" || name == "TryGetProperty") && len(args) > 0 && strings.Contains(f.Text(f.Span(body)), "Request.Body") {
				out = facts.AddParam(out, facts.Param(facts.Constant(f, args[0]), "body"))
			}
		}
		return len(out) < facts.MaxParams
	})
	return out
}
