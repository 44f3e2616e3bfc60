package modules

import "strings"

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

// pythonModule finds the file of a Python module.
func (x *Index) pythonModule(from int32, module string) (int32, bool) {
	return x.sibling(from, x.tree.Python(x.Files[from].Path, module))
}

// sibling returns a file that another one can import.
func (x *Index) sibling(from int32, path string) (int32, bool) {
	i, ok := x.byPath[path]
	return i, ok && x.Files[i].Family == x.Files[from].Family
}
