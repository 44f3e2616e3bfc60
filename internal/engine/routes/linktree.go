package routes

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
)

// frameworks links what frameworks have beyond routers.
func (l *linker) frameworks() (out []engine.Route) {
	for _, f := range l.registry.frameworks {
		if f.documents {
			l.documented = append(l.documented, f.link(l)...)
		}
	}
	for _, f := range l.registry.frameworks {
		if f.link == nil || f.documents {
			continue
		}
		if l.ctx.Err() != nil {
			l.fail(f.name + ": took too long")
			continue
		}
		out = append(out, l.isolated(f.name, func() []engine.Route { return f.link(l) })...)
	}
	return out
}

// isolated keeps a bug in one framework from taking the others along.
func (l *linker) isolated(name string, find func() []engine.Route) (out []engine.Route) {
	defer func() {
		if recover() != nil { // what it was about may be in the value, so it is not repeated
			out, l.failed = nil, append(l.failed, name+": the analysis failed")
		}
	}()
	for _, r := range find() {
		r.Path, r.Handler, r.Guard = clean(strings.ToValidUTF8(r.Path, "")), short(r.Handler), short(r.Guard)
		if isMethod(r.Method) && r.Line > 0 && len(out) < 2*maxRoutes {
			out = append(out, r)
		}
	}
	return out
}

// bytes returns the content of a file of the tree, nil if it cannot be had.
func (l *linker) bytes(file string) []byte {
	if !l.paths[file] || l.load == nil || l.demanded >= maxDemanded || l.ctx.Err() != nil {
		return nil
	}
	l.demanded++
	if f := l.load(file); f != nil {
		return f.Source
	}
	return nil
}

// filesIn returns the files of a folder with an ending, sorted.
func (l *linker) filesIn(dir, ending string) []string {
	if l.byFolder == nil {
		l.byFolder = map[string][]string{}
		for p := range l.paths {
			l.byFolder[path.Dir(p)] = append(l.byFolder[path.Dir(p)], p)
		}
		for _, files := range l.byFolder {
			slices.Sort(files)
		}
	}
	return slices.DeleteFunc(slices.Clone(l.byFolder[dir]), func(p string) bool { return !strings.HasSuffix(p, ending) || isTest(p) })
}

// has tells whether the tree has a file.
func (l *linker) has(file string) bool { return l.paths[file] }

// all returns the paths of all files of the tree, in no order.
func (l *linker) all() iter.Seq[string] { return maps.Keys(l.paths) }

// named returns the paths of the files that have a name.
func (l *linker) named(base string) []string { return l.byBase[base] }

// fail notes that something could not be linked, and why.
func (l *linker) fail(reason string) { l.failed = append(l.failed, reason) }
