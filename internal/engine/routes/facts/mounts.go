package facts

import (
	"path"
	"slices"
	"strings"
)

// Mount resolution: where routers are mounted, under which paths, and behind which guards.

// edge is a mount, seen from the child.
type edge struct {
	parent *node
	Mount
	file string
}

// place is one location where a router is mounted.
type place struct {
	prefix string
	guards []Guard
	except []string // paths that global does not apply to
	global string   // first part of the prefix
	below  []Use    // guards of parent routers for some paths, which are full paths here
}

// guardsOf returns the guards of parent routers that apply to a full path.
func (p place) guardsOf(method, path string) []Guard {
	var out []Guard
	for _, u := range p.below {
		if (u.Method == "" || u.Method == method) && under(path, u.Prefix[0].Text) {
			out = append(out, u.Guard)
		}
	}
	return out
}

// under reports whether a path equals another or is below it; a trailing star matches anything.
func under(path, prefix string) bool {
	prefix = strings.TrimRight(strings.TrimSuffix(Join(prefix), "*"), "/")
	path = Join(path)
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// path is the full path of a route at this place.
func (p place) path(route string) string {
	full := Join(p.prefix, route)
	if rest, ok := strings.CutPrefix(full, p.global); ok && p.global != "" && slices.Contains(p.except, Join(rest)) {
		return Join(rest)
	}
	return full
}

// edges adds the mounts of a file, including those made by function calls.
func (l *Linker) edges(f *File) {
	for _, m := range f.mounts {
		m.Guards = slices.DeleteFunc(slices.Clone(m.Guards), func(g Guard) bool { return !l.matters(g) })
		child, parent := l.node(f, m.Child), l.node(f, m.Parent)
		// A registered function declares its routes on its first parameter.
		if child.router == nil && child.file != "" {
			if x := l.files[child.file]; x != nil {
				if params, ok := x.Functions[child.name]; ok && len(params) > 0 && params[0] != "" {
					child = l.node(x, params[0])
				}
			}
		}
		child.parents = append(child.parents, edge{parent, m, f.Path})
	}
	for _, c := range f.calls {
		to := l.Resolve(f.Path, c.function)
		x := l.files[to.file]
		if x == nil {
			continue
		}
		params := x.Functions[to.name]
		for i, a := range c.arguments {
			if a == "" || i >= len(params) || params[i] == "" {
				continue
			}
			child, parent := l.node(x, params[i]), l.node(f, a)
			if parent != child {
				child.parents = append(child.parents, edge{parent, Mount{Prefix: c.prefix, At: c.at}, f.Path})
			}
		}
	}
	for _, d := range f.Folders {
		l.folder(f, d)
	}
	for _, u := range f.uses {
		if !l.matters(u.Guard) {
			continue
		}
		n := l.node(f, u.Router)
		n.uses = append(n.uses, u)
		if n.file != f.Path { // declared elsewhere: the order of declarations is unknown
			if !u.Always {
				n.uses[len(n.uses)-1].Guard.symbols, n.uses[len(n.uses)-1].Guard.Known = nil, false
			}
			n.uses[len(n.uses)-1].Always = true
		}
	}
}

// folder mounts the exports of the files in a folder.
func (l *Linker) folder(f *File, d FolderMount) {
	root := path.Join(path.Dir(f.Path), d.Folder) + "/"
	var files []string
	for p := range l.paths {
		if strings.HasPrefix(p, root) && !isForeign(p) {
			files = append(files, p)
		}
	}
	slices.Sort(files)
	for _, p := range files[:min(len(files), MaxFileFacts)] {
		x := l.Facts(p)
		if x == nil || x.Exports["default"] == "" {
			continue
		}
		child := l.node(x, x.Exports["default"])
		if params := l.files[p].Functions[child.name]; len(params) > 0 && params[0] != "" {
			child = l.node(x, params[0])
		}
		m := d.Mount
		below := strings.Trim(path.Dir(strings.TrimPrefix(p, root)), "./")
		if d.Flat {
			below = ""
		}
		if own, ok := x.Consts["autoPrefix"]; ok {
			below = Join(below, l.eval(x, own))
		}
		m.Prefix = Text(JoinPrefix(l.eval(f, m.Prefix), strings.ReplaceAll(below, "_", ":")))
		child.parents = append(child.parents, edge{l.node(f, m.Parent), m, f.Path})
	}
}

// mounted returns all places where a router is mounted.
func (l *Linker) mounted(n *node) []place {
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
	own, guards := "", []Guard(nil)
	f := l.files[n.file]
	if n.router != nil && f != nil {
		own, guards = l.eval(f, n.router.Prefix), n.router.Guards
	}
	var out []place
	for _, e := range n.parents {
		from := l.files[e.file]
		if e.parent == n || from == nil {
			continue
		}
		prefix := l.eval(from, e.Prefix)
		mine := own
		if e.Replaces && prefix != "" {
			mine = ""
		}
		passed := l.guards(e.parent, e.file, e.At, "", prefix)
		parts := l.partial(e)
		for _, p := range l.above(e) {
			if len(out) == MaxPrefixes {
				break
			}
			at := place{JoinPrefix(p.prefix, prefix, mine), few(slices.Concat(p.guards, passed, e.Guards, guards)), p.except, p.global, p.below}
			if len(at.prefix) > 2*MaxPath {
				continue
			}
			for _, u := range parts {
				u.Prefix = Text(Join(p.prefix, u.Prefix[0].Text))
				at.below = few(append(at.below[:len(at.below):len(at.below)], u))
			}
			if len(e.Except) > 0 {
				at.except, at.global = e.Except, JoinPrefix(p.prefix, prefix)
			}
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		out = []place{{prefix: own, guards: guards}}
	}
	if n.busyParent() && l.visits < maxVisits {
		return out // within a cycle: incomplete
	}
	n.contexts = out
	return out
}

// few truncates a list of guards: only the first is shown.
func few[T any](list []T) []T { return list[:min(len(list), 100)] }

// above returns the places of the parent of an edge. If several applications of the tree
// set something for all of their routes, it is the one closest to the file that counts.
func (l *Linker) above(e edge) []place {
	if !strings.HasPrefix(e.parent.name, GlobalPrefix) || len(e.parent.parents) < 2 {
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

// framework returns the framework of the router, or of one that it is mounted on.
func (n *node) framework(depth int) string {
	if n.router != nil && n.router.Framework != "" {
		return n.router.Framework
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

// busyParent reports whether a cycle leads back to a router that is being resolved.
func (n *node) busyParent() bool {
	return slices.ContainsFunc(n.parents, func(e edge) bool { return e.parent.busy })
}

// guards returns the guards of a router that apply to a path declared at a position of a file.
func (l *Linker) guards(n *node, file string, at uint32, method, path string) []Guard {
	var out []Guard
	f := l.files[n.file]
	for _, u := range n.uses {
		if !u.Always && n.file == file && u.At > at || u.Method != "" && u.Method != method {
			continue
		}
		if len(u.Prefix) > 0 && f == nil { // applies to all routes of an application, see partial
			continue
		}
		if len(u.Prefix) > 0 {
			if !under(path, l.eval(f, u.Prefix)) {
				continue
			}
		}
		out = append(out, u.Guard)
	}
	return out
}

// partial returns the guards that a router has for a part of its paths, for what is
// mounted on it by an edge.
func (l *Linker) partial(e edge) []Use {
	var out []Use
	for _, u := range e.parent.uses {
		if len(u.Prefix) == 0 || !u.Always && e.parent.file == e.file && u.At > e.At {
			continue
		}
		if f := l.files[e.parent.file]; f != nil {
			u.Prefix = Text(l.eval(f, u.Prefix))
		} else if u.Prefix[0].Ref != "" {
			continue
		}
		out = append(out, u)
	}
	return out
}
