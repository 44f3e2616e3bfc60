package routes

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// jaxrsRoutes returns the routes of JAX-RS resources: classes with @Path, and what their
// sub-resource locators lead to. An interface with @Path alone is a client.
func jaxrsRoutes(x *jvmIndex, base func(file string) string) (out []engine.Route) {
	for _, c := range x.all() {
		if c.kind != "class" && c.kind != "record" && c.kind != "object" {
			continue
		}
		if n, ok := noted(c.notes, "ServerEndpoint", "ServerWebSocket"); ok {
			out = append(out, x.socket(c, n)...)
			continue
		}
		if n, ok := noted(c.notes, "WebServlet"); ok {
			out = append(out, x.servlet(c, n)...)
			continue
		}
		if _, client := noted(c.notes, "RegisterRestClient"); client || slices.Contains(c.mods, "abstract") {
			continue
		}
		for _, part := range x.supers(c) {
			if n, ok := noted(part.notes, "Path"); ok {
				prefix := n.arg("", "value").Text1(x.names(part))
				out = append(out, x.resource(c, facts.Join(base(c.file), prefix), nil, 0)...)
				break
			}
		}
	}
	return out
}

// resource returns the routes of a class below a prefix.
func (x *jvmIndex) resource(c *annotatedClass, prefix string, outer []note, depth int) (out []engine.Route) {
	done := map[string]bool{}
	for _, part := range x.supers(c) {
		shared := x.beanParams(part)
		for i := range part.methods {
			m := &part.methods[i]
			verb := x.jaxrsVerb(part, m.notes)
			where, located := noted(m.notes, "Path")
			if verb == "" && !located || done[m.signature()] {
				continue
			}
			done[m.signature()] = true
			at := prefix
			if p := where.arg("", "value").Text1(x.names(part)); p != "" {
				at = facts.Join(prefix, p)
			}
			params, notes := implemented(c, part, m)
			var read []engine.RouteParam
			for _, p := range params {
				read = append(read, x.jaxrsParam(part, p)...)
			}
			if verb == "" { // a locator: the class that it returns has the routes
				sub := x.find(part.file, m.result)
				if sub == nil || sub == c || depth > 4 {
					continue
				}
				for _, r := range x.resource(sub, at, slices.Concat(notes, c.notes), depth+1) {
					r.Params = slices.Concat(r.Params, read)
					out = append(out, r)
				}
				continue
			}
			out = append(out, engine.Route{Framework: "jax-rs", Method: verb, Path: facts.Clean(facts.BraceSyntax(at)), Params: slices.Concat(read, shared),
				Handler: c.name + "." + m.name, File: part.file, Line: m.line, Guard: javaGuard(notes, c.notes, part.notes, outer)})
		}
	}
	return out
}

// jaxrsVerb returns the HTTP method of an annotation, which may be one of this tree that
// is marked with @HttpMethod.
func (x *jvmIndex) jaxrsVerb(c *annotatedClass, notes []note) string {
	for _, n := range notes {
		if facts.IsMethod(n.name) && n.name != "QUERY" {
			return n.name
		}
		if a := x.find(c.file, n.name); a != nil && a.kind == "annotation" {
			if m, ok := noted(a.notes, "HttpMethod"); ok {
				for _, verb := range facts.Methods(m.arg("", "value").LastNames()) {
					return verb
				}
			}
		}
	}
	return ""
}

var jaxrsPlaces = map[string]string{
	"PathParam": "path", "QueryParam": "query", "HeaderParam": "header", "CookieParam": "cookie", "FormParam": "body", "FormDataParam": "body",
	"RestPath": "path", "RestQuery": "query", "RestHeader": "header", "RestCookie": "cookie", "RestForm": "body",
}

func (x *jvmIndex) jaxrsParam(c *annotatedClass, p member) []engine.RouteParam {
	for _, n := range p.notes {
		if in := jaxrsPlaces[n.name]; in != "" {
			name := n.arg("", "value").Text1(x.names(c))
			if name == "" {
				name = p.name
			}
			return []engine.RouteParam{facts.Param(name, in)}
		}
		switch n.name {
		case "BeanParam":
			if bean := x.find(c.file, p.typ); bean != nil {
				return x.beanParams(bean)
			}
			return nil
		case "Context", "Suspended", "MatrixParam", "Auth":
			return nil
		}
	}
	if isSimpleType(p.typ) || p.typ == "" {
		return []engine.RouteParam{facts.Param(p.name, "body")}
	}
	if fields := x.bodyFields(c, p, "body"); fields != nil {
		return fields
	}
	switch p.typ {
	case "UriInfo", "HttpHeaders", "SecurityContext", "AsyncResponse", "HttpServletRequest", "HttpServletResponse", "Request", "Continuation":
		return nil
	}
	return []engine.RouteParam{facts.Param(p.name, "body")}
}

// beanParams returns what the fields, setters and constructors of a class are given.
func (x *jvmIndex) beanParams(c *annotatedClass) (out []engine.RouteParam) {
	take := func(name string, notes []note) {
		for _, n := range notes {
			if in := jaxrsPlaces[n.name]; in != "" {
				if text := n.arg("", "value").Text1(x.names(c)); text != "" {
					name = text
				}
				out = facts.AddParam(out, facts.Param(name, in))
			}
		}
	}
	for _, f := range c.fields {
		take(f.name, f.notes)
	}
	for i := range c.methods {
		if m := &c.methods[i]; x.jaxrsVerb(c, m.notes) == "" {
			take(m.name, m.notes)
			if m.name == c.name {
				for _, p := range m.params {
					take(p.name, p.notes)
				}
			}
		}
	}
	return out
}

// socket returns the route of a web socket, which begins as a GET.
func (x *jvmIndex) socket(c *annotatedClass, n note) (out []engine.Route) {
	for _, p := range n.arg("", "value", "uri").Texts(x.names(c)) {
		out = append(out, engine.Route{Framework: "websocket", Method: "GET", Path: facts.Clean(facts.BraceSyntax(facts.Join(p))), Handler: c.name, File: c.file, Line: c.line, Guard: javaGuard(c.notes)})
	}
	return out
}

// servlet returns the routes of a servlet: the methods that it has functions for.
func (x *jvmIndex) servlet(c *annotatedClass, n note) (out []engine.Route) {
	var verbs []string
	for i := range c.methods {
		m := &c.methods[i]
		if verb, ok := map[string]string{"doGet": "GET", "doPost": "POST", "doPut": "PUT", "doDelete": "DELETE", "doPatch": "PATCH"}[m.name]; ok {
			verbs = append(verbs, verb)
		} else if m.name == "service" {
			verbs = facts.AnyMethods
			break
		}
	}
	for _, p := range n.arg("", "value", "urlPatterns").Texts(x.names(c)) {
		for _, verb := range verbs {
			r := engine.Route{Framework: "servlet", Method: verb, Path: facts.Clean(facts.Join(p)), Handler: c.name, File: c.file, Line: c.line, Guard: javaGuard(c.notes)}
			for i := range c.methods {
				if m := &c.methods[i]; len(m.name) > 2 && (m.name == "service" || m.name[2:] == verb[:1]+strings.ToLower(verb[1:])) {
					r.Params, r.Handler, r.Line = m.reads, c.name+"."+m.name, m.line
				}
			}
			out = append(out, r)
		}
	}
	return out
}
