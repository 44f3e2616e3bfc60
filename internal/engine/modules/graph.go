package modules

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Graph is a call graph, by the called name and the files in which the caller could mean it. It
// over-approximates, because it only decides which files are worth analyzing together.
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
	maxWide    = 5_000_000 // files transitively visible to Go files, in total
)

// NewGraph makes the graph of an index.
func NewGraph(x *Index) *Graph {
	g := &Graph{Index: x}
	for i, f := range x.Files {
		g.first = append(g.first, int32(len(g.fileOf)))
		for range f.Functions {
			g.fileOf = append(g.fileOf, int32(i))
		}
	}
	g.calls = make([][]int32, len(g.fileOf))
	g.callers = make([][]int32, len(g.fileOf))
	g.sees = make([][]int32, len(x.Files))
	for i := range x.Files {
		g.Bound = append(g.Bound, x.Bindings(int32(i)))
	}
	defining := g.functionsByName()
	edges := 0
	for i, f := range x.Files {
		s := g.scopeOf(int32(i))
		for k, fn := range f.Functions {
			from := g.first[i] + int32(k)
			for _, w := range fn.Calls {
				if edges > maxEdges {
					break
				}
				edges += g.connect(from, w, s, defining)
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

// Calls returns the functions that a function may call, those of each file in order.
func (g *Graph) Calls(p Place) []Place {
	var out []Place
	for _, to := range g.calls[g.first[p.File]+p.Function] {
		out = append(out, Place{g.fileOf[to], to - g.first[g.fileOf[to]]})
	}
	return out
}

// functionsByName returns the functions that each name may call.
func (g *Graph) functionsByName() map[string][]int32 {
	out := map[string][]int32{}
	for i, f := range g.Files {
		for k := range f.Functions {
			if w := f.Functions[k].Name; w != "" && k > 0 {
				out[w] = append(out[w], g.first[i]+int32(k))
			}
		}
	}
	// What is exported under another name can be called by it.
	for i, f := range g.Files {
		for _, e := range f.Exports {
			for k, fn := range f.Functions {
				if k > 0 && e.Name != fn.Name && (e.Local != "" && fn.Name == e.Local || fn.Start == e.Start && fn.End == e.End && e.End > 0) {
					out[e.Name] = append(out[e.Name], g.first[i]+int32(k))
				}
			}
		}
	}
	return out
}

// fileScope is where the names that a file calls may be defined.
type fileScope struct {
	file    int32
	visible map[int32]bool            // files
	wide    map[int32]bool            // files that a method may be in; nil: the visible ones
	files   map[string]map[int32]bool // that an imported name stands for
	renamed map[string][]string       // what an imported name is called where it is defined
}

func (g *Graph) scopeOf(file int32) fileScope {
	s := fileScope{file: file, visible: map[int32]bool{file: true}, files: map[string]map[int32]bool{}, renamed: map[string][]string{}}
	for _, a := range g.above(file) {
		s.visible[a] = true
	}
	for _, b := range g.Bound[file] {
		s.files[b.Name] = map[int32]bool{}
		for _, t := range b.Targets {
			s.visible[t.File], s.files[b.Name][t.File] = true, true
			if name := cmp.Or(t.Symbol, "default"); name != b.Name {
				s.renamed[b.Name] = append(s.renamed[b.Name], name)
			}
		}
	}
	if g.Files[file].Family == "go" {
		s.wide = g.wide(s.visible)
	}
	return s
}

// connect adds the edges of one called name, such as "db.Query" or "render", and returns how
// many there are.
func (g *Graph) connect(from int32, called string, s fileScope, defining map[string][]int32) (edges int) {
	within := s.visible
	if base, name, ok := strings.Cut(called, "."); ok {
		called = name
		if s.files[base] != nil {
			within = s.files[base]
		} else if s.wide != nil {
			within = s.wide
		}
	} else if s.files[called] != nil {
		within = s.files[called]
	}
	far := 0
	for _, name := range append([]string{called}, s.renamed[called]...) {
		for _, to := range defining[name] {
			if to == from || !within[g.fileOf[to]] {
				continue
			}
			if g.fileOf[to] != s.file {
				if far++; far > maxTargets {
					continue
				}
			}
			g.calls[from] = append(g.calls[from], to)
			edges++
		}
	}
	return edges
}

// wide adds to some Go files those that they see: the types of fields and interfaces are known where they
// are declared. In a tree where that is too much, the last files see only what they import.
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
