package modules

import (
	"path"
	"slices"
	"strings"
)

// How the languages find files in which a class has a full name, or is seen without an import.

func (b *binder) java(i Import) {
	switch {
	case i.Symbol != "": // static
		if file, ok := b.classNamed("java", i.Module); ok {
			b.add(i.Name, Target{File: file, Symbol: i.Module[strings.LastIndexByte(i.Module, '.')+1:] + "." + i.Symbol})
		}
	case i.Name != "":
		if file, ok := b.classNamed("java", i.Module); ok {
			b.add(i.Name, Target{File: file, Symbol: i.Name})
		}
	default:
		b.uses("java:" + i.Module)
	}
}

// classNamed finds the file of a class by its full name.
func (x *Index) classNamed(family, full string) (int32, bool) {
	dot := strings.LastIndexByte(full, '.')
	if dot < 0 && family != "php" {
		return 0, false
	}
	if p := x.packages[family+":"+full[:max(dot, 0)]]; p != nil && len(p.names[full[dot+1:]]) > 0 {
		return p.names[full[dot+1:]][0], true
	}
	return 0, false
}

// uses binds the names that a file uses and another one of a package defines.
func (b *binder) uses(key string) {
	p := b.packages[key]
	if p == nil {
		return
	}
	for _, w := range b.Files[b.file].Uses {
		if _, named := b.seen[w]; named && b.Files[b.file].Family != "go" {
			continue // an import counts more, and a namespace that is nearer
		}
		for _, o := range b.nearest(w, p.names[w]) {
			b.add(w, Target{File: o, Symbol: w})
		}
	}
}

// csharp binds a name that a file has for a class, or the static methods of a class.
func (b *binder) csharp(i Import) {
	file, ok := b.classNamed("csharp", i.Module)
	if !ok {
		return
	}
	class := i.Module[strings.LastIndexByte(i.Module, '.')+1:]
	switch {
	case i.Name != "":
		b.add(i.Name, Target{File: file, Symbol: class})
	case i.Symbol == "static":
		for _, fn := range b.Files[file].Functions[min(1, len(b.Files[file].Functions)):] {
			if fn.Name != "" {
				b.add(fn.Name, Target{File: file, Symbol: class + "." + fn.Name})
			}
		}
	}
}

// maxNamespaces is how many namespaces of C# one file may see.
const maxNamespaces = 300

// namespaces are those of C# whose names a file sees: its own, those around it, and those that it uses.
func (x *Index) namespaces(f *Outline) []string {
	var out []string
	add := func(space string) {
		if len(out) < maxNamespaces && !slices.Contains(out, space) {
			out = append(out, space)
		}
	}
	for space := f.Package; space != ""; space = space[:max(0, strings.LastIndexByte(space, '.'))] {
		add(space)
	}
	add("")
	for _, i := range f.Imports {
		if i.Name == "" && i.Symbol == "" {
			add(i.Module)
		}
	}
	for _, space := range x.everywhere {
		add(space)
	}
	return out
}

// nearest returns the files that are meant by a name that several define. In PHP and Ruby nobody says
// which: it is the one that Rails would load, or those that are nearest by their folders.
func (b *binder) nearest(name string, files []int32) []int32 {
	if family := b.Files[b.file].Family; len(files) < 2 || family != "php" && family != "ruby" || slices.Contains(files, b.file) {
		return files
	}
	best, most := []int32(nil), -1
	for _, f := range files {
		score := common(path.Dir(b.Files[b.file].Path), path.Dir(b.Files[f].Path))
		if fileOfConstant(b.Files[f].Path, name) {
			score += 1000
		}
		if score > most {
			best, most = nil, score
		}
		if score == most && len(best) < 3 {
			best = append(best, f)
		}
	}
	return best
}

// common is how many folders two paths begin with together.
func common(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
