package jvm

import (
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

var jaxrs = facts.Framework{
	Name: "jax-rs", Endings: jvmEndings, Words: []string{"@Path", "@ApplicationPath", "extends Application", "@ServerEndpoint", "@WebServlet"},
	Link: func(l *facts.Linker) []engine.Route {
		x := newIndex(l)
		return x.prove(jaxrsRoutes(x, x.settings.jaxrs(x)))
	},
}

// jaxrsRoutes returns the routes of JAX-RS resources: classes with @Path, and what their
// sub-resource locators return. An interface with @Path alone is a client.
func jaxrsRoutes(x *index, base func(file string) string) (out []engine.Route) {
	for _, c := range x.All() {
		if c.Kind != "class" && c.Kind != "record" && c.Kind != "object" {
			continue
		}
		if n, ok := classes.Annotated(c.Annotations, "ServerEndpoint", "ServerWebSocket"); ok {
			out = append(out, x.socket(c, n)...)
			continue
		}
		if n, ok := classes.Annotated(c.Annotations, "WebServlet"); ok {
			out = append(out, x.servlet(c, n)...)
			continue
		}
		if _, client := classes.Annotated(c.Annotations, "RegisterRestClient"); client || slices.Contains(c.Modifiers, "abstract") {
			continue
		}
		for _, part := range x.Supers(c) {
			if n, ok := classes.Annotated(part.Annotations, "Path"); ok {
				prefix := n.Arg("", "value").Text1(x.Constants(part))
				out = append(out, x.resource(c, facts.Join(base(c.File), prefix), nil, 0)...)
				break
			}
		}
	}
	return out
}

// resource returns the routes of a class below a prefix.
func (x *index) resource(c *classes.Class, prefix string, outer []classes.Annotation, depth int) (out []engine.Route) {
	done := map[string]bool{}
	for _, part := range x.Supers(c) {
		shared := x.beanParams(part)
		for i := range part.Methods {
			m := &part.Methods[i]
			verb := x.jaxrsVerb(part, m.Annotations)
			where, located := classes.Annotated(m.Annotations, "Path")
			if verb == "" && !located || done[m.Signature()] {
				continue
			}
			done[m.Signature()] = true
			at := prefix
			if p := where.Arg("", "value").Text1(x.Constants(part)); p != "" {
				at = facts.Join(prefix, p)
			}
			params, notes := implemented(c, part, m)
			var read []engine.RouteParam
			for _, p := range params {
				read = append(read, x.jaxrsParam(part, p)...)
			}
			if verb == "" { // a sub-resource locator: the returned class has the routes
				sub := x.Find(part.File, m.Result)
				if sub == nil || sub == c || depth > 4 {
					continue
				}
				for _, r := range x.resource(sub, at, slices.Concat(notes, c.Annotations), depth+1) {
					r.Params = slices.Concat(r.Params, read)
					out = append(out, r)
				}
				continue
			}
			out = append(out, engine.Route{Framework: "jax-rs", Method: verb, Path: facts.Clean(facts.BraceSyntax(at)), Params: slices.Concat(read, shared),
				Handler: c.Name + "." + m.Name, File: part.File, Line: m.Line, Body: part.Lines(m), Guard: javaGuard(notes, c.Annotations, part.Annotations, outer)})
		}
	}
	return out
}

// jaxrsVerb returns the HTTP method of an annotation, possibly one of this tree that
// is annotated with @HttpMethod.
func (x *index) jaxrsVerb(c *classes.Class, notes []classes.Annotation) string {
	for _, n := range notes {
		if facts.IsMethod(n.Name) && n.Name != "QUERY" {
			return n.Name
		}
		if a := x.Find(c.File, n.Name); a != nil && a.Kind == "annotation" {
			if m, ok := classes.Annotated(a.Annotations, "HttpMethod"); ok {
				for _, verb := range facts.Methods(m.Arg("", "value").LastNames()) {
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

func (x *index) jaxrsParam(c *classes.Class, p classes.Member) []engine.RouteParam {
	for _, n := range p.Annotations {
		if in := jaxrsPlaces[n.Name]; in != "" {
			name := n.Arg("", "value").Text1(x.Constants(c))
			if name == "" {
				name = p.Name
			}
			return []engine.RouteParam{facts.Param(name, in)}
		}
		switch n.Name {
		case "BeanParam":
			if bean := x.Find(c.File, p.Type); bean != nil {
				return x.beanParams(bean)
			}
			return nil
		case "Context", "Suspended", "MatrixParam", "Auth":
			return nil
		}
	}
	if classes.IsSimpleType(p.Type) || p.Type == "" {
		return []engine.RouteParam{facts.Param(p.Name, "body")}
	}
	if fields := x.BodyFields(c, p, "body"); fields != nil {
		return fields
	}
	switch p.Type {
	case "UriInfo", "HttpHeaders", "SecurityContext", "AsyncResponse", "HttpServletRequest", "HttpServletResponse", "Request", "Continuation":
		return nil
	}
	return []engine.RouteParam{facts.Param(p.Name, "body")}
}

// beanParams returns the parameters injected into the fields, setters, and constructors of a class.
func (x *index) beanParams(c *classes.Class) (out []engine.RouteParam) {
	take := func(name string, notes []classes.Annotation) {
		for _, n := range notes {
			if in := jaxrsPlaces[n.Name]; in != "" {
				if text := n.Arg("", "value").Text1(x.Constants(c)); text != "" {
					name = text
				}
				out = facts.AddParam(out, facts.Param(name, in))
			}
		}
	}
	for _, f := range c.Fields {
		take(f.Name, f.Annotations)
	}
	for i := range c.Methods {
		if m := &c.Methods[i]; x.jaxrsVerb(c, m.Annotations) == "" {
			take(m.Name, m.Annotations)
			if m.Name == c.Name {
				for _, p := range m.Params {
					take(p.Name, p.Annotations)
				}
			}
		}
	}
	return out
}

// socket returns the route of a WebSocket, which starts as a GET.
func (x *index) socket(c *classes.Class, n classes.Annotation) (out []engine.Route) {
	for _, p := range n.Arg("", "value", "uri").Texts(x.Constants(c)) {
		out = append(out, engine.Route{Framework: "websocket", Method: "GET", Path: facts.Clean(facts.BraceSyntax(facts.Join(p))), Handler: c.Name, File: c.File, Line: c.Line, Guard: javaGuard(c.Annotations)})
	}
	return out
}

// servlet returns the routes of a servlet, by the methods it implements.
func (x *index) servlet(c *classes.Class, n classes.Annotation) (out []engine.Route) {
	var verbs []string
	for i := range c.Methods {
		m := &c.Methods[i]
		if verb, ok := map[string]string{"doGet": "GET", "doPost": "POST", "doPut": "PUT", "doDelete": "DELETE", "doPatch": "PATCH"}[m.Name]; ok {
			verbs = append(verbs, verb)
		} else if m.Name == "service" {
			verbs = facts.AnyMethods
			break
		}
	}
	for _, p := range n.Arg("", "value", "urlPatterns").Texts(x.Constants(c)) {
		for _, verb := range verbs {
			r := engine.Route{Framework: "servlet", Method: verb, Path: facts.Clean(facts.Join(p)), Handler: c.Name, File: c.File, Line: c.Line, Guard: javaGuard(c.Annotations)}
			for i := range c.Methods {
				if m := &c.Methods[i]; len(m.Name) > 2 && (m.Name == "service" || m.Name[2:] == verb[:1]+strings.ToLower(verb[1:])) {
					r.Params, r.Handler, r.Line = m.Reads, c.Name+"."+m.Name, m.Line
				}
			}
			out = append(out, r)
		}
	}
	return out
}
