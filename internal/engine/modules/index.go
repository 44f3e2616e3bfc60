package modules

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine/imports"
)

// Index resolves the names of files. It is immutable.
type Index struct {
	Files []*Outline // by path

	byPath   map[string]int32
	packages map[string]*pkg    // Java, C#, PHP: by name; Go: by folder and name; Ruby: one
	folders  map[string][]int32 // Go: the files of each
	golang   *imports.Go
	tree     *imports.Tree
	defines  []map[string]bool // the functions, classes and exports of each file
	makers   map[string][]site // classes by the name of what they extend or implement

	everywhere []string // C#: namespaces that all files use

	types      []goType         // Go: those with methods
	havingType map[string][]int // by the name of a method
}

// Binding is a name in a file that refers to something in other files: a symbol, or all of them.
type Binding struct {
	Name    string
	Targets []Target
}

// Target is something that a file defines; without a symbol, all of it. The symbol of a
// method has the class before it.
type Target struct {
	File   int32
	Symbol string
}

// pkg is files that see each other's names.
type pkg struct{ names map[string][]int32 }

type site struct {
	file int32
	name string
}

// NewIndex makes an index of outlines. goMods are the texts of the go.mod files by their path.
func NewIndex(files []*Outline, goMods map[string][]byte) *Index {
	x := &Index{Files: files, byPath: map[string]int32{}, packages: map[string]*pkg{}, folders: map[string][]int32{}, makers: map[string][]site{}}
	slices.SortFunc(x.Files, func(a, b *Outline) int { return strings.Compare(a.Path, b.Path) })
	for i, f := range x.Files {
		x.byPath[f.Path] = int32(i)
		defines := map[string]bool{}
		for _, fn := range f.Functions[min(1, len(f.Functions)):] {
			defines[fn.Name] = true
		}
		for _, c := range f.Classes {
			defines[c.Name] = true
			for _, b := range c.Bases {
				x.makers[f.Family+":"+b] = append(x.makers[f.Family+":"+b], site{int32(i), c.Name})
			}
		}
		for _, e := range f.Exports {
			defines[e.Name] = true
		}
		x.defines = append(x.defines, defines)
		x.pack(int32(i), f)
	}
	x.tree = imports.NewTree(func(p string) bool { _, ok := x.byPath[p]; return ok }, maps.Keys(x.byPath))
	x.golang = imports.NewGo(goMods)
	x.golang.Guess(maps.Keys(x.folders), func(yield func(file, module string) bool) {
		for _, f := range x.Files {
			for _, i := range f.Imports {
				if f.Family == "go" && !yield(f.Path, i.Module) {
					return
				}
			}
		}
	})
	x.goTypes()
	return x
}

// sees has the families in which files see names of others without an import.
var sees = map[string]bool{"java": true, "go": true, "csharp": true, "php": true, "ruby": true}

// pack notes the names of a file for those that see them without an import.
func (x *Index) pack(file int32, f *Outline) {
	if !sees[f.Family] {
		return
	}
	for _, space := range f.Everywhere {
		if len(x.everywhere) < maxNamespaces && !slices.Contains(x.everywhere, space) {
			x.everywhere = append(x.everywhere, space)
		}
	}
	if f.Family == "go" && !strings.HasSuffix(f.Path, "_test.go") {
		x.folders[path.Dir(f.Path)] = append(x.folders[path.Dir(f.Path)], file)
	}
	key := packageOf(f)
	if x.packages[key] == nil {
		x.packages[key] = &pkg{names: map[string][]int32{}}
	}
	note := func(name string) {
		if list := x.packages[key].names[name]; len(list) == 0 || list[len(list)-1] != file {
			x.packages[key].names[name] = append(list, file)
		}
	}
	for _, c := range f.Classes {
		note(c.Name)
	}
	if f.Family == "go" || f.Family == "php" {
		for _, fn := range f.Functions[min(1, len(f.Functions)):] {
			note(fn.Name)
		}
	}
}

// packageOf tells packages apart.
func packageOf(f *Outline) string {
	if f.Family == "go" {
		return "go:" + path.Dir(f.Path) + ":" + f.Package
	}
	return f.Family + ":" + f.Package
}

// Bindings returns what the names of a file refer to, as far as that is in other files of the tree.
func (x *Index) Bindings(file int32) []Binding {
	f := x.Files[file]
	b := &binder{Index: x, file: file, seen: map[string]int{}}
	for _, i := range f.Imports {
		switch f.Family {
		case "python":
			b.python(i)
		case "javascript":
			b.javascript(i)
		case "java":
			b.java(i)
		case "php":
			if file, ok := b.classNamed("php", i.Module); ok {
				b.add(i.Name, Target{File: file, Symbol: i.Module[strings.LastIndexByte(i.Module, '.')+1:]})
			}
		case "go":
			b.golang(i)
		case "csharp":
			b.csharp(i)
		}
	}
	switch f.Family {
	case "go":
		b.uses(packageOf(f))
		b.ownInterfaces()
	case "java", "php", "ruby":
		b.uses(packageOf(f))
	case "csharp":
		for _, space := range x.namespaces(f) {
			b.uses("csharp:" + space)
		}
	}
	if f.Family == "php" && f.Package != "" {
		b.uses("php:") // functions that no namespace has
	}
	return b.out
}

// maxBindings limits the names of one file that refer to other files.
const maxBindings = 2_000

type binder struct {
	*Index
	file int32
	out  []Binding
	seen map[string]int
}

func (b *binder) add(name string, t Target) {
	if t.File == b.file || b.Files[t.File].Family != b.Files[b.file].Family {
		return
	}
	t = b.follow(t, 0)
	t = b.implementation(t)
	if i, ok := b.seen[name]; ok {
		if !slices.Contains(b.out[i].Targets, t) && len(b.out[i].Targets) < 200 {
			b.out[i].Targets = append(b.out[i].Targets, t)
		}
		return
	}
	if len(b.out) < maxBindings {
		b.seen[name] = len(b.out)
		b.out = append(b.out, Binding{Name: name, Targets: []Target{t}})
	}
}

// follow follows re-exports to the definition.
func (b *binder) follow(t Target, depth int) Target {
	if t.Symbol == "" || depth > 4 || b.defines[t.File][t.Symbol] {
		return t
	}
	f := b.Files[t.File]
	for _, i := range f.Imports {
		if i.Name != t.Symbol && i.Name != "" {
			continue
		}
		file, ok := b.module(t.File, i.Module)
		if !ok {
			continue
		}
		next := Target{File: file, Symbol: i.Symbol}
		if i.Name == "" {
			next.Symbol = t.Symbol
			if !b.defines[file][t.Symbol] {
				continue
			}
		}
		if f.Family == "python" && i.Symbol != "" {
			if sub, ok := b.pythonModule(t.File, submodule(i)); ok {
				next = Target{File: sub}
			}
		}
		return b.follow(next, depth+1)
	}
	return t
}

// implementation is the only class that implements an interface, if there is exactly one.
func (b *binder) implementation(t Target) Target {
	if t.Symbol == "" {
		return t
	}
	f := b.Files[t.File]
	for _, c := range f.Classes {
		if c.Name != t.Symbol || !c.Interface {
			continue
		}
		if f.Family == "go" {
			if one, ok := b.goMaker(c.Methods); ok {
				return one
			}
			continue
		}
		if list := b.makers[f.Family+":"+c.Name]; len(list) == 1 {
			return Target{File: list[0].file, Symbol: list[0].name}
		}
	}
	return t
}

// module finds the file of a module as another file writes it.
func (x *Index) module(from int32, module string) (int32, bool) {
	switch x.Files[from].Family {
	case "python":
		return x.pythonModule(from, module)
	case "javascript":
		return x.jsModule(from, module)
	}
	return 0, false
}

func (b *binder) golang(i Import) {
	for _, file := range b.goFolder(i.Module) {
		name := cmp.Or(i.Name, b.Files[file].Package)
		if name != "_" && name != "." {
			b.add(name, Target{File: file})
		}
	}
}
