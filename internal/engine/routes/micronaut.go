package routes

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var micronautVerbs = map[string]string{
	"Get": "GET", "Post": "POST", "Put": "PUT", "Delete": "DELETE", "Patch": "PATCH", "Head": "HEAD", "Options": "OPTIONS", "Trace": "TRACE", "Query": "QUERY", "CustomHttpMethod": "",
}

// micronautRoutes returns the routes of Micronaut's controllers.
func micronautRoutes(x *jvmIndex) (out []engine.Route) {
	for _, c := range x.all() {
		n, ok := noted(c.notes, "Controller")
		if !ok || c.kind != "class" {
			continue
		}
		prefix := x.placeholders(c, n.arg("", "value").Text1(x.names(c)))
		done := map[string]bool{}
		for _, part := range x.supers(c) {
			for i := range part.methods {
				m := &part.methods[i]
				if done[m.signature()] {
					continue
				}
				for _, n := range m.notes {
					verb, ok := micronautVerbs[n.name]
					if !ok {
						continue
					}
					if verb == "" {
						verb = strings.ToUpper(n.arg("method").Text1(x.names(part)))
					}
					done[m.signature()] = true
					paths := n.arg("", "value", "uri", "uris").Texts(x.names(part))
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

// uriParts takes the query out of a URI template: /books{?q,page*} is /books with the
// queries q and page.
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

func (x *jvmIndex) micronautMethod(c, part *annotatedClass, m *method, verb, template string) engine.Route {
	path, query := uriParts(template)
	params, notes := implemented(c, part, m)
	r := engine.Route{Framework: "micronaut", Method: verb, Path: facts.Clean(path), Handler: c.name + "." + m.name, File: part.file, Line: m.line,
		Guard: javaGuard(notes, c.notes, part.notes)}
	inPath := facts.PathNames(path)
	for _, p := range params {
		if slices.Contains(inPath, p.name) {
			continue
		}
		found := x.micronautParam(part, p, verb)
		r.Params = append(r.Params, found...)
		// {?filter*} is an object: its fields are the queries.
		if len(found) > 0 && found[0].Name != p.name {
			query = slices.DeleteFunc(query, func(q string) bool { return q == p.name })
		}
	}
	for _, q := range query {
		r.Params = append(r.Params, facts.Param(q, "query"))
	}
	return r
}

func (x *jvmIndex) micronautParam(c *annotatedClass, p member, verb string) []engine.RouteParam {
	in := "query"
	if verb == "POST" || verb == "PUT" || verb == "PATCH" || verb == "QUERY" {
		in = "body"
	}
	for _, n := range p.notes {
		name := n.arg("", "value", "name").Text1(x.names(c))
		said := name != ""
		if !said {
			name = p.name
		}
		switch n.name {
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
			if fields := x.bodyFields(c, p, "body"); fields != nil && !said {
				return fields
			}
			return []engine.RouteParam{facts.Param(name, "body")}
		case "RequestBean":
			return x.bodyFields(c, p, "query")
		case "RequestAttribute", "SessionValue":
			return nil
		}
	}
	switch {
	case isSimpleType(p.typ), strings.HasSuffix(p.typ, "FileUpload"):
		return []engine.RouteParam{facts.Param(p.name, in)}
	}
	return x.bodyFields(c, p, in)
}
