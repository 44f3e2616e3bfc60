package modules

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Sketch returns an outline from the text alone: package, imports, and in Java and C# the class that the file
// is named for and the names that it uses. It is cheap, and good enough to rank files by their distance to
// each other.
func Sketch(file, grammar string, text []byte) *Outline {
	f := families[grammar]
	if f == nil {
		return nil
	}
	o := &Outline{Path: file, Family: f.name}
	switch f.name {
	case "python":
		o.sketchPython(text)
	case "javascript":
		for m := range jsModules(text) {
			o.addImport(Import{Module: string(m)})
		}
	case "java":
		o.sketchJava(text)
	case "csharp":
		o.sketchCSharp(text)
	case "php":
		o.sketchPHP(text)
	case "ruby":
		o.Classes = classesIn(text)
		o.Uses = capitals(text)
	case "go":
		if m := goPackageRE.FindSubmatch(text); m != nil {
			o.Package = string(m[1])
		}
		for _, m := range goImportRE.FindAllSubmatch(text, -1) {
			o.addImport(Import{Module: string(m[1])})
		}
	}
	return o
}

// addImport adds an import, within the limit.
func (o *Outline) addImport(i Import) {
	if len(o.Imports) < maxNames {
		o.Imports = append(o.Imports, i)
	}
}

func (o *Outline) sketchPython(text []byte) {
	for m := range statements(text, pythonFromRE, "from") {
		for _, w := range strings.FieldsFunc(string(m[2]), func(c rune) bool { return strings.ContainsRune("(),; \t\r\n\\", c) }) {
			o.addImport(Import{Name: w, Module: string(m[1]), Symbol: w})
		}
	}
	for m := range statements(text, pythonImportRE, "import") {
		for part := range strings.SplitSeq(string(m[1]), ",") {
			if w := strings.Fields(part); len(w) > 0 {
				o.addImport(Import{Name: w[0], Module: w[0]})
			}
		}
	}
}

func (o *Outline) sketchJava(text []byte) {
	for m := range statements(text, javaPackageRE, "package") {
		o.Package = string(m[1])
		break
	}
	for m := range statements(text, javaImportRE, "import") {
		switch module := string(m[2]); {
		case len(m[1]) > 0:
			if dot := strings.LastIndexByte(module, '.'); dot > 0 {
				o.addImport(Import{Name: module[dot+1:], Module: module[:dot], Symbol: module[dot+1:]})
			}
		case len(m[3]) > 0:
			o.addImport(Import{Module: module})
		default:
			o.addImport(Import{Name: module[strings.LastIndexByte(module, '.')+1:], Module: module})
		}
	}
	o.named(text)
}

func (o *Outline) sketchCSharp(text []byte) {
	for m := range statements(text, csharpNamespaceRE, "namespace") {
		o.Package = string(m[1])
		break
	}
	for m := range statements(text, csharpUsingRE, "using", "global") {
		if len(m[1]) > 0 {
			o.Everywhere = append(o.Everywhere, string(m[2]))
		}
		o.addImport(Import{Module: string(m[2])})
	}
	o.named(text)
	o.Classes = append(o.Classes, csharpClasses(text)...)
}

func (o *Outline) sketchPHP(text []byte) {
	for m := range statements(text, phpNamespaceRE, "namespace", "<?php") {
		o.Package = dotted(string(m[1]))
		break
	}
	for m := range statements(text, phpUseRE, "use") {
		full := dotted(string(m[1]))
		o.addImport(Import{Name: full[strings.LastIndexByte(full, '.')+1:], Module: full})
	}
	o.Classes = classesIn(text)
	o.Uses = capitals(text)
}

// named notes the class that a file is named for, and the names that may be of classes.
func (o *Outline) named(text []byte) {
	name := path.Base(o.Path)
	o.Classes = []Class{{Name: strings.TrimSuffix(name, path.Ext(name))}}
	o.Uses = capitals(text)
}

// Expressions that begin with \A are tried where their first word stands.
var (
	pythonFromRE      = regexp.MustCompile(`\Afrom[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)`)
	pythonImportRE    = regexp.MustCompile(`\Aimport[ \t]+([^\n#]+)`)
	javaPackageRE     = regexp.MustCompile(`\Apackage\s+([\w.]+)\s*;`)
	javaImportRE      = regexp.MustCompile(`\Aimport\s+(static\s+)?([\w.]+?)(\.\*)?\s*;`)
	phpNamespaceRE    = regexp.MustCompile(`\A(?:<\?php\s+)?namespace\s+([\w\\]+)\s*[;{]`)
	phpUseRE          = regexp.MustCompile(`\Ause\s+(?:function\s+)?([\w\\]+)[^;{]*;`)
	classRE           = regexp.MustCompile(`\A(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|module)\s+([\w:]+)`)
	csharpNamespaceRE = regexp.MustCompile(`\Anamespace\s+([\w.]+)`)
	csharpBasesRE     = regexp.MustCompile(`\Aclass\s+(\w+)(?:<[\w, ]*>)?(?:\([^()]*\))?\s*:\s*([\w.,<> \t]+)`)
	csharpUsingRE     = regexp.MustCompile(`\A(global\s+)?using\s+([\w.]+)\s*;`)
	goPackageRE       = regexp.MustCompile(`(?m)^package\s+(\w+)`)
	goImportRE        = regexp.MustCompile(`(?m)^(?:import)?[ \t]*(?:[\w.]+[ \t]+)?"([^"\s]+)"`)
)

// Near returns the files of which a file may use something: those that it imports, and in Java, C#,
// Go, PHP and Ruby those that it sees without, as far as it names them. Files may be sketches.
func (x *Index) Near(file int32) []int32 {
	f := x.Files[file]
	var out []int32
	for _, i := range f.Imports {
		switch f.Family {
		case "python":
			if i.Symbol != "" {
				if to, ok := x.pythonModule(file, submodule(i)); ok {
					out = append(out, to)
					continue
				}
			}
			if to, ok := x.pythonModule(file, i.Module); ok {
				out = append(out, to)
			}
		case "javascript":
			if to, ok := x.jsModule(file, i.Module); ok {
				out = append(out, to)
			}
		case "java":
			if to, ok := x.classNamed("java", i.Module); ok {
				out = append(out, to)
				out = append(out, x.makersOf(to)...)
			} else if i.Name == "" {
				out = append(out, x.used(f, "java:"+i.Module)...)
			}
		case "php":
			if to, ok := x.classNamed("php", i.Module); ok {
				out = append(out, to)
				out = append(out, x.makersOf(to)...)
			}
		case "go":
			out = append(out, x.goFolder(i.Module)...)
		}
	}
	switch f.Family {
	case "java", "php", "ruby":
		out = append(out, x.used(f, packageOf(f))...)
	case "csharp":
		for _, space := range x.namespaces(f) {
			out = append(out, x.used(f, "csharp:"+space)...)
		}
		for _, to := range slices.Clone(out) {
			out = append(out, x.makersOf(to)...)
		}
	case "go":
		out = append(out, x.folders[path.Dir(f.Path)]...)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(to int32) bool { return to == file })
}

// used returns the files of a package whose names a file uses.
func (x *Index) used(f *Outline, key string) []int32 {
	p := x.packages[key]
	if p == nil {
		return nil
	}
	var out []int32
	for _, w := range f.Uses {
		out = append(out, p.names[w]...)
	}
	return out
}

// makersOf returns the files of the classes that extend or implement one of a file: what is called by
// the name of an interface is there.
func (x *Index) makersOf(file int32) []int32 {
	var out []int32
	for _, c := range x.Files[file].Classes {
		if list := x.makers[x.Files[file].Family+":"+c.Name]; len(list) <= maxTargets {
			for _, s := range list {
				out = append(out, s.file)
			}
		}
	}
	return out
}

// goFolder returns the files of a package of Go by its import path.
func (x *Index) goFolder(module string) []int32 {
	if dir, ok := x.golang.Folder(module); ok {
		return x.folders[dir]
	}
	return nil
}
