package wiki

import (
	"path"
	"sort"
	"strings"

	"vigil/internal/engine/files"
	"vigil/internal/engine/manifest"
)

// resolver finds the folder of the tree that an import means, if it means one.
type resolver struct {
	paths      []string          // all files, sorted
	namespaces map[string]string // by language and name, the folder
	goModules  map[string]string // by path, the folder
}

func newResolver(t *telling) *resolver {
	r := &resolver{paths: t.paths, namespaces: map[string]string{}, goModules: map[string]string{}}
	type declared struct{ name, folder string }
	count, most := map[declared]int{}, map[string]int{}
	t.each(func(f *facts, x *fact) {
		name, folder := f.language+":"+x.name, dir(f.path)
		switch {
		case x.group == manifest.Go:
			if _, there := r.goModules[x.name]; !there {
				r.goModules[x.name] = folder
			}
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
		return r.pythonFolder(dir(f.path), name)
	case "javascript", "ruby", "c":
		if strings.HasPrefix(name, ".") {
			return r.relative(path.Join(dir(f.path), name))
		}
		if f.language == "javascript" {
			return r.byName("javascript:"+name, "/", 10)
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
	for module := name; module != "." && module != "/"; module = path.Dir(module) {
		if at, ok := r.goModules[module]; ok {
			folder := path.Join(at, strings.TrimPrefix(name, module))
			folder = strings.TrimPrefix(folder, "/")
			return folder, folder == "" || r.hasFolder(folder)
		}
	}
	return "", false
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
	// TypeScript that is to be JavaScript names the file it will be.
	if ext := path.Ext(p); ext == ".js" || ext == ".jsx" || ext == ".mjs" {
		if p := strings.TrimSuffix(p, ext); r.hasFile(p+".ts") || r.hasFile(p+".tsx") || r.hasFile(p+".mts") {
			return dir(p), true
		}
	}
	return p, r.hasFolder(p)
}

// pythonFolder looks for a module from the folder of the file upwards, as it is not known
// where Python starts to look.
func (r *resolver) pythonFolder(from, name string) (string, bool) {
	rest := strings.TrimLeft(name, ".")
	up := len(name) - len(rest)
	if up > 0 {
		for range up - 1 {
			if from == "" {
				return "", false
			}
			from = dir(from)
		}
		return r.pythonModule(from, rest)
	}
	for {
		if folder, ok := r.pythonModule(from, rest); ok && (folder != from || rest != "") {
			return folder, true
		}
		if from == "" {
			return r.pythonModule("src", rest)
		}
		from = dir(from)
	}
}

// pythonModule looks for a.b.c below a folder, then for a.b: the last part may be a
// function.
func (r *resolver) pythonModule(from, name string) (string, bool) {
	if name == "" {
		return from, true
	}
	parts := strings.Split(name, ".")
	for n := len(parts); n > 0; n-- {
		p := path.Join(from, path.Join(parts[:n]...))
		if r.hasFile(p + ".py") {
			return dir(p), true
		}
		if r.hasFile(p+"/__init__.py") || n == len(parts) && r.hasFolder(p) && n > 1 {
			return p, true
		}
	}
	return "", false
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
