package routes

import (
	"path"
	"slices"
	"strings"
)

// Routers are mounted on others: where, under which paths, and behind which guards.

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
