package routes

import (
	"vigil/internal/engine"
)

var jvm = language{
	name:       "jvm",
	grammars:   []string{"java", "kotlin"},
	frameworks: []framework{spring, micronaut, jaxrs, settingsFiles},
	names:      func(s *source) { annotatedFacts.set(s.facts, classesOf(s.File)) },
}

var jvmEndings = []string{".java", ".kt"}

// jvmIndex is the classes of a tree, and the settings that they are under.
type jvmIndex struct {
	*classIndex
	settings settings
}

func newJVMIndex(l *linker) *jvmIndex { return &jvmIndex{indexClasses(l), settingsOf(l)} }

var spring = framework{
	name: "spring", endings: jvmEndings,
	words: []string{"@RestController", "@Controller", "Mapping", "RouterFunction", "router {", "coRouter", "HttpSecurity"},
	look: func(s *source) {
		lookFunctional(s)
		lookSecurity(s)
	},
	link: func(l *linker) []engine.Route {
		x := newJVMIndex(l)
		list := secure(l, x, append(springRoutes(x), functionalRoutes(l, x)...))
		return x.settings.apply(list, "server.servlet.context-path", "spring.webflux.base-path", "server.context-path")
	},
}

var micronaut = framework{
	name: "micronaut", endings: jvmEndings, words: []string{"@Controller", "@ServerWebSocket"},
	link: func(l *linker) []engine.Route {
		x := newJVMIndex(l)
		return x.settings.apply(micronautRoutes(x), "micronaut.server.context-path")
	},
}

var jaxrs = framework{
	name: "jax-rs", endings: jvmEndings, words: []string{"@Path", "@ApplicationPath", "extends Application", "@ServerEndpoint", "@WebServlet"},
	link: func(l *linker) []engine.Route {
		x := newJVMIndex(l)
		return jaxrsRoutes(x, x.settings.jaxrs(x))
	},
}

// settingsFiles reads what stands before all paths of an application.
var settingsFiles = framework{name: "config", endings: []string{".properties", ".yml", ".yaml", ".xml"}, place: isConfig, look: lookConfig}
