package routes

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// linker follows names from file to file, once all facts are there.
type linker struct {
	ctx      context.Context
	files    map[string]*facts
	visits   int // of routers, see mounted
	depth    int
	stopped  string              // why not all is linked, "" if it is
	paths    map[string]bool     // of all files of the tree
	byBase   map[string][]string // paths by the last part of their name
	load     func(string) *match.File
	demanded int
	nodes    map[symbol]*node
	modules  map[[2]string]string
	byFolder map[string][]string // made when a family asks
	goDirs   map[string][]string // likewise: folders by name
	failed   []string            // families that could not be linked, and why
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

// edge is a mount, seen from the child.
type edge struct {
	parent *node
	mount
	file string
}

// place is one place in which a router is mounted.
type place struct {
	prefix string
	guards []string
	except []string // paths that are not below global
	global string   // the beginning of the prefix
	below  []use    // guards of routers above for a part of their paths, which are whole here
}

// guardsOf returns those of routers above that a whole path has.
func (p place) guardsOf(method, path string) []string {
	var out []string
	for _, u := range p.below {
		if (u.method == "" || u.method == method) && under(path, u.prefix[0].lit) {
			out = append(out, u.guard)
		}
	}
	return out
}

// under tells whether a path is another one or below it; a star at the end is for anything.
func under(path, prefix string) bool {
	prefix = strings.TrimRight(strings.TrimSuffix(join(prefix), "*"), "/")
	path = join(path)
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// path is the whole path of a route in this place.
func (p place) path(route string) string {
	full := join(p.prefix, route)
	if rest, ok := strings.CutPrefix(full, p.global); ok && p.global != "" && slices.Contains(p.except, join(rest)) {
		return join(rest)
	}
	return full
}

func newLinker(ctx context.Context, files map[string]*facts, paths []string, load func(string) *match.File) *linker {
	l := &linker{ctx: ctx, files: files, paths: map[string]bool{}, byBase: map[string][]string{}, load: load, nodes: map[symbol]*node{}, modules: map[[2]string]string{}}
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
		x, _ = look(l.ctx, f, usual(file))
	}
	if x == nil {
		x = &facts{path: file}
	}
	l.files[file] = x
	return x
}

// module returns the file that a module named in another file is in, "" if none.
func (l *linker) module(from *facts, spec string) string {
	key := [2]string{from.path, spec}
	if m, ok := l.modules[key]; ok {
		return m
	}
	m := ""
	if lang := languages[from.language]; lang != nil && lang.module != nil {
		m = lang.module(l, from.path, spec)
	}
	l.modules[key] = m
	return m
}

// resolve follows a symbol through aliases, imports and exports to where it is made.
func (l *linker) resolve(file, name string) symbol {
	if strings.HasPrefix(name, globalPrefix) {
		return symbol{"", name}
	}
	for range 40 {
		f := l.facts(file)
		if f == nil || name == "" || f.routers[name] != nil {
			break
		}
		if to, ok := f.alias(name); ok {
			name = to
			continue
		}
		first, rest, _ := strings.Cut(name, ".")
		calls := ""
		for strings.HasSuffix(first, "()") {
			first, calls = first[:len(first)-2], calls+"()"
		}
		imp, ok := f.imports[first]
		if !ok && len(f.exportAll) > 0 && !f.has(first) && f.language == "python" { // from x import *
			if to, ok := l.exported(file, first, 0); ok && to.file != file {
				file, name = to.file, to.name+calls+after(rest)
				continue
			}
		}
		if !ok {
			break
		}
		to, ok := l.imported(f, imp, calls, rest)
		if !ok {
			return symbol{name: dots(imp.module, imp.name) + calls + after(rest)}
		}
		if to.file == file && to.name == name {
			break
		}
		file, name = to.file, to.name
	}
	return symbol{file, name}
}

// alias follows the longest part of a symbol that is another one.
func (f *facts) alias(name string) (string, bool) {
	for end := len(name); end > 0; {
		if to, ok := f.aliases[name[:end]]; ok && to != name[:end] && !strings.HasPrefix(to, name[:end]+".") {
			return to + name[end:], len(to) < 500
		}
		if strings.HasSuffix(name[:end], "()") {
			end -= 2
			continue
		}
		end = strings.LastIndexByte(name[:end], '.')
	}
	return "", false
}

// imported is what an imported name leads to; rest are the members of it that are meant.
func (l *linker) imported(f *facts, imp imported, calls, rest string) (symbol, bool) {
	target := l.module(f, imp.module)
	name := imp.name
	if name == "" && calls == "" && rest != "" { // a member of the module
		name, rest, _ = strings.Cut(rest, ".")
		for strings.HasSuffix(name, "()") {
			name, calls = name[:len(name)-2], calls+"()"
		}
	}
	if target == "" && name == "" {
		return symbol{}, false
	}
	tail := calls + after(rest)
	if target != "" {
		if name == "" {
			name = "default"
		}
		if to, ok := l.exported(target, name, 0); ok {
			to.name += tail
			return to, true
		}
	}
	// A module within the module, as Python has them.
	if sub := l.module(f, below(imp.module, name)); sub != "" && sub != target && f.language == "python" {
		return symbol{sub, strings.TrimPrefix(tail, ".")}, true
	}
	if target == "" {
		return symbol{}, false
	}
	return symbol{target, name + tail}, true
}

// exported finds what a file exports under a name.
func (l *linker) exported(file, name string, depth int) (symbol, bool) {
	t := l.facts(file)
	if t == nil || depth > 10 {
		return symbol{}, false
	}
	if e, ok := t.exports[name]; ok {
		return symbol{file, e}, true
	}
	for _, module := range t.exportAll {
		if m := l.module(t, module); m != "" {
			if to, ok := l.exported(m, name, depth+1); ok {
				return to, true
			}
			if x := l.facts(m); x != nil && x.has(name) {
				return symbol{m, name}, true
			}
		}
	}
	if e, ok := t.exports["default"]; ok && name != "default" && !t.has(name) {
		return symbol{file, e + "." + name}, true
	}
	return symbol{}, false
}

// has tells whether a file itself has something of that name.
func (f *facts) has(name string) bool {
	if f.routers[name] != nil {
		return true
	}
	for _, there := range []bool{f.aliases[name] != "", f.consts[name] != nil, f.functions[name] != nil, f.imports[name] != imported{}} {
		if there {
			return true
		}
	}
	return false
}

// below is the name of a module within a module.
func below(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}

func dots(a, b string) string {
	if b == "" {
		return a
	}
	return a + "." + b
}

func after(rest string) string {
	if rest == "" {
		return ""
	}
	return "." + rest
}

// eval returns the string that a text is. What is not known is a parameter.
func (l *linker) eval(f *facts, t text) string {
	var out strings.Builder
	for _, p := range t {
		if p.ref == "" {
			out.WriteString(p.lit)
			continue
		}
		out.WriteString(l.constant(f.path, p.ref, 0))
	}
	return out.String()
}

// constant returns the string that a symbol is; if it is not known, a parameter with
// the last part of its name.
func (l *linker) constant(file, ref string, depth int) string {
	last := ref[strings.LastIndexAny(ref, ".#")+1:]
	unknown := "{" + strings.TrimSuffix(last, "()") + "}"
	if depth > 10 || ref == "?" || l.ctx.Err() != nil {
		return "{unknown}"
	}
	f := l.facts(file)
	if f == nil {
		return unknown
	}
	t, ok := f.consts[ref]
	if !ok {
		to := l.resolve(file, ref)
		if to.file == "" {
			return unknown
		}
		if f = l.facts(to.file); f != nil {
			t, ok = f.consts[to.name]
		}
		if !ok {
			return unknown
		}
		file = to.file
	}
	var b strings.Builder
	for _, p := range t {
		if p.ref == "" {
			b.WriteString(p.lit)
			continue
		}
		b.WriteString(l.constant(file, p.ref, depth+1))
		if b.Len() > maxPath {
			break
		}
	}
	return b.String()
}

// node returns the router that a symbol leads to.
func (l *linker) node(f *facts, name string) *node {
	s := l.resolve(f.path, name)
	n, ok := l.nodes[s]
	if !ok {
		n = &node{symbol: s}
		if x := l.files[s.file]; x != nil {
			n.router = x.routers[s.name]
		}
		l.nodes[s] = n
	}
	return n
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
	return append(out, l.families()...)
}

// edges adds the mounts of a file, and what calls of functions mount.
func (l *linker) edges(f *facts) {
	for _, m := range f.mounts {
		child, parent := l.node(f, m.child), l.node(f, m.parent)
		// A function that is registered has its routes on its first parameter.
		if child.router == nil && child.file != "" {
			if x := l.files[child.file]; x != nil {
				if params, ok := x.functions[child.name]; ok && len(params) > 0 && params[0] != "" {
					child = l.node(x, params[0])
				}
			}
		}
		child.parents = append(child.parents, edge{parent, m, f.path})
	}
	for _, c := range f.calls {
		to := l.resolve(f.path, c.function)
		x := l.files[to.file]
		if x == nil {
			continue
		}
		params := x.functions[to.name]
		for i, a := range c.arguments {
			if a == "" || i >= len(params) || params[i] == "" {
				continue
			}
			child, parent := l.node(x, params[i]), l.node(f, a)
			if parent != child {
				child.parents = append(child.parents, edge{parent, mount{prefix: c.prefix, at: c.at}, f.path})
			}
		}
	}
	for _, d := range f.folders {
		l.folder(f, d)
	}
	for _, u := range f.uses {
		n := l.node(f, u.router)
		n.uses = append(n.uses, u)
		if n.file != f.path { // declared elsewhere: it cannot be said what comes before it
			n.uses[len(n.uses)-1].always = true
		}
	}
}

// folder mounts what the files of a folder export.
func (l *linker) folder(f *facts, d mountedFolder) {
	root := path.Join(path.Dir(f.path), d.folder) + "/"
	var files []string
	for p := range l.paths {
		if strings.HasPrefix(p, root) && !isTest(p) {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	for _, p := range files[:min(len(files), maxFileFacts)] {
		x := l.facts(p)
		if x == nil || x.exports["default"] == "" {
			continue
		}
		child := l.node(x, x.exports["default"])
		if params := l.files[p].functions[child.name]; len(params) > 0 && params[0] != "" {
			child = l.node(x, params[0])
		}
		m := d.mount
		below := strings.Trim(path.Dir(strings.TrimPrefix(p, root)), "./")
		if d.flat {
			below = ""
		}
		if own, ok := x.consts["autoPrefix"]; ok {
			below = join(below, l.eval(x, own))
		}
		m.prefix = lit(joinPrefix(l.eval(f, m.prefix), strings.ReplaceAll(below, "_", ":")))
		child.parents = append(child.parents, edge{l.node(f, m.parent), m, f.path})
	}
}

// mounted returns all places in which a router is mounted.
func (l *linker) mounted(n *node) []place {
	if n.contexts != nil || n.busy || l.depth > maxDepth {
		return n.contexts
	}
	l.visits++
	l.depth++
	n.busy = true
	defer func() {
		n.busy = false
		l.depth--
	}()
	own, guards := "", []string(nil)
	f := l.files[n.file]
	if n.router != nil && f != nil {
		own, guards = l.eval(f, n.router.prefix), n.router.guards
	}
	var out []place
	for _, e := range n.parents {
		from := l.files[e.file]
		if e.parent == n || from == nil {
			continue
		}
		prefix := l.eval(from, e.prefix)
		mine := own
		if e.replaces && prefix != "" {
			mine = ""
		}
		passed := l.guards(e.parent, e.file, e.at, "", prefix)
		parts := l.partial(e)
		for _, p := range l.above(e) {
			if len(out) == maxPrefixes {
				break
			}
			at := place{joinPrefix(p.prefix, prefix, mine), few(slices.Concat(p.guards, passed, e.guards, guards)), p.except, p.global, p.below}
			if len(at.prefix) > 2*maxPath {
				continue
			}
			for _, u := range parts {
				u.prefix = lit(join(p.prefix, u.prefix[0].lit))
				at.below = few(append(at.below[:len(at.below):len(at.below)], u))
			}
			if len(e.except) > 0 {
				at.except, at.global = e.except, joinPrefix(p.prefix, prefix)
			}
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		out = []place{{prefix: own, guards: guards}}
	}
	if n.busyParent() && l.visits < maxVisits {
		return out // within a circle: not the whole truth
	}
	n.contexts = out
	return out
}

// few keeps the beginning of a list of guards: the first of them is shown.
func few[T any](list []T) []T { return list[:min(len(list), 100)] }

// above returns the places of the parent of an edge. If several applications of the tree
// set something for all of their routes, it is the one closest to the file that counts.
func (l *linker) above(e edge) []place {
	if !strings.HasPrefix(e.parent.name, globalPrefix) || len(e.parent.parents) < 2 {
		return l.mounted(e.parent)
	}
	only := &node{symbol: e.parent.symbol}
	best := -1
	for _, p := range e.parent.parents {
		n := 0
		for n < min(len(p.file), len(e.file)) && p.file[n] == e.file[n] {
			n++
		}
		n = strings.LastIndexByte(p.file[:n], '/')
		if n > best || only.parents == nil {
			best, only.parents = n, nil
		}
		if n == best {
			only.parents = append(only.parents, p)
		}
	}
	return l.mounted(only)
}

// framework is that of the router, or of one that it is mounted on.
func (n *node) framework(depth int) string {
	if n.router != nil && n.router.framework != "" {
		return n.router.framework
	}
	for _, e := range n.parents {
		if depth < 10 {
			if f := e.parent.framework(depth + 1); f != "" {
				return f
			}
		}
	}
	return ""
}

// busyParent tells whether a circle leads back to a router that is being walked.
func (n *node) busyParent() bool {
	return slices.ContainsFunc(n.parents, func(e edge) bool { return e.parent.busy })
}

// joinPrefix is join without a slash for nothing.
func joinPrefix(parts ...string) string {
	p := join(parts...)
	if p == "/" {
		return ""
	}
	return p
}

// guards returns those that a router has for a path which is declared at a place of a file.
func (l *linker) guards(n *node, file string, at uint32, method, path string) []string {
	var out []string
	f := l.files[n.file]
	for _, u := range n.uses {
		if !u.always && n.file == file && u.at > at || u.method != "" && u.method != method {
			continue
		}
		if len(u.prefix) > 0 && f == nil { // of all routes of an application, see partial
			continue
		}
		if len(u.prefix) > 0 {
			if !under(path, l.eval(f, u.prefix)) {
				continue
			}
		}
		out = append(out, u.guard)
	}
	return out
}

// partial returns the guards that a router has for a part of its paths, for what is
// mounted on it by an edge.
func (l *linker) partial(e edge) []use {
	var out []use
	for _, u := range e.parent.uses {
		if len(u.prefix) == 0 || !u.always && e.parent.file == e.file && u.at > e.at {
			continue
		}
		if f := l.files[e.parent.file]; f != nil {
			u.prefix = lit(l.eval(f, u.prefix))
		} else if u.prefix[0].ref != "" {
			continue
		}
		out = append(out, u)
	}
	return out
}

var usualRouter = regexp.MustCompile(`(?i)^(app|application|router|routes?|server|api|fastify|instance|.*router|.*app|.*api|.*routes|v\d+|blueprint|bp|.*_bp|r|e|g|mux|engine)$`)

// routes returns a route with all the prefixes that lead to it.
func (l *linker) routes(f *facts, r *route) []engine.Route {
	framework := r.framework
	places := []place{{}}
	own := func(string) []string { return nil }
	path := l.eval(f, r.path)
	if r.router != "" {
		n := l.node(f, r.router)
		if r.guess && n.router == nil && len(n.parents) == 0 && !usualRouter.MatchString(n.name[strings.LastIndexAny(n.name, ".#")+1:]) {
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
	if r.viewSet {
		for suffix, list := range l.viewSet(f, r) {
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

// documents returns the routes that descriptions of the API have.
func (l *linker) documents() []engine.Route {
	var out []engine.Route
	for _, f := range l.sorted() {
		out = append(out, f.documented...)
	}
	return out
}
