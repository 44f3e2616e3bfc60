package routes

import (
	"vigil/internal/engine"
)

var (
	protoFacts    slot[*protoFile]
	graphqlFacts  slot[*graphqlFile]
	documentFacts slot[*description]
)

var schemas = language{
	name:       "schema",
	frameworks: []framework{grpc, graphql, openapi},
}

var grpc = framework{
	name: "grpc", endings: []string{".proto"}, words: []string{"service", "message"},
	look: func(s *source) { protoFacts.set(s.facts, readProto(s.Path, s.Source)) },
	link: func(l *linker) []engine.Route {
		var files []*protoFile
		for _, f := range l.sorted() {
			if p := protoFacts.get(f); p != nil {
				files = append(files, p)
			}
		}
		return grpcRoutes(files)
	},
}

var graphql = framework{
	name: "graphql", endings: []string{".graphql", ".graphqls", ".gql"}, words: []string{"type", "schema"},
	look: func(s *source) { graphqlFacts.set(s.facts, readGraphQL(s.Path, s.Source)) },
	link: func(l *linker) []engine.Route {
		var files []*graphqlFile
		for _, f := range l.sorted() {
			if g := graphqlFacts.get(f); g != nil {
				files = append(files, g)
			}
		}
		return graphqlRoutes(files)
	},
}

var openapi = framework{
	name: "openapi", endings: []string{".json", ".yaml", ".yml"}, words: []string{"openapi", "swagger"},
	look: func(s *source) {
		if isDocument(s.Path, s.Source) {
			documentFacts.set(s.facts, newDescription(s.Path, s.Source))
		}
	},
	documents: true,
	link: func(l *linker) (out []engine.Route) {
		for _, f := range l.sorted() {
			if d := documentFacts.get(f); d != nil {
				out = append(out, l.isolated("openapi", func() []engine.Route { return d.routes(l.bytes) })...)
			}
		}
		return out
	},
}
