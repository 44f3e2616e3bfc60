package wiki

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/files"
)

const (
	maxNodes  = 25  // of the diagram
	manyNodes = 40  // from which on folders are taken together
	maxEdges  = 100 // of the diagram
	deepest   = 12  // folders
)

// arrow is an import from one folder into another.
type arrow struct{ from, to string }

// modules draws which folders import from which others.
func (t *telling) modules(s *section) {
	arrows := t.arrows()
	if len(arrows) == 0 {
		return
	}
	drawn, nodes := fold(arrows)
	kept := mostConnected(drawn, nodes)
	others := len(nodes) - len(kept)
	id := map[string]string{}
	for i, n := range kept {
		id[n] = fmt.Sprintf("n%d", i)
	}
	weights := map[arrow]int{}
	for a, n := range drawn {
		from, to := cmp.Or(id[a.from], "rest"), cmp.Or(id[a.to], "rest")
		if from != to {
			weights[arrow{from, to}] += n
		}
	}
	list := make([]arrow, 0, len(weights))
	for a := range weights {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b arrow) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
	})
	shown := list[:min(maxEdges, len(list))]
	slices.SortFunc(shown, func(a, b arrow) int { return cmp.Or(strings.Compare(a.from, b.from), strings.Compare(a.to, b.to)) })

	s.text("Imports between folders, with the number of imports on each edge.")
	var b strings.Builder
	b.WriteString("```mermaid\ngraph LR\n")
	for _, n := range kept {
		fmt.Fprintf(&b, "  %s[\"%s\"]\n", id[n], cmp.Or(label(n), "(root)"))
	}
	if others > 0 {
		fmt.Fprintf(&b, "  rest[\"%s other folders\"]\n", number(others))
	}
	for _, a := range shown {
		fmt.Fprintf(&b, "  %s -->|%d| %s\n", a.from, weights[a], a.to)
	}
	b.WriteString("```")
	s.text("%s", b.String())
	if more := len(list) - len(shown); more > 0 {
		s.text("… and %s more edges.", number(more))
	}
}

// arrows returns how often each folder imports from another.
func (t *telling) arrows() map[arrow]int {
	r := newResolver(t)
	out := map[arrow]int{}
	seen := map[arrow]bool{} // in one file a folder counts once
	var last *facts
	t.each(func(f *facts, x *fact) {
		if f != last {
			clear(seen)
			last = f
		}
		to, ok := r.folder(f, x.name)
		a := arrow{dir(f.path), to}
		if !ok || a.from == to || seen[a] || files.Test(f.path) {
			return
		}
		seen[a] = true
		out[a]++
	}, imported)
	return out
}

// fold takes folders together, as deep as there are not too many of them: of a large tree
// its parts are of interest, of a small one each folder.
func fold(arrows map[arrow]int) (out map[arrow]int, nodes []string) {
	for depth := deepest; depth > 0; depth-- {
		some := map[arrow]int{}
		seen := map[string]bool{}
		for a, n := range arrows {
			b := arrow{upTo(a.from, depth), upTo(a.to, depth)}
			if b.from != b.to {
				some[b] += n
				seen[b.from], seen[b.to] = true, true
			}
		}
		if len(seen) < 2 {
			break // one level down there were too many, which is better than none
		}
		out, nodes = some, sortedKeys(seen)
		if len(seen) <= manyNodes {
			break
		}
	}
	return out, nodes
}

func upTo(folder string, depth int) string {
	if at := folderAt(folder+"/", depth); at != "" {
		return at
	}
	return folder
}

// mostConnected returns the nodes with the most neighbours, by name.
func mostConnected(arrows map[arrow]int, nodes []string) []string {
	neighbours := map[string]int{}
	for a := range arrows {
		neighbours[a.from]++
		neighbours[a.to]++
	}
	nodes = slices.Clone(nodes)
	slices.SortFunc(nodes, func(a, b string) int { return cmp.Or(cmp.Compare(neighbours[b], neighbours[a]), strings.Compare(a, b)) })
	nodes = nodes[:min(maxNodes, len(nodes))]
	slices.Sort(nodes)
	return nodes
}
