package schema

import (
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var grpc = facts.Framework{
	Name: "grpc", Endings: []string{".proto"}, Words: []string{"service", "message"},
	Look: func(s *facts.Reader) { protoFacts.Set(s.Facts, readProto(s.Path, s.Source)) },
	Link: func(l *facts.Linker) []engine.Route {
		var files []*protoFile
		for _, f := range l.Files() {
			if p := protoFacts.Get(f); p != nil {
				files = append(files, p)
			}
		}
		return grpcRoutes(files)
	},
}

var protoFacts facts.Slot[*protoFile]

// grpcRoutes returns the routes of services: those of google.api.http if a method has the
// annotation, else POST /package.Service/Method, which is what gRPC sends. Request messages
// may be declared in any of the files.
func grpcRoutes(files []*protoFile) (out []engine.Route) {
	messages := map[string][]string{}
	for _, f := range files {
		for name, fields := range f.messages {
			messages[name] = fields
		}
	}
	for _, f := range files {
		for _, m := range f.methods {
			fields := requestFields(messages, f.pkg, m.request)
			r := engine.Route{Framework: "grpc", Handler: m.service + "." + m.name, File: f.path, Line: m.line}
			if len(m.rules) == 0 {
				r.Method, r.Path = "POST", "/"+m.service+"/"+m.name
				for _, field := range fields {
					r.Params = append(r.Params, facts.Param(field, "body"))
				}
				out = append(out, r)
			}
			for _, rule := range m.rules {
				r := r
				r.Method, r.Path, r.Params = rule.method, templatePath(rule.path), nil
				r.Params = ruleParams(rule, r.Path, fields)
				out = append(out, r)
			}
		}
	}
	return out
}

// requestFields resolves a message name relative to a package.
func requestFields(messages map[string][]string, pkg, name string) []string {
	for scope := pkg; ; {
		if fields, ok := messages[dotJoin(scope, name)]; ok || scope == "" {
			return fields
		}
		scope = scope[:max(strings.LastIndexByte(scope, '.'), 0)]
	}
}

// templatePath drops the patterns of a template: {name=projects/*} becomes {name}.
func templatePath(path string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(path, '{')
		end := strings.IndexByte(path, '}')
		if open < 0 || end < open {
			return b.String() + path
		}
		name, _, _ := strings.Cut(path[open+1:end], "=")
		b.WriteString(path[:open] + "{" + strings.TrimSpace(name) + "}")
		path = path[end+1:]
	}
}

// ruleParams returns the location of each request field: in the path, in the body if the
// rule has one that includes the field, else in the query.
func ruleParams(rule httpRule, path string, fields []string) (out []engine.RouteParam) {
	for _, name := range facts.PathNames(path) {
		out = append(out, facts.Param(name, "path"))
	}
	inPath := len(out)
	for _, field := range fields {
		in := "query"
		if rule.body == "*" || rule.body == field {
			in = "body"
		}
		taken := false
		for _, p := range out[:inPath] {
			taken = taken || p.Name == field
		}
		if !taken {
			out = append(out, facts.Param(field, in))
		}
	}
	return out
}
