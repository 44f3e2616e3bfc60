// Package dotnet discovers the routes of ASP.NET: controllers, conventional routing, and
// minimal APIs. Its frameworks are in [Language].
package dotnet

import (
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// Language is the frameworks of C#.
var Language = facts.Language{
	Name:       "dotnet",
	Grammars:   []string{"c_sharp"},
	Frameworks: []facts.Framework{aspnet},
	Slots:      []facts.AnySlot{&classes.Facts, &csharpFacts},
	Names: func(s *facts.Reader) {
		list := classes.Read(s.File)
		for _, c := range list {
			for i := range c.Methods {
				c.Methods[i].Reads = csReads(s.File, c.Methods[i].Body)
			}
		}
		classes.Facts.Set(s.Facts, list)
	},
}

// index is the classes of a tree.
type index struct{ *classes.Index }

var csharpFacts facts.Slot[*csFile]
