// Package imports says which file of a tree an import means: modules of JavaScript and
// TypeScript, and of Python, and packages of Go. It is the one resolver, for data flow
// between files and for route discovery.
//
// Start with [Tree]. Only what is in the tree is found, by paths alone: settings of
// compilers and installed packages are not read, so what they would add is guessed from how
// most projects are laid out. Languages whose imports name classes rather than files, such
// as Java, are resolved by package modules, which knows what files define.
package imports

import (
	"iter"
	"path"
	"strings"
)

// Tree is the files that an import can lead to.
type Tree struct {
	File   func(path string) bool // whether there is such a file
	Folder func(path string) bool // whether there is such a folder; it saves time only
	python map[string]bool        // the names of all folders and of files without .py; nil: unknown
}

// NewTree returns a tree of files.
func NewTree(file func(path string) bool, paths iter.Seq[string]) *Tree {
	folders, python := map[string]bool{}, map[string]bool{}
	for p := range paths {
		if name, ok := strings.CutSuffix(p, ".py"); ok {
			python[path.Base(name)] = true
		}
		for dir := path.Dir(p); !folders[dir]; dir = path.Dir(dir) {
			folders[dir], python[path.Base(dir)] = true, true
		}
	}
	return &Tree{File: file, Folder: func(p string) bool { return folders[p] }, python: python}
}

// maxSpec is how long the name of a module can be.
const maxSpec = 300

func (t *Tree) first(paths ...string) string {
	for _, p := range paths {
		if t.File(p) {
			return p
		}
	}
	return ""
}

// upwards returns the folder of a file and those above it, the last of which is the root.
func upwards(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir := path.Dir(file); yield(dir) && dir != "." && dir != "/"; dir = path.Dir(dir) {
		}
	}
}

// Python returns the file of a module as another file names it, "" if there is none: below
// its own package if it begins with dots, else below a folder around the file, as it is not
// known where Python starts to look. A file that is named like the library that it imports
// does not mean itself.
func (t *Tree) Python(from, module string) string {
	name := strings.TrimLeft(module, ".")
	if module == "" || len(module) > maxSpec {
		return ""
	}
	below := strings.ReplaceAll(name, ".", "/")
	if dots := len(module) - len(name); dots > 0 {
		dir := path.Dir(from)
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		if name == "" {
			return t.first(path.Join(dir, "__init__.py"))
		}
		return t.first(path.Join(dir, below)+".py", path.Join(dir, below, "__init__.py"))
	}
	below = strings.TrimPrefix(path.Clean("/"+below), "/")
	if top, _, _ := strings.Cut(below, "/"); t.python != nil && !t.python[top] {
		return "" // most imports are of libraries
	}
	for dir := range upwards(from) {
		if dir += "/"; dir == "./" {
			dir = ""
		}
		for _, root := range []string{dir, dir + "src/"} {
			p := root + below
			if f := t.first(p+".py", p+"/__init__.py"); f != "" && f != from {
				return f
			}
		}
	}
	return ""
}

// scripts are the endings that an import of JavaScript may leave out, in the order in which
// they are tried.
var scripts = []string{".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

// JavaScript returns the file of a module as another file names it, "" if there is none. A
// path that begins with @/, ~/ or # is below the root of the sources, and any other with a
// slash may be below a folder that the compiler is set to. Names of scopes are packages.
func (t *Tree) JavaScript(from, spec string) string {
	switch {
	case spec == "" || len(spec) > maxSpec:
		return ""
	case spec[0] == '.':
		return t.script(path.Join(path.Dir(from), spec))
	}
	roots, rest := []string{"src", ".", "app"}, spec
	for _, alias := range []string{"@/", "~/", "#"} {
		rest = strings.TrimPrefix(rest, alias)
	}
	if rest == spec {
		if spec[0] == '@' || !strings.Contains(spec, "/") {
			return ""
		}
		roots = []string{".", "src", "app"}
	}
	rest = strings.TrimPrefix(path.Clean("/"+rest), "/")
	top, _, deep := strings.Cut(rest, "/")
	for dir := range upwards(from) {
		for _, r := range roots {
			root := path.Join(dir, r)
			if deep && !t.Folder(path.Join(root, top)) {
				continue
			}
			if f := t.script(path.Join(root, rest)); f != "" {
				return f
			}
		}
	}
	return ""
}

// script returns the file at a path that may lack its ending, or be of a folder.
func (t *Tree) script(p string) string {
	if t.File(p) {
		return p
	}
	if ext := path.Ext(p); ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".jsx" { // written for what the compiler makes
		stem := strings.TrimSuffix(p, ext)
		if f := t.first(stem+".ts", stem+".tsx", stem+".mts", stem+".cts"); f != "" {
			return f
		}
	}
	for _, e := range scripts {
		if t.File(p + e) {
			return p + e
		}
	}
	if !t.Folder(p) {
		return ""
	}
	for _, e := range scripts {
		if q := path.Join(p, "index"+e); t.File(q) {
			return q
		}
	}
	return ""
}
