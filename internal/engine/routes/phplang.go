package routes

import (
	"vigil/internal/engine"
)

var php = language{
	name:       "php",
	grammars:   []string{"php"},
	frameworks: []framework{laravel, symfony, symfonyYAML},
	names:      phpClasses,
}

var (
	laravelFacts slot[*laravelFile]
	symfonyFacts slot[*symfonyFile]
)

// phpIndex is the classes of a tree.
type phpIndex struct{ *classIndex }

var laravel = framework{
	name: "laravel", endings: []string{".php"}, words: []string{"Route::", "$router->", "$app->", "withRouting", "Controller", "FormRequest"},
	look: lookLaravel,
	link: func(l *linker) []engine.Route { return laravelRoutes(l, &phpIndex{indexClasses(l)}) },
}

var symfony = framework{
	name: "symfony", endings: []string{".php"}, words: []string{"#[Route", "@Route", "Rest\\"},
	link: func(l *linker) []engine.Route { return symfonyRoutes(l, &phpIndex{indexClasses(l)}) },
}

// symfonyYAML is the routes and access rules in the configuration.
var symfonyYAML = framework{name: "symfony", endings: []string{".yaml", ".yml"}, place: isSymfony, look: lookSymfonyYAML}
