package facts

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
)

// frameworks runs the Link functions, for routes that do not depend on routers.
func (l *Linker) frameworks() (out []engine.Route) {
	for _, f := range l.registry.frameworks {
		if f.Documents {
			l.documented = append(l.documented, f.Link(l)...)
		}
	}
	for _, f := range l.registry.frameworks {
		if f.Link == nil || f.Documents {
			continue
		}
		if l.ctx.Err() != nil {
			l.Fail(f.Name + ": took too long")
			continue
		}
		out = append(out, l.Isolate(f.Name, func() []engine.Route { return f.Link(l) })...)
	}
	return out
}

// Isolate recovers from a panic, so that a bug in one framework does not stop the others.
func (l *Linker) Isolate(name string, find func() []engine.Route) (out []engine.Route) {
	defer func() {
		if recover() != nil { // the panic value may contain source code, so it is not repeated
			out, l.failed = nil, append(l.failed, name+": the analysis failed")
		}
	}()
	for _, r := range find() {
		r.Path, r.Handler, r.Guard, r.Candidate = Clean(strings.ToValidUTF8(r.Path, "")), Short(r.Handler), Short(r.Guard), Short(r.Candidate)
		if IsMethod(r.Method) && r.Line > 0 && len(out) < 2*MaxRoutes {
			out = append(out, r)
		}
	}
	return out
}

// Source returns the content of a file of the tree, nil if it is not available.
func (l *Linker) Source(file string) []byte {
	if !l.paths[file] || l.source == nil || l.demanded >= maxDemanded || l.ctx.Err() != nil {
		return nil
	}
	l.demanded++
	if f := l.source.Load(file); f != nil {
		return f.Source
	}
	return nil
}

// FilesIn returns the files of a folder with the given extension, sorted.
func (l *Linker) FilesIn(dir, ending string) []string {
	if l.byFolder == nil {
		l.byFolder = map[string][]string{}
		for p := range l.paths {
			l.byFolder[path.Dir(p)] = append(l.byFolder[path.Dir(p)], p)
		}
		for _, files := range l.byFolder {
			slices.Sort(files)
		}
	}
	return slices.DeleteFunc(slices.Clone(l.byFolder[dir]), func(p string) bool { return !strings.HasSuffix(p, ending) || isForeign(p) })
}

// Has reports whether the tree has a file.
func (l *Linker) Has(file string) bool { return l.paths[file] }

// Paths returns the paths of all files of the tree, in no order.
func (l *Linker) Paths() iter.Seq[string] { return maps.Keys(l.paths) }

// Named returns the paths of files with the given base name.
func (l *Linker) Named(base string) []string { return l.byBase[base] }

// Fail records what could not be linked, and why.
func (l *Linker) Fail(reason string) { l.failed = append(l.failed, reason) }
