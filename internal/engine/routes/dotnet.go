package routes

import (
	"vigil/internal/engine"
)

var dotnet = language{
	name:       "dotnet",
	grammars:   []string{"c_sharp"},
	frameworks: []framework{aspnet},
	names: func(s *source) {
		classes := classesOf(s.File)
		for _, c := range classes {
			for i := range c.methods {
				c.methods[i].reads = csReads(s.File, c.methods[i].body)
			}
		}
		annotatedFacts.set(s.facts, classes)
	},
}

// csIndex is the classes of a tree.
type csIndex struct{ *classIndex }

var csharpFacts slot[*csFile]

var aspnet = framework{
	name: "asp.net", endings: []string{".cs"},
	words: []string{"Controller", "MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "MapMethods", "MapGroup", "MapRoute", "IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication"},
	look:  lookAspnet,
	link: func(l *linker) []engine.Route {
		x := &csIndex{indexClasses(l)}
		return append(aspnetRoutes(l, x), minimalRoutes(l, x)...)
	},
}
