package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var php = facts.Language{
	Name:       "php",
	Grammars:   []string{"php"},
	Frameworks: []facts.Framework{laravel, symfony, symfonyYAML},
	Names:      phpClasses,
}

var (
	laravelFacts facts.Slot[*laravelFile]
	symfonyFacts facts.Slot[*symfonyFile]
)

// phpIndex is the classes of a tree.
type phpIndex struct{ *classIndex }

var laravel = facts.Framework{
	Name: "laravel", Endings: []string{".php"}, Words: []string{"Route::", "$router->", "$app->", "withRouting", "Controller", "FormRequest"},
	Look: lookLaravel,
	Link: func(l *facts.Linker) []engine.Route { return laravelRoutes(l, &phpIndex{indexClasses(l)}) },
}

var symfony = facts.Framework{
	Name: "symfony", Endings: []string{".php"}, Words: []string{"#[Route", "@Route", "Rest\\"},
	Link: func(l *facts.Linker) []engine.Route { return symfonyRoutes(l, &phpIndex{indexClasses(l)}) },
}

// symfonyYAML is the routes and access rules in the configuration.
var symfonyYAML = facts.Framework{Name: "symfony", Endings: []string{".yaml", ".yml"}, Place: isSymfony, Look: lookSymfonyYAML}
