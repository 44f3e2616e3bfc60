package jvm

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

var spring = facts.Framework{
	Name: "spring", Endings: jvmEndings,
	Words: []string{"@RestController", "@Controller", "Mapping", "RouterFunction", "router {", "coRouter", "HttpSecurity", "MethodSecurity"},
	Look: func(s *facts.Reader) {
		lookFunctional(s)
		lookSecurity(s)
	},
	Link: func(l *facts.Linker) []engine.Route {
		x := newIndex(l)
		list := secure(l, x, x.prove(append(springRoutes(x), functionalRoutes(l, x)...)))
		return x.settings.apply(list, "server.servlet.context-path", "spring.webflux.base-path", "server.context-path")
	},
}

// springMappings are the mapping annotations with their HTTP method; "" means
// that an argument names it.
var springMappings = map[string]string{
	"RequestMapping": "", "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT", "DeleteMapping": "DELETE", "PatchMapping": "PATCH",
}

// mapping is the content of a mapping annotation.
type mapping struct {
	methods []string
	paths   []string
	params  []engine.RouteParam
}

// springRoutes returns the routes of Spring controllers: annotated classes, with what they
// inherit. A class without the annotation counts if it has a mapping and is not a client,
// an interface, or abstract.
func springRoutes(x *index) (out []engine.Route) {
	for _, c := range x.All() {
		if c.Kind != "class" && c.Kind != "record" && c.Kind != "object" || !x.isController(c) {
			continue
		}
		prefix := x.classMapping(c)
		done := map[string]bool{}
		for _, part := range x.Supers(c) {
			for i := range part.Methods {
				m := &part.Methods[i]
				own, ok := x.mappingOf(part, m.Annotations)
				if !ok || done[m.Signature()] {
					continue
				}
				done[m.Signature()] = true
				out = append(out, x.springMethod(c, part, m, belowMapping(prefix, own))...)
			}
		}
	}
	return out
}

// isController reports whether Spring treats a class as a controller.
func (x *index) isController(c *classes.Class) bool {
	if _, ok := classes.Annotated(c.Annotations, "FeignClient", "HttpExchange"); ok {
		return false
	}
	if x.marked(c.Annotations, c.File, 0, "RestController", "Controller", "RepositoryRestController", "BasePathAwareController") {
		return true
	}
	_, ok := classes.Annotated(c.Annotations, "RequestMapping")
	return ok
}

// marked reports whether one of these annotations is present, directly or as a meta-annotation
// of one in this tree.
func (x *index) marked(notes []classes.Annotation, file string, depth int, names ...string) bool {
	for _, n := range notes {
		if slices.Contains(names, n.Name) {
			return true
		}
		if a := x.Find(file, n.Name); depth < 5 && a != nil && a.Kind == "annotation" && x.marked(a.Annotations, a.File, depth+1, names...) {
			return true
		}
	}
	return false
}

// classMapping is the mapping of a class, or the first it inherits: its own
// overrides those of its interfaces.
func (x *index) classMapping(c *classes.Class) mapping {
	for _, part := range x.Supers(c) {
		if m, ok := x.mappingOf(part, part.Annotations); ok {
			return m
		}
	}
	return mapping{}
}

// mappingOf reads the mapping among annotations, including
// composed annotations.
func (x *index) mappingOf(c *classes.Class, notes []classes.Annotation) (mapping, bool) {
	for _, n := range notes {
		verb, ok := springMappings[n.Name]
		if ok {
			return x.readMapping(c, n, verb), true
		}
		a := x.Find(c.File, n.Name)
		if a == nil || a.Kind != "annotation" {
			continue
		}
		for _, meta := range a.Annotations {
			verb, ok := springMappings[meta.Name]
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

func (x *index) readMapping(c *classes.Class, n classes.Annotation, verb string) (m mapping) {
	find := x.Constants(c)
	for _, p := range n.Arg("", "value", "path").Texts(find) {
		m.paths = append(m.paths, x.placeholders(c, p))
	}
	if v := n.Arg("method"); verb == "" {
		m.methods = facts.Methods(v.LastNames())
	} else {
		m.methods = []string{verb}
	}
	for _, t := range n.Arg("params").Texts(find) {
		m.params = append(m.params, condition(t, "query")...)
	}
	for _, t := range n.Arg("headers").Texts(find) {
		m.params = append(m.params, condition(t, "header")...)
	}
	return m
}

// condition reads name=value, name, or !name; the last requires nothing.
func condition(text, in string) []engine.RouteParam {
	name, _, _ := strings.Cut(text, "=")
	if name == "" || strings.HasPrefix(name, "!") || strings.HasSuffix(name, "!") {
		return nil
	}
	return []engine.RouteParam{facts.Param(name, in)}
}

// placeholders replaces ${name:default} by the setting, else by the default, else by
// a parameter.
func (x *index) placeholders(c *classes.Class, p string) string {
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
		if set := x.settings.get(c.File, name); set != "" {
			value, ok = set, true
		}
		if !ok {
			value = "{" + name + "}"
		}
		p = p[:i] + value + p[i+end+1:]
	}
	return p
}

// belowMapping combines the mapping of a method with that of its class.
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

// springMethod returns the routes of a method that c inherits from part.
func (x *index) springMethod(c, part *classes.Class, m *classes.Method, at mapping) (out []engine.Route) {
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
			out = append(out, engine.Route{Framework: "spring", Method: verb, Path: facts.Clean(facts.BraceSyntax(facts.Join(p))), Params: read, Handler: c.Name + "." + m.Name,
				File: part.File, Line: m.Line, Body: part.Lines(m), Guard: javaGuard(notes, c.Annotations, part.Annotations)})
		}
	}
	return out
}

// implemented returns the parameters and annotations of a method that c inherits from part,
// merged with those of the implementation in c.
func implemented(c *classes.Class, part *classes.Class, m *classes.Method) (params []classes.Member, notes []classes.Annotation) {
	if part == c {
		return m.Params, m.Annotations
	}
	for i := range c.Methods {
		if o := &c.Methods[i]; o.Name == m.Name && len(o.Params) == len(m.Params) {
			params = slices.Clone(m.Params)
			for j := range params {
				params[j].Annotations = slices.Concat(params[j].Annotations, o.Params[j].Annotations)
			}
			return params, slices.Concat(o.Annotations, m.Annotations)
		}
	}
	return m.Params, m.Annotations
}

// springParam returns the request data that a method parameter is bound to.
func (x *index) springParam(c *classes.Class, p classes.Member, in string) []engine.RouteParam {
	for _, n := range p.Annotations {
		name := n.Arg("", "value", "name").Text1(x.Constants(c))
		if name == "" {
			name = p.Name
		}
		switch n.Name {
		case "PathVariable":
			return []engine.RouteParam{facts.Param(name, "path")}
		case "RequestParam":
			if p.Type == "Map" || p.Type == "MultiValueMap" {
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
			if fields := x.BodyFields(c, p, "body"); fields != nil {
				return fields
			}
			return []engine.RouteParam{facts.Param(p.Name, "body")}
		case "ModelAttribute":
			return x.BodyFields(c, p, in)
		case "AuthenticationPrincipal", "SessionAttribute", "RequestAttribute", "Value", "CurrentUser", "MatrixVariable":
			return nil
		}
	}
	switch {
	case classes.IsSimpleType(p.Type):
		return []engine.RouteParam{facts.Param(p.Name, "query")}
	case strings.HasSuffix(p.Type, "Request") && strings.Contains(p.Type, "Servlet"):
		return nil
	}
	return x.BodyFields(c, p, in)
}

// javaGuard returns the first annotation that acts as a guard: those of the method come
// before those of its class. One that permits everybody ends the search.
func javaGuard(levels ...[]classes.Annotation) string {
	for _, notes := range levels {
		for _, n := range notes {
			switch n.Name {
			case "PermitAll", "AnonymousAllowed", "PublicEndpoint", "NoAuth", "Anonymous", "AllowAnonymous":
				return ""
			case "PreAuthorize", "PostAuthorize", "Secured", "SecuredAnnotation", "RolesAllowed", "Authenticated", "DenyAll", "RequiresAuthentication", "RequiresRoles",
				"RequiresPermissions", "RequiresUser", "SaCheckLogin", "SaCheckRole", "SaCheckPermission", "RequiresPermission", "RequiresLogin":
				low := strings.ToLower(n.Text)
				if strings.Contains(low, "permitall") || strings.Contains(low, "is_anonymous") || strings.Contains(low, "isanonymous()") && !strings.Contains(low, "!isanonymous") {
					return ""
				}
				return n.Text
			}
		}
	}
	return ""
}
