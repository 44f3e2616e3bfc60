package modules

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// guessModules finds out by what paths the packages of a tree of Go are imported where no go.mod says so:
// it is from before there were modules, or a part of a larger one. If some/where/app/util is imported, and
// there is a folder util, then some/where/app may be what the folder above is called. Two folders have to
// agree: a single one may be named like one of somebody else's.
func (x *Index) guessModules() {
	const (
		maxNamesakes = 50 // folders with the same name that are looked at: a name that many have tells little
		maxDepth     = 20 // parts of a path
		maxGuesses   = 20 // modules
	)
	type guess struct{ dir, name string }
	said := map[guess]map[string]bool{} // the folders that speak for it
	last := map[string][]string{}       // folders by their last part
	for dir := range x.folders {
		last[path.Base(dir)] = append(last[path.Base(dir)], dir)
	}
	for _, f := range x.Files {
		if f.Family != "go" || x.inModule(f.Path) {
			continue
		}
		for _, i := range f.Imports {
			namesakes := last[path.Base(i.Module)]
			if len(namesakes) == 0 || len(namesakes) > maxNamesakes || strings.Count(i.Module, "/") >= maxDepth {
				continue
			}
			parts := strings.Split(i.Module, "/")
			for k := 1; k < len(parts); k++ { // the longest part of the path first
				rest := strings.Join(parts[k:], "/")
				dir, ok := above(namesakes, rest, f.Path)
				if !ok {
					continue
				}
				g := guess{dir, strings.Join(parts[:k], "/")}
				if said[g] == nil {
					said[g] = map[string]bool{}
				}
				said[g][rest] = true
				break
			}
		}
	}
	best := map[string]guess{} // for each folder the name with most voices, and none if two have as many
	for _, g := range slices.SortedFunc(maps.Keys(said), func(a, b guess) int { return strings.Compare(a.dir+"\n"+a.name, b.dir+"\n"+b.name) }) {
		if len(said[g]) < 2 {
			continue
		}
		if b, ok := best[g.dir]; !ok || len(said[g]) > len(said[b]) {
			best[g.dir] = g
		} else if len(said[g]) == len(said[b]) {
			best[g.dir] = guess{}
		}
	}
	guessed := 0
	for _, dir := range slices.Sorted(maps.Keys(best)) {
		if g := best[dir]; g.name != "" && guessed < maxGuesses {
			x.modules = append(x.modules, goModule(g))
			guessed++
		}
	}
}

// inModule reports whether a go.mod is in a folder above a file.
func (x *Index) inModule(file string) bool {
	return slices.ContainsFunc(x.modules, func(m goModule) bool { return within(file, m.dir) })
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
