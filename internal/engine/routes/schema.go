package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var (
	protoFacts    facts.Slot[*protoFile]
	graphqlFacts  facts.Slot[*graphqlFile]
	documentFacts facts.Slot[*description]
)

var schemas = facts.Language{
	Name:       "schema",
	Frameworks: []facts.Framework{grpc, graphql, openapi},
}

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

var graphql = facts.Framework{
	Name: "graphql", Endings: []string{".graphql", ".graphqls", ".gql"}, Words: []string{"type", "schema"},
	Look: func(s *facts.Reader) { graphqlFacts.Set(s.Facts, readGraphQL(s.Path, s.Source)) },
	Link: func(l *facts.Linker) []engine.Route {
		var files []*graphqlFile
		for _, f := range l.Files() {
			if g := graphqlFacts.Get(f); g != nil {
				files = append(files, g)
			}
		}
		return graphqlRoutes(files)
	},
}

var openapi = facts.Framework{
	Name: "openapi", Endings: []string{".json", ".yaml", ".yml"}, Words: []string{"openapi", "swagger"},
	Look: func(s *facts.Reader) {
		if isDocument(s.Path, s.Source) {
			documentFacts.Set(s.Facts, newDescription(s.Path, s.Source))
		}
	},
	Documents: true,
	Link: func(l *facts.Linker) (out []engine.Route) {
		for _, f := range l.Files() {
			if d := documentFacts.Get(f); d != nil {
				out = append(out, l.Isolate("openapi", func() []engine.Route { return d.routes(l.Source) })...)
			}
		}
		return out
	},
}
