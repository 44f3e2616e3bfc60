package wiki

import (
	"path"
	"sort"
	"strings"

	"vigil/internal/engine/files"
	"vigil/internal/engine/imports"
	"vigil/internal/engine/manifest"
)

// resolver finds the folder of the tree that an import means, if it means one.
type resolver struct {
	paths      []string          // all files, sorted
	namespaces map[string]string // by language and name, the folder
	golang     *imports.Go
	tree       *imports.Tree
}

func newResolver(t *telling) *resolver {
	r := &resolver{paths: t.paths, namespaces: map[string]string{}, golang: imports.NewGo(nil)}
	r.tree = &imports.Tree{File: r.hasFile, Folder: r.hasFolder}
	type declared struct{ name, folder string }
	count, most := map[declared]int{}, map[string]int{}
	t.each(func(f *facts, x *fact) {
		name, folder := f.language+":"+x.name, dir(f.path)
		switch {
		case x.group == manifest.Go:
			r.golang.Add(folder, x.name)
			return
		case x.group == manifest.NPM:
			name = "javascript:" + x.name
		case files.Test(f.path):
			return
		}
		// A name is at home in the folder where the most files have it.
		d := declared{name, folder}
		if count[d]++; count[d] > most[name] {
			most[name], r.namespaces[name] = count[d], folder
		}
	}, namespace)
	return r
}

func (r *resolver) hasFile(p string) bool {
	i := sort.SearchStrings(r.paths, p)
	return i < len(r.paths) && r.paths[i] == p
}

func (r *resolver) hasFolder(p string) bool {
	i := sort.SearchStrings(r.paths, p+"/")
	return i < len(r.paths) && strings.HasPrefix(r.paths[i], p+"/")
}

// folder returns the folder that an import of a file means.
func (r *resolver) folder(f *facts, name string) (string, bool) {
	switch f.language {
	case "go":
		return r.goFolder(name)
	case "python":
		return r.pythonFolder(f.path, name)
	case "javascript":
		if file := r.tree.JavaScript(f.path, name); file != "" {
			return dir(file), true
		}
		return r.byName("javascript:"+name, "/", 10)
	case "ruby", "c":
		if strings.HasPrefix(name, ".") {
			return r.relative(path.Join(dir(f.path), name))
		}
		if f.language == "ruby" {
			return r.relative("lib/" + name)
		}
	case "csharp":
		return r.byName("csharp:"+name, ".", 1)
	case "java":
		return r.byName("java:"+name, ".", 2) // the class, and what is in it
	case "php":
		return r.byName("php:"+name, `\`, 2)
	case "rust":
		if rest, ok := strings.CutPrefix(name, "crate::"); ok {
			return r.crateFolder(dir(f.path), rest)
		}
	}
	return "", false
}

// byName looks for a name, then for what it begins with, without at most so many parts.
func (r *resolver) byName(name, separator string, without int) (string, bool) {
	for range without + 1 {
		if folder, ok := r.namespaces[name]; ok {
			return folder, true
		}
		n := strings.LastIndex(name, separator)
		if n < 0 {
			break
		}
		name = name[:n]
	}
	return "", false
}

func (r *resolver) goFolder(name string) (string, bool) {
	folder, ok := r.golang.Folder(name)
	if folder == "." {
		folder = ""
	}
	return folder, ok && (folder == "" || r.hasFolder(folder))
}

// relative returns the folder of a file that is named without its ending, or the folder
// that is named.
func (r *resolver) relative(p string) (string, bool) {
	if strings.HasPrefix(p, "../") || p == ".." || strings.HasPrefix(p, "/") {
		return "", false
	}
	if p == "." {
		return "", true
	}
	if r.hasFile(p) {
		return dir(p), true
	}
	i := sort.SearchStrings(r.paths, p+".")
	if i < len(r.paths) && strings.HasPrefix(r.paths[i], p+".") {
		return dir(p), true
	}
	return p, r.hasFolder(p)
}

// pythonFolder looks for a module, then for what its name begins with: the rest may be a
// function.
func (r *resolver) pythonFolder(from, name string) (string, bool) {
	for {
		if file := r.tree.Python(from, name); file != "" {
			return dir(file), true
		}
		n := strings.LastIndexByte(name, '.')
		switch {
		case n < 0:
			return "", false
		case n == len(name)-1: // only dots: a package without a file of its own
			up := dir(from)
			for range n {
				if up == "" {
					return "", false
				}
				up = dir(up)
			}
			return up, true
		case name[n-min(n, 1)] == '.': // the first part behind the dots
			n++
		}
		name = name[:n]
	}
}

// crateFolder looks for a module of the crate that a file belongs to.
func (r *resolver) crateFolder(from, name string) (string, bool) {
	root := from
	for !r.hasFile(path.Join(root, "lib.rs")) && !r.hasFile(path.Join(root, "main.rs")) {
		if root == "" {
			return "", false
		}
		root = dir(root)
	}
	parts := strings.Split(name, "::")
	for n := len(parts); n > 0; n-- {
		p := path.Join(root, path.Join(parts[:n]...))
		if r.hasFile(p + ".rs") {
			return dir(p), true
		}
		if r.hasFile(p + "/mod.rs") {
			return p, true
		}
	}
	return root, true
}
