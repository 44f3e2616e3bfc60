package routes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// linker follows names from file to file, once all facts are there.
type linker struct {
	ctx        context.Context
	registry   *registry
	files      map[string]*facts
	visits     int // of routers, see mounted
	depth      int
	stopped    string              // why not all is linked, "" if it is
	paths      map[string]bool     // of all files of the tree
	byBase     map[string][]string // paths by the last part of their name
	load       func(string) *match.File
	demanded   int
	nodes      map[symbol]*node
	modules    map[[2]string]string
	byFolder   map[string][]string // made when somebody asks
	extra      map[any]any         // see slot
	failed     []string            // what could not be linked, and why
	documented []engine.Route      // by descriptions of the API
}

// symbol is a symbol of a file; one without a file is of somebody else's library.
type symbol struct{ file, name string }

// node is a router, or something that routes are declared on as if it were one.
type node struct {
	symbol
	router   *router // nil if it is not declared as one
	parents  []edge
	uses     []use
	contexts []place // where it is mounted, once that is known
	busy     bool
}

func newLinker(ctx context.Context, r *registry, files map[string]*facts, paths []string, load func(string) *match.File) *linker {
	l := &linker{ctx: ctx, registry: r, files: files, paths: map[string]bool{}, byBase: map[string][]string{}, load: load, nodes: map[symbol]*node{}, modules: map[[2]string]string{}}
	for _, p := range paths {
		l.paths[p] = true
		base := p[strings.LastIndexByte(p, '/')+1:]
		l.byBase[base] = append(l.byBase[base], p)
	}
	return l
}

// sorted returns the facts of all files in the order of their paths.
func (l *linker) sorted() []*facts {
	var out []*facts
	for _, f := range l.files {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *facts) int { return strings.Compare(a.path, b.path) })
	return out
}

// facts returns those of a file, which is read now if nobody wanted it before.
func (l *linker) facts(file string) *facts {
	if f, ok := l.files[file]; ok {
		return f
	}
	if !l.paths[file] || l.load == nil || l.demanded >= maxDemanded || l.ctx.Err() != nil {
		return nil
	}
	l.demanded++
	var x *facts
	if f := l.load(file); f != nil {
		x, _ = l.registry.look(l.ctx, f, l.registry.usual(file))
	}
	if x == nil {
		x = &facts{path: file}
	}
	l.files[file] = x
	return x
}

// link builds the graph of routers and walks it for every route.
func (l *linker) link() []engine.Route {
	// What is read on demand while names are followed has facts of its own, in turn.
	done := map[string]bool{}
	for {
		var fresh []*facts
		for _, f := range l.sorted() {
			if !done[f.path] {
				done[f.path] = true
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
	for _, f := range l.sorted() {
		for i := range f.routes {
			switch {
			case l.ctx.Err() != nil:
				l.stopped = "took too long to link; routes from " + f.path + " on are missing"
				return out
			case len(out) > 2*maxRoutes:
				l.stopped = fmt.Sprintf("more than %d routes; those from %s on are missing", 2*maxRoutes, f.path)
				return out
			}
			out = append(out, l.routes(f, &f.routes[i])...)
		}
	}
	return append(out, l.frameworks()...)
}

// usualRouter tells whether a name is one that routers usually have.
func (l *linker) usualRouter(f *facts, name string) bool {
	lang := l.language(f)
	return lang != nil && lang.routerNames != nil && lang.routerNames.MatchString(name)
}

// language is that of a file, nil if it is none of the registry.
func (l *linker) language(f *facts) *language {
	if f == nil {
		return nil
	}
	return l.registry.byGrammar[f.language]
}

// routes returns a route with all the prefixes that lead to it.
func (l *linker) routes(f *facts, r *route) []engine.Route {
	framework := r.framework
	places := []place{{}}
	own := func(string) []string { return nil }
	path := l.eval(f, r.path)
	if r.router != "" {
		n := l.node(f, r.router)
		if r.guess && n.router == nil && len(n.parents) == 0 && !l.usualRouter(f, n.name[strings.LastIndexAny(n.name, ".#")+1:]) {
			return nil
		}
		places = l.mounted(n)
		framework = cmp.Or(n.framework(0), framework)
		own = func(method string) []string { return l.guards(n, f.path, r.at, method, path) }
	}
	var out []engine.Route
	add := func(path string, a answer) {
		params := a.params
		for _, b := range a.bodies {
			params = append(params[:len(params):len(params)], l.fields(f.path, b)...)
		}
		for _, p := range places {
			whole := p.path(path)
			full := whole
			if r.syntax != nil {
				full = r.syntax(full)
			}
			for _, m := range a.methods {
				guard := ""
				if g := slices.Concat(a.guards, own(m), p.guards, p.guardsOf(m, whole)); len(g) > 0 {
					guard = g[0]
				}
				out = append(out, engine.Route{Method: m, Path: clean(full), Params: params, Handler: a.handler, File: f.path, Line: r.line, Guard: guard, Framework: framework})
			}
		}
	}
	if r.expand != nil {
		for suffix, list := range r.expand(l, f, r) {
			for _, a := range list {
				add(join(path, suffix), a)
			}
		}
		return out
	}
	for _, a := range l.answers(f, r) {
		if len(a.methods) == 0 {
			a.methods = r.fallback
		}
		if len(a.methods) == 0 {
			a.methods = []string{"GET"}
		}
		add(path, a)
	}
	return out
}
