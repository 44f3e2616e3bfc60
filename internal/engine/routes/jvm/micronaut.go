package jvm

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

var micronaut = facts.Framework{
	Name: "micronaut", Endings: jvmEndings, Words: []string{"@Controller", "@ServerWebSocket"},
	Link: func(l *facts.Linker) []engine.Route {
		x := newIndex(l)
		return x.settings.apply(x.prove(micronautRoutes(x)), "micronaut.server.context-path")
	},
}

var micronautVerbs = map[string]string{
	"Get": "GET", "Post": "POST", "Put": "PUT", "Delete": "DELETE", "Patch": "PATCH", "Head": "HEAD", "Options": "OPTIONS", "Trace": "TRACE", "Query": "QUERY", "CustomHttpMethod": "",
}

// micronautRoutes returns the routes of Micronaut's controllers.
func micronautRoutes(x *index) (out []engine.Route) {
	for _, c := range x.All() {
		n, ok := classes.Annotated(c.Annotations, "Controller")
		if !ok || c.Kind != "class" {
			continue
		}
		prefix := x.placeholders(c, n.Arg("", "value").Text1(x.Constants(c)))
		done := map[string]bool{}
		for _, part := range x.Supers(c) {
			for i := range part.Methods {
				m := &part.Methods[i]
				if done[m.Signature()] {
					continue
				}
				for _, n := range m.Annotations {
					verb, ok := micronautVerbs[n.Name]
					if !ok {
						continue
					}
					if verb == "" {
						verb = strings.ToUpper(n.Arg("method").Text1(x.Constants(part)))
					}
					done[m.Signature()] = true
					paths := n.Arg("", "value", "uri", "uris").Texts(x.Constants(part))
					if len(paths) == 0 {
						paths = []string{""}
					}
					for _, p := range paths {
						out = append(out, x.micronautMethod(c, part, m, verb, facts.Join(prefix, x.placeholders(part, p))))
					}
				}
			}
		}
	}
	return out
}

var uriTemplate = regexp.MustCompile(`\{([?&#/+.;]?)([^{}]*)\}`)

// uriParts splits the query off a URI template: /books{?q,page*} is /books with the
// query parameters q and page.
func uriParts(template string) (path string, query []string) {
	path = uriTemplate.ReplaceAllStringFunc(template, func(m string) string {
		parts := uriTemplate.FindStringSubmatch(m)
		var names []string
		for name := range strings.SplitSeq(parts[2], ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), ":")
			names = append(names, strings.TrimRight(name, "*?"))
		}
		switch parts[1] {
		case "?", "&":
			query = append(query, names...)
			return ""
		case "#", ";":
			return ""
		case "/":
			return "/{" + strings.Join(names, "}/{") + "}"
		}
		return "{" + strings.Join(names, "},{") + "}"
	})
	return path, query
}

func (x *index) micronautMethod(c, part *classes.Class, m *classes.Method, verb, template string) engine.Route {
	path, query := uriParts(template)
	params, notes := implemented(c, part, m)
	r := engine.Route{Framework: "micronaut", Method: verb, Path: facts.Clean(path), Handler: c.Name + "." + m.Name, File: part.File, Line: m.Line,
		Body: part.Lines(m), Guard: javaGuard(notes, c.Annotations, part.Annotations)}
	inPath := facts.PathNames(path)
	for _, p := range params {
		if slices.Contains(inPath, p.Name) {
			continue
		}
		found := x.micronautParam(part, p, verb)
		r.Params = append(r.Params, found...)
		// {?filter*} is an object: its fields are the query parameters.
		if len(found) > 0 && found[0].Name != p.Name {
			query = slices.DeleteFunc(query, func(q string) bool { return q == p.Name })
		}
	}
	for _, q := range query {
		r.Params = append(r.Params, facts.Param(q, "query"))
	}
	return r
}

func (x *index) micronautParam(c *classes.Class, p classes.Member, verb string) []engine.RouteParam {
	in := "query"
	if verb == "POST" || verb == "PUT" || verb == "PATCH" || verb == "QUERY" {
		in = "body"
	}
	for _, n := range p.Annotations {
		name := n.Arg("", "value", "name").Text1(x.Constants(c))
		said := name != ""
		if !said {
			name = p.Name
		}
		switch n.Name {
		case "PathVariable":
			return []engine.RouteParam{facts.Param(name, "path")}
		case "QueryValue":
			return []engine.RouteParam{facts.Param(name, "query")}
		case "Header":
			return []engine.RouteParam{facts.Param(name, "header")}
		case "CookieValue":
			return []engine.RouteParam{facts.Param(name, "cookie")}
		case "Part":
			return []engine.RouteParam{facts.Param(name, "body")}
		case "Body":
			if fields := x.BodyFields(c, p, "body"); fields != nil && !said {
				return fields
			}
			return []engine.RouteParam{facts.Param(name, "body")}
		case "RequestBean":
			return x.BodyFields(c, p, "query")
		case "RequestAttribute", "SessionValue":
			return nil
		}
	}
	switch {
	case classes.IsSimpleType(p.Type), strings.HasSuffix(p.Type, "FileUpload"):
		return []engine.RouteParam{facts.Param(p.Name, in)}
	}
	return x.BodyFields(c, p, in)
}
