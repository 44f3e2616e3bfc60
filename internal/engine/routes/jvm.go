package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/routes/facts"
)

var jvm = facts.Language{
	Name:       "jvm",
	Grammars:   []string{"java", "kotlin"},
	Frameworks: []facts.Framework{spring, micronaut, jaxrs, settingsFiles},
	Names:      func(s *facts.Reader) { annotatedFacts.Set(s.Facts, classesOf(s.File)) },
}

var jvmEndings = []string{".java", ".kt"}

// jvmIndex is the classes of a tree, and the settings that they are under.
type jvmIndex struct {
	*classIndex
	settings settings
}

func newJVMIndex(l *facts.Linker) *jvmIndex { return &jvmIndex{indexClasses(l), settingsOf(l)} }

var spring = facts.Framework{
	Name: "spring", Endings: jvmEndings,
	Words: []string{"@RestController", "@Controller", "Mapping", "RouterFunction", "router {", "coRouter", "HttpSecurity"},
	Look: func(s *facts.Reader) {
		lookFunctional(s)
		lookSecurity(s)
	},
	Link: func(l *facts.Linker) []engine.Route {
		x := newJVMIndex(l)
		list := secure(l, x, append(springRoutes(x), functionalRoutes(l, x)...))
		return x.settings.apply(list, "server.servlet.context-path", "spring.webflux.base-path", "server.context-path")
	},
}

var micronaut = facts.Framework{
	Name: "micronaut", Endings: jvmEndings, Words: []string{"@Controller", "@ServerWebSocket"},
	Link: func(l *facts.Linker) []engine.Route {
		x := newJVMIndex(l)
		return x.settings.apply(micronautRoutes(x), "micronaut.server.context-path")
	},
}

var jaxrs = facts.Framework{
	Name: "jax-rs", Endings: jvmEndings, Words: []string{"@Path", "@ApplicationPath", "extends Application", "@ServerEndpoint", "@WebServlet"},
	Link: func(l *facts.Linker) []engine.Route {
		x := newJVMIndex(l)
		return jaxrsRoutes(x, x.settings.jaxrs(x))
	},
}

// settingsFiles reads what stands before all paths of an application.
var settingsFiles = facts.Framework{Name: "config", Endings: []string{".properties", ".yml", ".yaml", ".xml"}, Place: isConfig, Look: lookConfig}
