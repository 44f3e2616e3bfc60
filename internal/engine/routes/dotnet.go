package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var dotnet = facts.Language{
	Name:       "dotnet",
	Grammars:   []string{"c_sharp"},
	Frameworks: []facts.Framework{aspnet},
	Names: func(s *facts.Reader) {
		classes := classesOf(s.File)
		for _, c := range classes {
			for i := range c.methods {
				c.methods[i].reads = csReads(s.File, c.methods[i].body)
			}
		}
		annotatedFacts.Set(s.Facts, classes)
	},
}

// csIndex is the classes of a tree.
type csIndex struct{ *classIndex }

var csharpFacts facts.Slot[*csFile]

var aspnet = facts.Framework{
	Name: "asp.net", Endings: []string{".cs"},
	Words: []string{"Controller", "MapGet", "MapPost", "MapPut", "MapDelete", "MapPatch", "MapMethods", "MapGroup", "MapRoute", "IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication"},
	Look:  lookAspnet,
	Link: func(l *facts.Linker) []engine.Route {
		x := &csIndex{indexClasses(l)}
		return append(aspnetRoutes(l, x), minimalRoutes(l, x)...)
	},
}
