package modules

import (
	"maps"
	"slices"
	"strings"
)

// Graph says who may call whom: by the name that is called, and the files in which the caller could
// mean it. It says too much rather than too little, for it only decides which files are worth
// a closer look together.
type Graph struct {
	*Index
	Bound [][]Binding // of each file

	first   []int32   // of each file, the number of its first function
	fileOf  []int32   // of each function
	calls   [][]int32 // of each function, those that it may call
	callers [][]int32

	sees    [][]int32 // of each file of Go, those that it sees
	widened int       // how much was seen in turn
}

// Bounds of the graph.
const (
	maxTargets = 24 // in other files, of one name in one function
	maxEdges   = 4_000_000
	maxHops    = 8         // calls between a function and a source or a sink
	maxWide    = 5_000_000 // files that files of Go see in turn, all together
)

// NewGraph makes the graph of an index.
func NewGraph(x *Index) *Graph {
	g := &Graph{Index: x}
	defining := map[string][]int32{} // functions by name
	for i, f := range x.Files {
		g.first = append(g.first, int32(len(g.fileOf)))
		for k := range f.Functions {
			if w := f.Functions[k].Name; w != "" && k > 0 {
				defining[w] = append(defining[w], int32(len(g.fileOf)))
			}
			g.fileOf = append(g.fileOf, int32(i))
		}
	}
	// What is exported under another name can be called by it.
	for i, f := range x.Files {
		for _, e := range f.Exports {
			for k, fn := range f.Functions {
				if k > 0 && e.Name != fn.Name && (e.Local != "" && fn.Name == e.Local || fn.Start == e.Start && fn.End == e.End && e.End > 0) {
					defining[e.Name] = append(defining[e.Name], g.first[i]+int32(k))
				}
			}
		}
	}
	g.calls = make([][]int32, len(g.fileOf))
	g.callers = make([][]int32, len(g.fileOf))
	g.sees = make([][]int32, len(x.Files))
	for i := range x.Files {
		g.Bound = append(g.Bound, x.Bindings(int32(i)))
	}
	edges := 0
	for i, f := range x.Files {
		bound := g.Bound[i]
		visible := map[int32]bool{int32(i): true}
		for _, a := range g.above(int32(i)) {
			visible[a] = true
		}
		renamed := map[string][]string{}
		files := map[string]map[int32]bool{} // that a name stands for
		for _, b := range bound {
			files[b.Name] = map[int32]bool{}
			for _, t := range b.Targets {
				visible[t.File], files[b.Name][t.File] = true, true
				name := t.Symbol
				if name == "" || name == "default" {
					name = "default"
				}
				if name != b.Name {
					renamed[b.Name] = append(renamed[b.Name], name)
				}
			}
		}
		wide := visible
		if f.Family == "go" {
			wide = g.wide(visible)
		}
		for k, fn := range f.Functions {
			from := g.first[i] + int32(k)
			for _, w := range fn.Calls {
				if edges > maxEdges {
					break
				}
				within := visible
				if base, name, ok := strings.Cut(w, "."); ok {
					w = name
					if files[base] != nil {
						within = files[base]
					} else if f.Family == "go" {
						within = wide
					}
				} else if files[w] != nil {
					within = files[w]
				}
				far := 0
				for _, name := range append([]string{w}, renamed[w]...) {
					for _, to := range defining[name] {
						if to == from || !within[g.fileOf[to]] {
							continue
						}
						if g.fileOf[to] != int32(i) {
							if far++; far > maxTargets {
								continue
							}
						}
						g.calls[from] = append(g.calls[from], to)
						edges++
					}
				}
			}
			slices.Sort(g.calls[from])
			g.calls[from] = slices.Compact(g.calls[from])
			for _, to := range g.calls[from] {
				g.callers[to] = append(g.callers[to], from)
			}
		}
	}
	return g
}

// wide adds to some files of Go those that they see: what a field or an interface stands for is known where it
// is declared. In a tree of which that is too much, the last files see no more than they name.
func (g *Graph) wide(visible map[int32]bool) map[int32]bool {
	for f := range visible {
		g.widened += len(g.seen(f))
	}
	if g.widened > maxWide {
		return visible
	}
	out := maps.Clone(visible)
	for f := range visible {
		for _, t := range g.seen(f) {
			out[t] = true
		}
	}
	return out
}

// seen returns the files that a file sees.
func (g *Graph) seen(file int32) []int32 {
	if g.sees[file] == nil {
		out := []int32{file}
		for _, b := range g.Bound[file] {
			for _, t := range b.Targets {
				out = append(out, t.File)
			}
		}
		slices.Sort(out)
		g.sees[file] = slices.Compact(out)
	}
	return g.sees[file]
}
