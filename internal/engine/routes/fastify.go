package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// fastifyMaker knows what makes an application of Fastify.
func fastifyMaker(_ *jsSource, _ match.NodeID, module, name string) *router {
	if module == "fastify" && (name == "" || name == "fastify" || name == "default") {
		return &router{framework: "fastify"}
	}
	return nil
}

// fastifyHooks are the options and hooks in which guards stand.
var fastifyHooks = []string{"preHandler", "onRequest", "preValidation", "preParsing", "beforeHandler"}

// fastifyRegister is app.register(plugin, {prefix}): a function whose first parameter
// is the application, with a prefix.
func (s *jsSource) fastifyRegister(n, object match.NodeID, args []match.NodeID) {
	base := s.symbol(s.base(object))
	if base == "" || len(args) == 0 {
		return
	}
	m := mount{parent: base, child: s.symbol(args[0]), at: s.at(n)}
	if len(args) > 1 {
		options := s.value(args[1])
		if t, ok := s.text(s.entry(options, "prefix")); ok {
			m.prefix = t
		}
		if dir := s.entry(options, "dir"); dir != 0 {
			s.fastifyFolder(m, dir, options)
			return
		}
	}
	s.addMount(m)
}

// fastifyFolder is register(autoload, {dir: join(__dirname, 'routes'), options: {prefix}}).
func (s *jsSource) fastifyFolder(m mount, dir, options match.NodeID) {
	if t, ok := s.text(s.entry(s.value(s.entry(options, "options")), "prefix")); ok && m.prefix == nil {
		m.prefix = t
	}
	_, args := s.call(dir)
	folder := ""
	for _, a := range args {
		if c, ok := s.Constant(a); ok && c.Kind == match.Str {
			folder = join(folder, c.Text)
		}
	}
	if folder != "" && len(s.facts.folders) < maxFolders {
		flat := s.entry(options, "dirNameRoutePrefix")
		s.facts.folders = append(s.facts.folders, mountedFolder{m, folder, flat != 0 && s.Node(flat).Text == "false"})
	}
}

// fastifyHook is app.addHook('preHandler', guard).
func (s *jsSource) fastifyHook(n, object match.NodeID, args []match.NodeID) {
	if len(args) < 2 {
		return
	}
	for _, g := range s.guards(args[1:]) {
		s.addUse(use{router: s.symbol(s.base(object)), guard: g, at: s.at(n), always: true})
	}
}

// fastifyRoute is app.route({method, url, handler}).
func (s *jsSource) fastifyRoute(n, object match.NodeID, args []match.NodeID) bool {
	if len(args) != 1 {
		return false
	}
	options := s.value(args[0])
	url := s.entry(options, "url")
	if url == 0 {
		url = s.entry(options, "path")
	}
	t, ok := s.text(url)
	methods := methodsOf(append(s.strings(s.entry(options, "method")), s.strings(s.entry(options, "methods"))...))
	if !ok || len(methods) == 0 {
		return false
	}
	r := route{router: s.symbol(s.base(object)), methods: methods, path: t, syntax: colonSyntax, guess: true}
	r.guards, r.params = s.fastifyOptions(options)
	if h := s.entry(options, "handler"); h != 0 {
		name, function, params := s.jsHandler(h)
		r.handler, r.function, r.params = name, function, append(r.params, params...)
	}
	s.addRoute(n, r)
	return true
}

// fastifyOptions returns the guards and the parameters that the options of a route name.
func (s *jsSource) fastifyOptions(options match.NodeID) (guards []string, params []engine.RouteParam) {
	for _, hook := range fastifyHooks {
		if h := s.entry(options, hook); h != 0 {
			guards = append(guards, s.guards([]match.NodeID{h})...)
			if s.kind(h) == match.Func {
				params = append(params, s.jsParams(h)...)
			}
		}
	}
	schema := s.value(s.entry(options, "schema"))
	for key, in := range map[string]string{"querystring": "query", "query": "query", "body": "body", "headers": "header"} {
		part := s.value(s.entry(schema, key))
		if p := s.entry(part, "properties"); p != 0 {
			part = s.value(p)
		} else if s.entry(part, "type") != 0 || s.kind(part) != match.Dict {
			continue
		}
		for _, p := range s.Kids(part) {
			if name := s.key(s.Kid(p, 0)); s.kind(p) == match.Pair && name != "" && len(params) < maxParams {
				params = append(params, engine.RouteParam{Name: name, In: in})
			}
		}
	}
	return guards, params
}
