package modules

import (
	"path"
	"strings"
)

func (b *binder) python(i Import) {
	if i.Symbol != "" {
		// What is imported may be a module itself.
		if file, ok := b.pythonModule(b.file, submodule(i)); ok {
			b.add(i.Name, Target{File: file})
			return
		}
	}
	file, ok := b.pythonModule(b.file, i.Module)
	if !ok {
		return
	}
	if i.Name != "" {
		b.add(i.Name, Target{File: file, Symbol: i.Symbol})
		return
	}
	b.all(file)
}

// submodule is what is imported, if it is a module.
func submodule(i Import) string {
	if strings.HasSuffix(i.Module, ".") {
		return i.Module + i.Symbol
	}
	return i.Module + "." + i.Symbol
}

// all takes over every name of a file.
func (b *binder) all(file int32) {
	f := b.Files[file]
	for _, fn := range f.Functions[min(1, len(f.Functions)):] {
		if fn.Name != "" {
			b.add(fn.Name, Target{File: file, Symbol: fn.Name})
		}
	}
	for _, c := range f.Classes {
		b.add(c.Name, Target{File: file, Symbol: c.Name})
	}
}

// pythonModule finds a module: relative to its package, or below a folder around the file.
func (x *Index) pythonModule(from int32, module string) (int32, bool) {
	dir := path.Dir(x.Files[from].Path)
	name := strings.TrimLeft(module, ".")
	below := strings.ReplaceAll(name, ".", "/")
	if dots := len(module) - len(name); dots > 0 {
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		if name == "" {
			return x.first(from, path.Join(dir, "__init__.py"))
		}
		return x.first(from, path.Join(dir, below)+".py", path.Join(dir, below, "__init__.py"))
	}
	for ; ; dir = path.Dir(dir) {
		for _, root := range []string{dir, path.Join(dir, "src")} {
			if file, ok := x.first(from, path.Join(root, below)+".py", path.Join(root, below, "__init__.py")); ok {
				return file, true
			}
		}
		if dir == "." || dir == "/" {
			return 0, false
		}
	}
}

// first returns the first of some paths that the tree has.
func (x *Index) first(from int32, paths ...string) (int32, bool) {
	for _, p := range paths {
		if i, ok := x.byPath[p]; ok && x.Files[i].Family == x.Files[from].Family {
			return i, true
		}
	}
	return 0, false
}
