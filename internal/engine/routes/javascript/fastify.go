package javascript

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

var fastify = dialect{
	name:  "fastify",
	words: []string{"fastify"},
	makes: fastifyMaker,
	calls: map[string]func(*source, match.NodeID, match.NodeID, []match.NodeID) bool{
		"route": (*source).fastifyRoute, "register": (*source).fastifyRegister, "addHook": (*source).fastifyHook,
	},
	wraps:   fastifyWraps,
	options: (*source).fastifyOptions,
}

// fastifyWraps returns the function that fastify-plugin wraps.
func fastifyWraps(s *facts.Reader, call match.NodeID) match.NodeID {
	callee, args := s.Call(call)
	switch s.Ident(callee) {
	case "fp", "fastifyPlugin", "plugin":
		if len(args) > 0 {
			return args[0]
		}
	}
	return 0
}

// fastifyMaker recognizes the constructors of Fastify applications.
func fastifyMaker(_ *source, _ match.NodeID, module, name string) *facts.Router {
	if module == "fastify" && (name == "" || name == "fastify" || name == "default") {
		return &facts.Router{Framework: "fastify"}
	}
	return nil
}

// fastifyHooks are the options and hooks that may hold guards.
var fastifyHooks = []string{"preHandler", "onRequest", "preValidation", "preParsing", "beforeHandler"}

// fastifyRegister handles app.register(plugin, {prefix}): a function whose first parameter
// is the application, with a prefix.
func (s *source) fastifyRegister(n, object match.NodeID, args []match.NodeID) bool {
	base := s.Symbol(s.Base(object))
	if base == "" || len(args) == 0 {
		return true
	}
	m := facts.Mount{Parent: base, Child: s.Symbol(args[0]), At: s.Start(n)}
	if len(args) > 1 {
		options := s.Literal(args[1])
		if t, ok := s.Template(s.Entry(options, "prefix")); ok {
			m.Prefix = t
		}
		if dir := s.Entry(options, "dir"); dir != 0 {
			s.fastifyFolder(m, dir, options)
			return true
		}
	}
	s.AddMount(m)
	return true
}

// fastifyFolder handles register(autoload, {dir: join(__dirname, 'routes'), options: {prefix}}).
func (s *source) fastifyFolder(m facts.Mount, dir, options match.NodeID) {
	if t, ok := s.Template(s.Entry(s.Literal(s.Entry(options, "options")), "prefix")); ok && m.Prefix == nil {
		m.Prefix = t
	}
	_, args := s.Call(dir)
	folder := ""
	for _, a := range args {
		if c, ok := s.Constant(a); ok && c.Kind == match.Str {
			folder = facts.Join(folder, c.Text)
		}
	}
	if folder != "" && len(s.Facts.Folders) < facts.MaxFolders {
		flat := s.Entry(options, "dirNameRoutePrefix")
		s.Facts.Folders = append(s.Facts.Folders, facts.FolderMount{Mount: m, Folder: folder, Flat: flat != 0 && s.Node(flat).Text == "false"})
	}
}

// fastifyHook handles app.addHook('preHandler', guard).
func (s *source) fastifyHook(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) < 2 {
		return true
	}
	for _, g := range s.GuardsAmong(args[1:]) {
		s.AddUse(facts.Use{Router: s.Symbol(s.Base(object)), Guard: g, At: s.Start(n), Always: true})
	}
	return true
}

// fastifyRoute handles app.route({method, url, handler}).
func (s *source) fastifyRoute(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) != 1 {
		return false
	}
	options := s.Literal(args[0])
	url := s.Entry(options, "url")
	if url == 0 {
		url = s.Entry(options, "path")
	}
	t, ok := s.Template(url)
	methods := facts.Methods(append(s.Strings(s.Entry(options, "method")), s.Strings(s.Entry(options, "methods"))...))
	if !ok || len(methods) == 0 {
		return false
	}
	r := facts.Route{Router: s.Symbol(s.Base(object)), Methods: methods, Path: t, Syntax: facts.ColonSyntax, Guess: true}
	r.Guards, r.Params = s.fastifyOptions(options)
	if h := s.Entry(options, "handler"); h != 0 {
		name, function, params := s.jsHandler(h)
		r.Handler, r.Function, r.Params = name, function, append(r.Params, params...)
		r.Body = s.inline(h)
	}
	s.AddRoute(n, r)
	return true
}

// fastifyOptions returns the guards and parameters in the options of a route.
func (s *source) fastifyOptions(options match.NodeID) (guards []facts.Guard, params []engine.RouteParam) {
	for _, hook := range fastifyHooks {
		if h := s.Entry(options, hook); h != 0 {
			guards = append(guards, s.GuardsAmong([]match.NodeID{h})...)
			if s.Kind(h) == match.Func {
				params = append(params, s.jsParams(h)...)
			}
		}
	}
	schema := s.Literal(s.Entry(options, "schema"))
	for key, in := range map[string]string{"querystring": "query", "query": "query", "body": "body", "headers": "header"} {
		part := s.Literal(s.Entry(schema, key))
		if p := s.Entry(part, "properties"); p != 0 {
			part = s.Literal(p)
		} else if s.Entry(part, "type") != 0 || s.Kind(part) != match.Dict {
			continue
		}
		for _, p := range s.Kids(part) {
			if name := s.Key(s.Kid(p, 0)); s.Kind(p) == match.Pair && name != "" && len(params) < facts.MaxParams {
				params = append(params, engine.RouteParam{Name: name, In: in})
			}
		}
	}
	return guards, params
}
