package imports

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine/manifest"
)

// Go resolves the import paths of Go.
type Go struct {
	dirs  map[string]string // by module path
	roots map[string]bool   // folders of modules
}

// NewGo returns the modules of a tree, given the texts of its go.mod files by their path.
func NewGo(goMods map[string][]byte) *Go {
	g := &Go{dirs: map[string]string{}, roots: map[string]bool{}}
	for p, text := range goMods {
		g.Add(path.Dir(p), manifest.ParseGoMod(text).Module.Name)
	}
	return g
}

// Add adds the module of a folder, if it has a name. The root is "." or "". Of two modules
// with one path, the first folder counts.
func (g *Go) Add(dir, name string) {
	if name == "" {
		return
	}
	dir = path.Clean(dir)
	g.roots[dir] = true
	if was, there := g.dirs[name]; !there || dir < was {
		g.dirs[name] = dir
	}
}

// Len is how many modules there are.
func (g *Go) Len() int { return len(g.dirs) }

// Folder returns the folder of a package by its import path, if it is of a module of the
// tree: of several, the one with the longest path.
func (g *Go) Folder(importPath string) (string, bool) {
	for name := importPath; ; {
		if dir, ok := g.dirs[name]; ok {
			return path.Join(dir, importPath[len(name):]), true
		}
		n := strings.LastIndexByte(name, '/')
		if n < 0 {
			return "", false
		}
		name = name[:n]
	}
}

// Has reports whether a file is in a module of the tree: what it imports is there, or somebody else's.
func (g *Go) Has(file string) bool {
	for dir := range upwards(file) {
		if g.roots[dir] {
			return true
		}
	}
	return false
}

// Guess finds out by what paths the packages of a tree are imported where no go.mod says so: it is from
// before there were modules, or a part of a larger one. If some/where/app/util is imported, and there is a
// folder util, then some/where/app may be what the folder above is called. Two folders have to agree: a
// single one may be named like one of somebody else's. Folders are those with files of Go, and imports are
// files and what each of them imports.
func (g *Go) Guess(folders iter.Seq[string], imports iter.Seq2[string, string]) {
	const (
		maxNamesakes = 50 // folders with the same name that are looked at: a name that many have tells little
		maxDepth     = 20 // parts of a path
		maxGuesses   = 20 // modules
	)
	type guess struct{ dir, name string }
	said := map[guess]map[string]bool{} // the folders that speak for it
	last := map[string][]string{}       // folders by their last part
	for _, dir := range slices.Sorted(folders) {
		last[path.Base(dir)] = append(last[path.Base(dir)], dir)
	}
	for file, module := range imports {
		namesakes := last[path.Base(module)]
		if len(namesakes) == 0 || len(namesakes) > maxNamesakes || strings.Count(module, "/") >= maxDepth || g.Has(file) {
			continue
		}
		parts := strings.Split(module, "/")
		for k := 1; k < len(parts); k++ { // the longest part of the path first
			rest := strings.Join(parts[k:], "/")
			dir, ok := above(namesakes, rest, file)
			if !ok {
				continue
			}
			x := guess{dir, strings.Join(parts[:k], "/")}
			if said[x] == nil {
				said[x] = map[string]bool{}
			}
			said[x][rest] = true
			break
		}
	}
	best := map[string]guess{} // for each folder the name with most voices, and none if two have as many
	for _, x := range slices.SortedFunc(maps.Keys(said), func(a, b guess) int { return strings.Compare(a.dir+"\n"+a.name, b.dir+"\n"+b.name) }) {
		if len(said[x]) < 2 {
			continue
		}
		if b, ok := best[x.dir]; !ok || len(said[x]) > len(said[b]) {
			best[x.dir] = x
		} else if len(said[x]) == len(said[b]) {
			best[x.dir] = guess{}
		}
	}
	guessed := 0
	for _, dir := range slices.Sorted(maps.Keys(best)) {
		if x := best[dir]; x.name != "" && guessed < maxGuesses {
			g.Add(x.dir, x.name)
			guessed++
		}
	}
}

func within(file, dir string) bool { return dir == "." || strings.HasPrefix(file, dir+"/") }

// above returns the folder above rest, which is also above the file.
func above(folders []string, rest, file string) (string, bool) {
	for _, dir := range folders {
		base, ok := strings.CutSuffix(dir, rest)
		if !ok || base != "" && !strings.HasSuffix(base, "/") {
			continue
		}
		if base = path.Clean(base); within(file, base) {
			return base, true
		}
	}
	return "", false
}
