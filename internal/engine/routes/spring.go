package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// springMappings are the annotations that map a method, with their HTTP method; ""
// says it itself.
var springMappings = map[string]string{
	"RequestMapping": "", "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT", "DeleteMapping": "DELETE", "PatchMapping": "PATCH",
}

// mapping is what an annotation says about routes.
type mapping struct {
	methods []string
	paths   []string
	params  []engine.RouteParam
}

// springRoutes returns the routes of Spring's controllers: of a class that is marked as
// one, with what it inherits. A class without the mark counts if it has a mapping and is
// no client, no interface and not abstract.
func springRoutes(x *jvmIndex) (out []engine.Route) {
	for _, c := range x.all() {
		if c.kind != "class" && c.kind != "record" && c.kind != "object" || !x.isController(c) {
			continue
		}
		prefix := x.classMapping(c)
		done := map[string]bool{}
		for _, part := range x.supers(c) {
			for i := range part.methods {
				m := &part.methods[i]
				own, ok := x.mappingOf(part, m.notes)
				if !ok || done[m.signature()] {
					continue
				}
				done[m.signature()] = true
				out = append(out, x.springMethod(c, part, m, belowMapping(prefix, own))...)
			}
		}
	}
	return out
}

// isController tells whether Spring makes routes of a class.
func (x *jvmIndex) isController(c *annotatedClass) bool {
	if _, ok := noted(c.notes, "FeignClient", "HttpExchange"); ok {
		return false
	}
	if x.marked(c.notes, c.file, 0, "RestController", "Controller", "RepositoryRestController", "BasePathAwareController") {
		return true
	}
	_, ok := noted(c.notes, "RequestMapping")
	return ok
}

// marked tells whether there is one of these annotations, or one that is itself marked
// so in this tree.
func (x *jvmIndex) marked(notes []note, file string, depth int, names ...string) bool {
	for _, n := range notes {
		if slices.Contains(names, n.name) {
			return true
		}
		if a := x.find(file, n.name); depth < 5 && a != nil && a.kind == "annotation" && x.marked(a.notes, a.file, depth+1, names...) {
			return true
		}
	}
	return false
}

// classMapping is the mapping of a class, or the first that it inherits: one of its own
// stands instead of those of its interfaces.
func (x *jvmIndex) classMapping(c *annotatedClass) mapping {
	for _, part := range x.supers(c) {
		if m, ok := x.mappingOf(part, part.notes); ok {
			return m
		}
	}
	return mapping{}
}

// mappingOf reads a mapping among annotations, also one of an annotation that is put
// together from others.
func (x *jvmIndex) mappingOf(c *annotatedClass, notes []note) (mapping, bool) {
	for _, n := range notes {
		verb, ok := springMappings[n.name]
		if ok {
			return x.readMapping(c, n, verb), true
		}
		a := x.find(c.file, n.name)
		if a == nil || a.kind != "annotation" {
			continue
		}
		for _, meta := range a.notes {
			verb, ok := springMappings[meta.name]
			if !ok {
				continue
			}
			m := x.readMapping(a, meta, verb)
			if own := x.readMapping(c, n, verb); len(own.paths) > 0 {
				m.paths = own.paths
			}
			return m, true
		}
	}
	return mapping{}, false
}

func (x *jvmIndex) readMapping(c *annotatedClass, n note, verb string) (m mapping) {
	find := x.names(c)
	for _, p := range n.arg("", "value", "path").Texts(find) {
		m.paths = append(m.paths, x.placeholders(c, p))
	}
	if v := n.arg("method"); verb == "" {
		m.methods = facts.Methods(v.LastNames())
	} else {
		m.methods = []string{verb}
	}
	for _, t := range n.arg("params").Texts(find) {
		m.params = append(m.params, condition(t, "query")...)
	}
	for _, t := range n.arg("headers").Texts(find) {
		m.params = append(m.params, condition(t, "header")...)
	}
	return m
}

// condition reads name=value, name or !name, of which the last asks for nothing.
func condition(text, in string) []engine.RouteParam {
	name, _, _ := strings.Cut(text, "=")
	if name == "" || strings.HasPrefix(name, "!") || strings.HasSuffix(name, "!") {
		return nil
	}
	return []engine.RouteParam{facts.Param(name, in)}
}

// placeholders puts the setting, or else the default, in the place of ${name:default}, and
// a parameter where there is neither.
func (x *jvmIndex) placeholders(c *annotatedClass, p string) string {
	for range 20 {
		i := strings.LastIndex(p, "${")
		if i < 0 {
			break
		}
		end := strings.IndexByte(p[i:], '}')
		if end < 0 {
			break
		}
		name, value, ok := strings.Cut(p[i+2:i+end], ":")
		if set := x.settings.get(c.file, name); set != "" {
			value, ok = set, true
		}
		if !ok {
			value = "{" + name + "}"
		}
		p = p[:i] + value + p[i+end+1:]
	}
	return p
}

// belowMapping puts a mapping of a method below that of its class.
func belowMapping(outer, inner mapping) mapping {
	m := mapping{methods: inner.methods, params: slices.Concat(outer.params, inner.params)}
	if len(m.methods) == 0 {
		m.methods = outer.methods
	}
	if len(outer.paths) == 0 {
		m.paths = inner.paths
		return m
	}
	for _, o := range outer.paths {
		if len(inner.paths) == 0 {
			m.paths = append(m.paths, o)
		}
		for _, i := range inner.paths {
			m.paths = append(m.paths, facts.Join(o, i))
		}
	}
	return m
}

// springMethod returns the routes of a method that c has from part.
func (x *jvmIndex) springMethod(c, part *annotatedClass, m *method, at mapping) (out []engine.Route) {
	params, notes := implemented(c, part, m)
	if len(at.methods) == 0 {
		at.methods = facts.AnyMethods
	}
	if len(at.paths) == 0 {
		at.paths = []string{"/"}
	}
	for _, verb := range at.methods {
		in := "query"
		if verb == "POST" || verb == "PUT" || verb == "PATCH" {
			in = "body"
		}
		read := slices.Clone(at.params)
		for _, p := range params {
			read = append(read, x.springParam(part, p, in)...)
		}
		for _, p := range at.paths {
			out = append(out, engine.Route{Framework: "spring", Method: verb, Path: facts.Clean(facts.BraceSyntax(facts.Join(p))), Params: read, Handler: c.name + "." + m.name,
				File: part.file, Line: m.line, Guard: javaGuard(notes, c.notes, part.notes)})
		}
	}
	return out
}

// implemented returns the parameters and annotations of a method that c has from part,
// with those where c implements it.
func implemented(c *annotatedClass, part *annotatedClass, m *method) (params []member, notes []note) {
	if part == c {
		return m.params, m.notes
	}
	for i := range c.methods {
		if o := &c.methods[i]; o.name == m.name && len(o.params) == len(m.params) {
			params = slices.Clone(m.params)
			for j := range params {
				params[j].notes = slices.Concat(params[j].notes, o.params[j].notes)
			}
			return params, slices.Concat(o.notes, m.notes)
		}
	}
	return m.params, m.notes
}

// springParam returns what a parameter of a method reads of a request.
func (x *jvmIndex) springParam(c *annotatedClass, p member, in string) []engine.RouteParam {
	for _, n := range p.notes {
		name := n.arg("", "value", "name").Text1(x.names(c))
		if name == "" {
			name = p.name
		}
		switch n.name {
		case "PathVariable":
			return []engine.RouteParam{facts.Param(name, "path")}
		case "RequestParam":
			if p.typ == "Map" || p.typ == "MultiValueMap" {
				return nil
			}
			return []engine.RouteParam{facts.Param(name, "query")}
		case "RequestPart":
			return []engine.RouteParam{facts.Param(name, "body")}
		case "RequestHeader":
			return []engine.RouteParam{facts.Param(name, "header")}
		case "CookieValue":
			return []engine.RouteParam{facts.Param(name, "cookie")}
		case "RequestBody":
			if fields := x.bodyFields(c, p, "body"); fields != nil {
				return fields
			}
			return []engine.RouteParam{facts.Param(p.name, "body")}
		case "ModelAttribute":
			return x.bodyFields(c, p, in)
		case "AuthenticationPrincipal", "SessionAttribute", "RequestAttribute", "Value", "CurrentUser", "MatrixVariable":
			return nil
		}
	}
	switch {
	case isSimpleType(p.typ):
		return []engine.RouteParam{facts.Param(p.name, "query")}
	case strings.HasSuffix(p.typ, "Request") && strings.Contains(p.typ, "Servlet"):
		return nil
	}
	return x.bodyFields(c, p, in)
}

// javaGuard returns the first annotation that asks who is calling: those of the method
// come before those of its class. One that lets everybody in ends the search.
func javaGuard(levels ...[]note) string {
	for _, notes := range levels {
		for _, n := range notes {
			switch n.name {
			case "PermitAll", "AnonymousAllowed", "PublicEndpoint", "NoAuth", "Anonymous", "AllowAnonymous":
				return ""
			case "PreAuthorize", "PostAuthorize", "Secured", "SecuredAnnotation", "RolesAllowed", "Authenticated", "DenyAll", "RequiresAuthentication", "RequiresRoles",
				"RequiresPermissions", "RequiresUser", "SaCheckLogin", "SaCheckRole", "SaCheckPermission", "RequiresPermission", "RequiresLogin":
				low := strings.ToLower(n.text)
				if strings.Contains(low, "permitall") || strings.Contains(low, "is_anonymous") || strings.Contains(low, "isanonymous()") && !strings.Contains(low, "!isanonymous") {
					return ""
				}
				return n.text
			}
		}
	}
	return ""
}
