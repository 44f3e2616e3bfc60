package golang

// dialect is a framework: what makes its routers, and which of their methods declare
// routes. All frameworks are read together, since a router may be passed to a function
// that does not say which framework made it.
type dialect struct {
	name    string
	words   []string               // prefilter
	imports func(path string) bool // tells whether an import path is the framework's
	// ubiquitous: most files import it, so that the import alone says nothing.
	ubiquitous bool
	makers     []string // functions that make a router
	types      []string // of routers
	// syntax writes the parameters of a path as {name}.
	syntax func(path string) string
	// rootJoins: the route "/" of a group is joined like any other path.
	rootJoins bool
	// capitals: the methods that declare a route are GET and POST, not Get and Post.
	capitals bool
	// handlerFirst: middleware comes after the handler, not before it.
	handlerFirst bool
	// methodNames: the package has constants named after HTTP methods.
	methodNames bool
	// declare is what a method of a router does, false if it is none of the framework's own.
	declare func(d *goDeclaration, method string) (*goVal, bool)
	// function is a call of a function of the package, false if it is not known.
	function func(r *goRun, name string, x *goExpr, e *goEnv, depth int) (*goVal, bool)
}

// dialects are all of them.
var dialects = []dialect{netHTTP, gin, echo, chi, fiber, gorilla, httprouter}

// dialectOf is the framework that an import path is of, nil if it is none.
func dialectOf(dialects []dialect, path string) *dialect {
	for i := range dialects {
		if dialects[i].imports(path) {
			return &dialects[i]
		}
	}
	return nil
}

// namesMethods reports whether a package has constants named after HTTP methods.
func (r *goRun) namesMethods(path string) bool {
	d := r.dialectOf(path)
	return d != nil && d.methodNames
}

func dialectWords() (words []string) {
	for _, d := range dialects {
		words = append(words, d.words...)
	}
	return words
}
