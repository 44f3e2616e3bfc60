package golang

import (
	"path"
	"slices"
	"sort"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/imports"
	"vigil/internal/engine/routes/facts"
)

// goPackage is a package: a folder with its files.
type goPackage struct {
	dir     string
	funcs   map[string]*goFunc
	methods map[string]*goFunc // Type.Name
	types   map[string]*goType
	consts  map[string]facts.Value
	env     *goEnv
	files   []*goFile
	started bool
	whole   bool // all files of the folder have been read
}

// goRun is an abstract interpreter for the functions of a tree that tracks only routers.
type goRun struct {
	l         *facts.Linker
	packages  map[string]*goPackage
	dirs      []string
	byName    map[string][]*goFunc // methods and functions
	objects   map[string]*goObject
	routers   []*goRouter
	shared    *goRouter // http.DefaultServeMux, once it is used
	dialects  []dialect // not the variable, which refers to what runs functions
	stack     []*goFunc
	called    map[*goFunc]bool
	memo      map[*goFunc]*goVal
	resolved  map[[2]string]*goPackage
	methods   map[string][]*goFunc
	fresh     []*goFunc           // all functions
	names     map[string]bool     // of functions that routes can come from
	known     map[string]bool     // folders with files that were wanted for their words
	byFolder  map[string][]string // folders with Go files by their name
	goModules *imports.Go         // made when the first import is resolved
	loading   int                 // above 0: a package may be read for what is asked
	steps     int
}

// Limits of a run, so that it ends on any input.
const (
	maxGoSteps   = 3_000_000
	maxGoStack   = 40
	maxGoRouters = 10_000
)

// goRoutes returns the routes of Go files.
func goRoutes(l *facts.Linker, files []*goFile) []engine.Route {
	if len(files) == 0 {
		return nil
	}
	r := &goRun{l: l, packages: map[string]*goPackage{}, byName: map[string][]*goFunc{}, objects: map[string]*goObject{}, dialects: dialects, called: map[*goFunc]bool{}, memo: map[*goFunc]*goVal{},
		resolved: map[[2]string]*goPackage{}, methods: map[string][]*goFunc{},
		names: map[string]bool{}, known: map[string]bool{}}
	for _, f := range files {
		r.add(f)
		r.known[f.dir] = true
	}
	for _, f := range files { // the other files of a package may declare constants, types, and more routes
		if f.declares {
			r.pkg(f.dir)
		}
	}
	for d := range r.packages {
		r.dirs = append(r.dirs, d)
	}
	sort.Strings(r.dirs)
	r.run()
	if r.steps > maxGoSteps {
		l.Fail("go: too many calls to follow, the rest was left out")
	}
	return r.routes()
}

func (r *goRun) add(f *goFile) {
	p := r.packages[f.dir]
	if p == nil {
		p = &goPackage{dir: f.dir, funcs: map[string]*goFunc{}, methods: map[string]*goFunc{}, types: map[string]*goType{}, consts: map[string]facts.Value{}, env: &goEnv{names: map[string]*goVal{}}}
		r.packages[f.dir] = p
	}
	if slices.Contains(p.files, f) {
		return
	}
	p.files = append(p.files, f)
	for name, t := range f.types {
		p.types[name] = t
	}
	for name, v := range f.consts {
		p.consts[name] = v
	}
	for _, fn := range f.funcs {
		fn.summarise()
		if r.fresh = append(r.fresh, fn); fn.related {
			r.names[fn.name] = true
		}
		if fn.recv == "" {
			p.funcs[fn.name] = fn
		} else {
			p.methods[fn.recv+"."+fn.name] = fn
			r.methods[fn.name] = append(r.methods[fn.name], fn)
		}
		if len(fn.reads)+len(fn.binds)+len(fn.methods) > 0 || fn.related {
			r.byName[fn.name] = append(r.byName[fn.name], fn)
		}
	}
}

// run starts at main and at functions without callers; then come those that were not
// reached, with fresh routers for parameters of a router type.
func (r *goRun) run() {
	r.relate()
	for _, d := range r.dirs {
		p := r.packages[d]
		for _, f := range p.files {
			for _, fn := range f.funcs {
				r.calls(p, f, fn)
			}
		}
	}
	for pass := range 4 {
		for _, d := range r.dirs {
			p := r.packages[d]
			r.start(p)
			for _, f := range p.files {
				for _, fn := range f.funcs {
					root := pass == 3 || fn.name == "main" || pass > 0 && !r.called[fn] && (pass > 1 || !r.wantsRouter(fn))
					if root && fn.related && !fn.seen {
						r.invoke(fn, nil, nil, &goEnv{names: map[string]*goVal{}, outer: p.env, file: f})
					}
				}
			}
		}
	}
}

// start evaluates the package-level variables.
func (r *goRun) start(p *goPackage) {
	if p.started {
		return
	}
	p.started = true
	for _, f := range p.files {
		e := &goEnv{names: p.env.names, file: f}
		r.block(f.vars, e)
	}
}

// visitCalls visits all calls of a function, including those in function literals.
func visitCalls(body []goStmt, depth int, visit func(*goExpr)) {
	if depth > maxGoDepth {
		return
	}
	var walk func(e *goExpr, depth int)
	walk = func(e *goExpr, depth int) {
		if e == nil || depth > maxGoDepth*2 {
			return
		}
		if e.kind == goCall {
			visit(e)
		}
		walk(e.of, depth+1)
		for _, a := range e.args {
			walk(a, depth+1)
		}
		if e.fn != nil {
			visitCalls(e.fn.body, depth+1, visit)
		}
	}
	for _, s := range body {
		for _, v := range s.values {
			walk(v, depth)
		}
	}
}

// calls records which functions are called.
func (r *goRun) calls(p *goPackage, f *goFile, fn *goFunc) {
	visitCalls(fn.body, 0, func(e *goExpr) {
		name := e.of.text
		switch {
		case e.of.kind == goRef && !strings.Contains(name, "."):
			if fn := p.funcs[name]; fn != nil {
				r.called[fn] = true
			}
		case e.of.kind == goRef || e.of.kind == goSelect:
			for _, fn := range r.methods[facts.LastName(name)] {
				r.called[fn] = true
			}
			if first, rest, ok := strings.Cut(name, "."); ok && f.imports[first] != "" {
				for _, fn := range r.byName[rest] {
					if fn.recv == "" && path.Base(fn.file.dir) == path.Base(f.imports[first]) {
						r.called[fn] = true
					}
				}
			}
		}
	})
}

// relate finds the functions that may lead to routes: those that declare some, and
// their callers. Others are not interpreted.
func (r *goRun) relate() {
	for range 20 {
		more := false
		for _, fn := range r.fresh {
			if fn.related {
				continue
			}
			for _, name := range fn.calls {
				if r.names[name] {
					fn.related = true
					break
				}
			}
			if fn.related && !r.names[fn.name] {
				r.names[fn.name], more = true, true
			}
		}
		if !more {
			return
		}
	}
}

// summarise records the calls of a function, and whether it declares routes itself.
func (fn *goFunc) summarise() {
	seen := map[string]bool{}
	visitCalls(fn.body, 0, func(e *goExpr) {
		name := facts.LastName(e.of.text)
		if name == "" || e.of.kind == goCall {
			return
		}
		if !seen[name] {
			seen[name] = true
			fn.calls = append(fn.calls, name)
		}
		verb := strings.ToUpper(name)
		switch {
		case name == "HandleFunc" || name == "Handle" || name == "NewServeMux" || name == "NewRouter" || name == "Subrouter" || name == "NewMux":
			fn.related = true
		case facts.IsMethod(verb) || name == "Any" || name == "All" || name == "Group" || name == "Route" || name == "Mount" || name == "Match" || name == "Add" || name == "Method" || name == "MethodFunc":
			if len(e.args) > 0 && (fn.file.declares || e.args[0].kind == goText && (e.args[0].text == "" || e.args[0].text[0] == '/')) {
				fn.related = true
			}
		case fn.file.declares && (name == "New" || name == "Default" || name == "Use"):
			fn.related = true
		}
	})
}

// imported returns the package of the tree that a name of a file stands for.
func (r *goRun) imported(f *goFile, name string) *goPackage {
	p := f.imports[name]
	if p == "" || !strings.Contains(p, "/") && !strings.Contains(p, ".") && r.l.FilesIn(p, ".go") == nil || r.dialectOf(p) != nil {
		return nil
	}
	key := [2]string{f.dir, p}
	if q, ok := r.resolved[key]; ok {
		return q
	}
	r.resolved[key] = nil
	best := r.folder(f, p)
	if best == "" {
		return nil
	}
	if !r.known[best] && r.loading == 0 {
		delete(r.resolved, key)
		return nil
	}
	r.resolved[key] = r.pkg(best)
	r.relate()
	return r.resolved[key]
}

// folder returns the folder of an import path, "" if it is not of the tree. Where no go.mod
// tells, it is the folder with the longest end of the path, of several the closest: a wrong
// one seldom declares routes.
func (r *goRun) folder(f *goFile, importPath string) string {
	if dir, ok := r.modules().Folder(importPath); ok {
		return dir
	}
	if r.modules().Has(f.path) {
		return ""
	}
	best, most := "", 0
	for _, d := range r.folders(path.Base(importPath)) {
		n := 0
		for a, b := d, importPath; a != "." && b != "." && a != "/" && path.Base(a) == path.Base(b); a, b = path.Dir(a), path.Dir(b) {
			n++
		}
		if score := n<<10 + facts.Nearness(f.path, d+"/x"); n > 0 && score > most {
			best, most = d, score
		}
	}
	return best
}

// maxModules is how many go.mod files are read.
const maxModules = 200

// modules returns the modules of the tree.
func (r *goRun) modules() *imports.Go {
	if r.goModules == nil {
		texts := map[string][]byte{}
		all := r.l.Named("go.mod")
		for _, p := range all[:min(len(all), maxModules)] {
			if text := r.l.Source(p); text != nil {
				texts[p] = text
			}
		}
		r.goModules = imports.NewGo(texts)
	}
	return r.goModules
}

// pkg returns the package in a folder, with all of its files.
func (r *goRun) pkg(dir string) *goPackage {
	if p := r.packages[dir]; p != nil && p.whole {
		return p
	}
	for _, file := range r.l.FilesIn(dir, ".go") {
		if f := r.l.Facts(file); f != nil && golangFacts.Get(f) != nil {
			r.add(golangFacts.Get(f))
		}
	}
	p := r.packages[dir]
	if p != nil {
		p.whole = true
	}
	return p
}

// folders returns the folders with Go files that have the given name.
func (r *goRun) folders(base string) []string {
	if r.byFolder == nil {
		r.byFolder = map[string][]string{}
		seen := map[string]bool{}
		for p := range r.l.Paths() {
			if d := path.Dir(p); strings.HasSuffix(p, ".go") && !seen[d] {
				seen[d] = true
				r.byFolder[path.Base(d)] = append(r.byFolder[path.Base(d)], d)
			}
		}
		for _, dirs := range r.byFolder {
			sort.Strings(dirs)
		}
	}
	return r.byFolder[base]
}

// wantsRouter reports whether a function has a router parameter.
func (r *goRun) wantsRouter(fn *goFunc) bool {
	for _, p := range fn.params {
		if r.routerType(fn.file, p.typ) != nil {
			return true
		}
	}
	return false
}

// routerType returns the framework that a router type belongs to, or nil.
func (r *goRun) routerType(f *goFile, typ string) *dialect {
	first, rest, ok := strings.Cut(typ, ".")
	if !ok {
		return nil
	}
	if d := r.dialectOf(f.imports[first]); d != nil && slices.Contains(d.types, rest) {
		return d
	}
	return nil
}

// dialectOf returns the framework of an import path, or nil.
func (r *goRun) dialectOf(path string) *dialect { return dialectOf(r.dialects, path) }
