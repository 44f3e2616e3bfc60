package golang

// dialect describes a framework: what creates its routers, and which methods declare
// routes. All frameworks are read together, since a router may be passed to a function
// whose signature does not name the framework.
type dialect struct {
	name    string
	words   []string               // prefilter
	imports func(path string) bool // reports whether an import path belongs to the framework
	// ubiquitous: most files import it, so the import alone proves nothing.
	ubiquitous bool
	makers     []string // constructors of routers
	types      []string // router types
	// syntax rewrites the parameters of a path as {name}.
	syntax func(path string) string
	// rootJoins: the route "/" of a group is joined like any other path.
	rootJoins bool
	// capitals: the methods that declare a route are GET and POST, not Get and Post.
	capitals bool
	// handlerFirst: middleware comes after the handler, not before it.
	handlerFirst bool
	// methodNames: the package has constants named after HTTP methods.
	methodNames bool
	// declare interprets a router method, false if the framework does not define it.
	declare func(d *goDeclaration, method string) (*goVal, bool)
	// function interprets a package-level function, false if unknown.
	function func(r *goRun, name string, x *goExpr, e *goEnv, depth int) (*goVal, bool)
}

// dialects lists all frameworks.
var dialects = []dialect{netHTTP, gin, echo, chi, fiber, gorilla, httprouter}

// dialectOf returns the framework of an import path, or nil.
func dialectOf(dialects []dialect, path string) *dialect {
	for i := range dialects {
		if dialects[i].imports(path) {
			return &dialects[i]
		}
	}
	return nil
}

// namesMethods reports whether a package has constants for HTTP methods.
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
