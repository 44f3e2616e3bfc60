package schema

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/document"
	"vigil/internal/engine/routes/facts"
)

var openapi = facts.Framework{
	Name: "openapi", Endings: []string{".json", ".yaml", ".yml"}, Words: []string{"openapi", "swagger"},
	Look: func(s *facts.Reader) {
		if isDocument(s.Path, s.Source) {
			descriptionFacts.Set(s.Facts, newDescription(s.Path, s.Source))
		}
	},
	Documents: true,
	Link: func(l *facts.Linker) (out []engine.Route) {
		for _, f := range l.Files() {
			if d := descriptionFacts.Get(f); d != nil {
				out = append(out, l.Isolate("openapi", func() []engine.Route { return d.routes(l.Source) })...)
			}
		}
		return out
	},
}

var descriptionFacts facts.Slot[*description]

// description is an OpenAPI or Swagger document.
type description struct{ *document.Document }

var (
	documentStart = regexp.MustCompile(`(?m)(^\s*\{?\s*|[{,]\s*)["']?(openapi|swagger)["']?\s*:\s*["']?[23]`)
)

// isDocument reports whether a file may be an API description.
func isDocument(name string, src []byte) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml":
		return documentStart.Match(src)
	}
	return false
}

// newDescription parses an API description, nil if the file is not one.
func newDescription(name string, src []byte) *description {
	root := document.Parse(name, src)
	if root == nil {
		return nil
	}
	d := &document.Document{Path: name, Root: root, Others: map[string]*yaml.Node{}}
	top := document.Place{File: d.Path, Node: root}
	if d.Get(top, "openapi").Node == nil && d.Get(top, "swagger").Node == nil {
		return nil
	}
	return &description{d}
}

// routes returns the routes of a description. Parts of it may be in other files.
func (d description) routes(open func(string) []byte) []engine.Route {
	d.Open = open
	top := document.Place{File: d.Path, Node: d.Root}
	base := d.base()
	var out []engine.Route
	for key, e := range d.Entries(d.Get(top, "paths")) {
		if !strings.HasPrefix(key, "/") {
			continue // x-…
		}
		item := d.Follow(e.Place)
		shared := d.parameters(d.Get(item, "parameters"))
		for verb, op := range d.Entries(item) {
			if !slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}, verb) || op.Node.Kind != yaml.MappingNode {
				continue
			}
			r := engine.Route{Framework: "openapi", Method: strings.ToUpper(verb), Path: base + key, File: op.File, Line: max(op.Key.Line, 1),
				Handler: d.Get(op.Place, "operationId").Text()}
			for _, p := range d.parameters(d.Get(op.Place, "parameters")) {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, p := range shared {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, p := range d.body(d.Get(op.Place, "requestBody")) {
				r.Params = facts.AddParam(r.Params, p)
			}
			for _, name := range facts.PathNames(r.Path) {
				r.Params = facts.AddParam(r.Params, facts.Param(name, "path"))
			}
			guard, needs := d.security(op.Place)
			r.Candidate = guard
			for _, p := range needs {
				r.Params = facts.AddParam(r.Params, p)
			}
			out = append(out, r)
		}
	}
	return out
}

// base is the prefix of all paths: the path of the first server, or Swagger's
// basePath. A server whose address is not a URL is ignored.
func (d description) base() string {
	top := document.Place{File: d.Path, Node: d.Root}
	if base := d.Get(top, "basePath").Text(); strings.HasPrefix(base, "/") {
		return strings.TrimRight(base, "/")
	}
	for _, s := range d.Items(d.Get(top, "servers")) {
		url := d.Get(s, "url").Text()
		for name, v := range d.Entries(d.Get(s, "variables")) {
			url = strings.ReplaceAll(url, "{"+name+"}", d.Get(v.Place, "default").Text())
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

// parameters returns the parameters of an operation or path. In Swagger the body is
// one of them.
func (d description) parameters(list document.Place) (out []engine.RouteParam) {
	for _, p := range d.Items(list) {
		p = d.Follow(p)
		name := d.Get(p, "name").Text()
		switch d.Get(p, "in").Text() {
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
			if fields := d.fields(d.Get(p, "schema"), 0); len(fields) > 0 {
				out = append(out, fields...)
			} else {
				out = append(out, facts.Param(name, "body"))
			}
		}
	}
	return out
}

// body returns the fields of the request body, in any media type.
func (d description) body(b document.Place) (out []engine.RouteParam) {
	for _, media := range d.Entries(d.Get(d.Follow(b), "content")) {
		for _, p := range d.fields(d.Get(d.Follow(media.Place), "schema"), 0) {
			out = facts.AddParam(out, p)
		}
	}
	return out
}

// fields returns the properties of a schema; for an array, those of its elements.
func (d description) fields(schema document.Place, depth int) (out []engine.RouteParam) {
	if schema = d.Follow(schema); schema.Node == nil || depth > 20 {
		return nil
	}
	for name := range d.Entries(d.Get(schema, "properties")) {
		out = facts.AddParam(out, facts.Param(name, "body"))
	}
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range d.Items(d.Get(schema, key)) {
			for _, p := range d.fields(part, depth+1) {
				out = facts.AddParam(out, p)
			}
		}
	}
	if items := d.Get(schema, "items"); items.Node != nil {
		for _, p := range d.fields(items, depth+1) {
			out = facts.AddParam(out, p)
		}
	}
	return out
}

// security returns the schemes that an operation requires, and their parameters. An
// empty alternative means that authentication is optional.
func (d description) security(op document.Place) (guard string, needs []engine.RouteParam) {
	top := document.Place{File: d.Path, Node: d.Root}
	s := d.Get(op, "security")
	if s.Node == nil {
		s = d.Get(top, "security")
	}
	schemes := d.Get(d.Get(top, "components"), "securitySchemes")
	if schemes.Node == nil {
		schemes = d.Get(top, "securityDefinitions")
	}
	var names []string
	open := false
	for _, alternative := range d.Items(s) {
		empty := true
		for name := range d.Entries(alternative) {
			empty = false
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			scheme := d.Follow(d.Get(schemes, name))
			switch d.Get(scheme, "type").Text() {
			case "apiKey":
				in := map[string]string{"query": "query", "header": "header", "cookie": "cookie"}[d.Get(scheme, "in").Text()]
				if in != "" {
					needs = facts.AddParam(needs, facts.Param(d.Get(scheme, "name").Text(), in))
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
