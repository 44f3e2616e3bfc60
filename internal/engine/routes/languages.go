package routes

import (
	"sync"

	"vigil/internal/engine/routes/dotnet"
	"vigil/internal/engine/routes/facts"
	"vigil/internal/engine/routes/golang"
	"vigil/internal/engine/routes/javascript"
	"vigil/internal/engine/routes/jvm"
	"vigil/internal/engine/routes/php"
	"vigil/internal/engine/routes/python"
	"vigil/internal/engine/routes/ruby"
	"vigil/internal/engine/routes/schema"
)

// languages are all that routes are discovered in. A new language is a package and an
// entry here; a new framework is a file of its language's package and an entry in that
// package's table. Frameworks are linked in this order.
var languages = []*facts.Language{
	&javascript.Language,
	&python.Language,
	&schema.Language,
	&golang.Language,
	&ruby.Language,
	&dotnet.Language,
	&php.Language,
	&jvm.Language,
}

// registry is built lazily: compiling the prefilter's automatons takes a moment.
var registry = sync.OnceValue(func() *facts.Registry { return facts.NewRegistry(languages...) })
