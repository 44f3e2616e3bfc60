package facts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/imports"
	"vigil/internal/engine/match"
)

// Linker resolves names across files, once the facts of all files are known.
type Linker struct {
	ctx        context.Context
	registry   *Registry
	files      map[string]*File
	visits     int // of routers, see mounted
	depth      int
	stopped    string          // why not all is linked, "" if it is
	paths      map[string]bool // of all files of the tree
	tree       *imports.Tree
	byBase     map[string][]string // paths by the last part of their name
	source     Source
	demanded   int
	proofs     map[symbol]proof // of guards
	verdicts   map[string]verdict
	nodes      map[symbol]*node
	modules    map[[2]string]string
	byFolder   map[string][]string // built on demand
	extra      map[any]any         // see slot
	failed     []string            // what could not be linked, and why
	documented []engine.Route      // by descriptions of the API
}

// Source has files that the prefilter rejected but that others refer to.
type Source = interface {
	// Load parses a file. It returns nil if there is no such file or it cannot be parsed.
	Load(path string) *match.File
	// Recall returns the facts that Remember stored for the same path and content, nil if there
	// are none.
	Recall(path string) []byte
	Remember(path string, facts []byte)
}

// symbol is a symbol of a file; one without a file belongs to a library.
type symbol struct{ file, name string }

// node is a router, or something that is used like one.
type node struct {
	symbol
	router   *Router // nil if not declared as a router
	parents  []edge
	uses     []Use
	contexts []place // where it is mounted, once resolved
	busy     bool
}

func NewLinker(ctx context.Context, r *Registry, files map[string]*File, paths []string, source Source) *Linker {
	l := &Linker{ctx: ctx, registry: r, files: files, paths: map[string]bool{}, byBase: map[string][]string{}, source: source, nodes: map[symbol]*node{}, modules: map[[2]string]string{}, proofs: map[symbol]proof{}, verdicts: map[string]verdict{}}
	for _, p := range paths {
		l.paths[p] = true
		base := p[strings.LastIndexByte(p, '/')+1:]
		l.byBase[base] = append(l.byBase[base], p)
	}
	l.tree = imports.NewTree(l.Has, slices.Values(paths))
	return l
}

// Files returns the facts of all files in the order of their paths.
func (l *Linker) Files() []*File {
	var out []*File
	for _, f := range l.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Facts returns the facts of a file, reading it now if the prefilter had rejected it.
func (l *Linker) Facts(file string) *File {
	if f, ok := l.files[file]; ok {
		return f
	}
	if !l.paths[file] || l.source == nil || l.demanded >= maxDemanded || l.ctx.Err() != nil {
		return nil
	}
	l.demanded++
	x := l.read(file)
	l.files[file] = x
	return x
}

// read reads the facts of a file that the prefilter had rejected.
func (l *Linker) read(file string) (x *File) {
	if x, err := l.registry.Thaw(l.source.Recall(file)); err == nil {
		return x
	}
	if f := l.source.Load(file); f != nil {
		var err error
		x, err = l.registry.look(l.ctx, f, l.registry.usual(file))
		if err == nil {
			if text, ok := l.registry.Freeze(x); ok {
				l.source.Remember(file, text)
			}
		}
	}
	if x == nil {
		x = &File{Path: file}
	}
	return x
}

// linked is the result of the linker.
type linked struct {
	Routes     []engine.Route // of the code
	Documented []engine.Route // of API descriptions
	Failed     []string       // what could not be linked, and why
	Stopped    string         // why linking is incomplete, "" if it is complete
}

// Link returns the routes of all files.
func (l *Linker) Link() linked {
	list := l.walk()
	return linked{list, l.documented, l.failed, l.stopped}
}

// walk builds the mount graph and walks it for every route.
func (l *Linker) walk() []engine.Route {
	// Files that are read on demand while names are resolved add facts of their own.
	done := map[string]bool{}
	for {
		var fresh []*File
		for _, f := range l.Files() {
			if !done[f.Path] {
				done[f.Path] = true
				fresh = append(fresh, f)
			}
		}
		if len(fresh) == 0 {
			break
		}
		for _, f := range fresh {
			l.edges(f)
		}
	}
	var out []engine.Route
	for _, f := range l.Files() {
		for i := range f.routes {
			switch {
			case l.ctx.Err() != nil:
				l.stopped = "took too long to link; routes from " + f.Path + " on are missing"
				return out
			case len(out) > 2*MaxRoutes:
				l.stopped = fmt.Sprintf("more than %d routes; those from %s on are missing", 2*MaxRoutes, f.Path)
				return out
			}
			out = append(out, l.routes(f, &f.routes[i])...)
		}
	}
	return append(out, l.frameworks()...)
}

// usualRouter reports whether a name is a common name for a router.
func (l *Linker) usualRouter(f *File, name string) bool {
	lang := l.language(f)
	return lang != nil && lang.RouterNames != nil && lang.RouterNames.MatchString(name)
}

// language returns the language of a file, nil if the registry does not know it.
func (l *Linker) language(f *File) *Language {
	if f == nil {
		return nil
	}
	return l.registry.byGrammar[f.language]
}

// routes returns a route once for each prefix that leads to it.
func (l *Linker) routes(f *File, r *Route) []engine.Route {
	framework := r.framework
	places := []place{{}}
	own := func(string) []Guard { return nil }
	path := l.eval(f, r.Path)
	if r.Router != "" {
		n := l.node(f, r.Router)
		if r.Guess && n.router == nil && len(n.parents) == 0 && !l.usualRouter(f, n.name[strings.LastIndexAny(n.name, ".#")+1:]) {
			return nil
		}
		places = l.mounted(n)
		framework = cmp.Or(n.framework(0), framework)
		own = func(method string) []Guard { return l.guards(n, f.Path, r.At, method, path) }
	}
	made := l.Span(f.Path, r.Made)
	var out []engine.Route
	add := func(path string, a Answer) {
		params := a.Params
		for _, b := range a.Bodies {
			params = append(params[:len(params):len(params)], l.fields(f.Path, b)...)
		}
		for _, p := range places {
			whole := p.path(path)
			full := whole
			if r.Syntax != nil {
				full = r.Syntax(full)
			}
			for _, m := range a.Methods {
				guard, candidate := l.chooseFor(r, slices.Concat(a.Guards, own(m), p.guards, p.guardsOf(m, whole)))
				out = append(out, engine.Route{Method: m, Path: Clean(full), Params: params, Handler: a.Handler, File: f.Path, Line: r.line, Guard: guard, Candidate: candidate, Body: cmp.Or(a.Body, r.lines, made), Framework: framework})
			}
		}
	}
	if r.Expand != nil {
		for suffix, list := range r.Expand(l, f, r) {
			for _, a := range list {
				add(Join(path, suffix), a)
			}
		}
		return out
	}
	for _, a := range l.answers(f, r) {
		if len(a.Methods) == 0 {
			a.Methods = r.Fallback
		}
		if len(a.Methods) == 0 {
			a.Methods = []string{"GET"}
		}
		add(path, a)
	}
	return out
}
