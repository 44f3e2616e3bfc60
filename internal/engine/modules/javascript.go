package modules

import (
	"path"
	"strings"
)

func (b *binder) javascript(i Import) {
	file, ok := b.jsModule(b.file, i.Module)
	if !ok {
		return
	}
	if i.Name == "" {
		b.all(file)
		return
	}
	b.add(i.Name, Target{File: file, Symbol: i.Symbol})
}

// jsModule finds a module by its path. "@/" and "~/" stand for the root of the sources, as most projects have it.
func (x *Index) jsModule(from int32, module string) (int32, bool) {
	dir := path.Dir(x.Files[from].Path)
	switch {
	case module == "." || module == ".." || strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../"):
		return x.jsFile(from, path.Join(dir, module))
	case strings.HasPrefix(module, "@/"), strings.HasPrefix(module, "~/"), strings.HasPrefix(module, "src/"):
		_, rest, _ := strings.Cut(module, "/")
		for ; ; dir = path.Dir(dir) {
			for _, root := range []string{path.Join(dir, "src"), dir} {
				if file, ok := x.jsFile(from, path.Join(root, rest)); ok {
					return file, true
				}
			}
			if dir == "." || dir == "/" {
				return 0, false
			}
		}
	}
	return 0, false
}

var jsExtensions = []string{".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

func (x *Index) jsFile(from int32, p string) (int32, bool) {
	if file, ok := x.first(from, p); ok {
		return file, true
	}
	for _, stem := range []string{p, strings.TrimSuffix(p, path.Ext(p))} {
		for _, e := range jsExtensions {
			if file, ok := x.first(from, stem+e); ok {
				return file, true
			}
		}
	}
	for _, e := range jsExtensions {
		if file, ok := x.first(from, p+"/index"+e); ok {
			return file, true
		}
	}
	return 0, false
}
