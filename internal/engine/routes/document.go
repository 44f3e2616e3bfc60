package routes

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

// description is a document in OpenAPI's or Swagger's format.
type description struct{ *document }

var (
	documentStart = regexp.MustCompile(`(?m)(^\s*\{?\s*|[{,]\s*)["']?(openapi|swagger)["']?\s*:\s*["']?[23]`)
)

// isDocument tells whether a file may describe an API.
func isDocument(name string, src []byte) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml":
		return documentStart.Match(src)
	}
	return false
}

// newDescription reads a description, nil if it is none.
func newDescription(name string, src []byte) *description {
	root := parseDocument(name, src)
	if root == nil {
		return nil
	}
	d := &document{path: name, root: root, others: map[string]*yaml.Node{}}
	top := docPlace{d.path, root}
	if d.get(top, "openapi").node == nil && d.get(top, "swagger").node == nil {
		return nil
	}
	return &description{d}
}

// routes returns the routes of a description. Parts of it may be in other files.
func (d description) routes(open func(string) []byte) []engine.Route {
	d.open = open
	top := docPlace{d.path, d.root}
	base := d.base()
	var out []engine.Route
	for key, e := range d.entries(d.get(top, "paths")) {
		if !strings.HasPrefix(key, "/") {
			continue // x-…
		}
		item := d.follow(e.docPlace)
		shared := d.parameters(d.get(item, "parameters"))
		for verb, op := range d.entries(item) {
			if !slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}, verb) || op.node.Kind != yaml.MappingNode {
				continue
			}
			r := engine.Route{Framework: "openapi", Method: strings.ToUpper(verb), Path: base + key, File: op.file, Line: max(op.key.Line, 1),
				Handler: d.get(op.docPlace, "operationId").text()}
			for _, p := range d.parameters(d.get(op.docPlace, "parameters")) {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, p := range shared {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, p := range d.body(d.get(op.docPlace, "requestBody")) {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, name := range facts.PathNames(r.Path) {
				r.Params = facts.AddParam(r.Params, facts.Param(name, "path"))
			}
			guard, needs := d.security(op.docPlace)
			r.Guard = guard
			for _, p := range needs {
				r.Params = facts.AddParam(r.Params, p)
			}
			out = append(out, r)
		}
	}
	return out
}

// base is what stands before all paths: the path of the first server, or Swagger's
// basePath. A server whose address is no URL is left out.
func (d description) base() string {
	top := docPlace{file: d.path, node: d.root}
	if base := d.get(top, "basePath").text(); strings.HasPrefix(base, "/") {
		return strings.TrimRight(base, "/")
	}
	for _, s := range d.items(d.get(top, "servers")) {
		url := d.get(s, "url").text()
		for name, v := range d.entries(d.get(s, "variables")) {
			url = strings.ReplaceAll(url, "{"+name+"}", d.get(v.docPlace, "default").text())
		}
		if _, rest, ok := strings.Cut(url, "//"); ok {
			_, p, _ := strings.Cut(rest, "/")
			url = "/" + p
		}
		if strings.HasPrefix(url, "/") && !strings.ContainsAny(url, "{}<>?# ") {
			return strings.TrimRight(url, "/")
		}
	}
	return ""
}

// parameters returns the parameters of an operation or a path. Swagger has the body
// among them.
func (d description) parameters(list docPlace) (out []engine.RouteParam) {
	for _, p := range d.items(list) {
		p = d.follow(p)
		name := d.get(p, "name").text()
		switch d.get(p, "in").text() {
		case "path":
			out = append(out, facts.Param(name, "path"))
		case "query", "querystring":
			out = append(out, facts.Param(name, "query"))
		case "header":
			out = append(out, facts.Param(name, "header"))
		case "cookie":
			out = append(out, facts.Param(name, "cookie"))
		case "formData":
			out = append(out, facts.Param(name, "body"))
		case "body":
			if fields := d.fields(d.get(p, "schema"), 0); len(fields) > 0 {
				out = append(out, fields...)
			} else {
				out = append(out, facts.Param(name, "body"))
			}
		}
	}
	return out
}

// body returns the fields of a request's body, in whatever format it may come.
func (d description) body(b docPlace) (out []engine.RouteParam) {
	for _, media := range d.entries(d.get(d.follow(b), "content")) {
		for _, p := range d.fields(d.get(d.follow(media.docPlace), "schema"), 0) {
			out = facts.AddParam(out, p)
		}
	}
	return out
}

// fields returns the properties of a schema, of an array those of its elements.
func (d description) fields(schema docPlace, depth int) (out []engine.RouteParam) {
	if schema = d.follow(schema); schema.node == nil || depth > 20 {
		return nil
	}
	for name := range d.entries(d.get(schema, "properties")) {
		out = facts.AddParam(out, facts.Param(name, "body"))
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range d.items(d.get(schema, key)) {
			for _, p := range d.fields(part, depth+1) {
				out = facts.AddParam(out, p)
			}
		}
	}
	if items := d.get(schema, "items"); items.node != nil {
		for _, p := range d.fields(items, depth+1) {
			out = facts.AddParam(out, p)
		}
	}
	return out
}

// security returns the schemes that an operation asks for, and what they send. An
// empty alternative means that nobody need say who he is.
func (d description) security(op docPlace) (guard string, needs []engine.RouteParam) {
	top := docPlace{file: d.path, node: d.root}
	s := d.get(op, "security")
	if s.node == nil {
		s = d.get(top, "security")
	}
	schemes := d.get(d.get(top, "components"), "securitySchemes")
	if schemes.node == nil {
		schemes = d.get(top, "securityDefinitions")
	}
	var names []string
	open := false
	for _, alternative := range d.items(s) {
		empty := true
		for name := range d.entries(alternative) {
			empty = false
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			scheme := d.follow(d.get(schemes, name))
			switch d.get(scheme, "type").text() {
			case "apiKey":
				in := map[string]string{"query": "query", "header": "header", "cookie": "cookie"}[d.get(scheme, "in").text()]
				if in != "" {
					needs = facts.AddParam(needs, facts.Param(d.get(scheme, "name").text(), in))
				}
			case "http", "basic", "oauth2", "openIdConnect":
				needs = facts.AddParam(needs, facts.Param("Authorization", "header"))
			}
		}
		open = open || empty
	}
	if open {
		return "", needs
	}
	return strings.Join(names, ", "), needs
}
