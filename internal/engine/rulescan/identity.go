package rulescan

import (
	"slices"
	"sort"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/syntax"
)

// identityMost limits how many bytes of a match are part of its identity.
const identityMost = 4000

// identity is the tokens of a match, without white space and comments.
func (s *scope) identity(span match.Span) string {
	var b strings.Builder
	t := s.File.Tree
	if t == nil {
		for _, w := range strings.Fields(s.File.Text(span)) {
			b.WriteString(w)
			b.WriteByte(' ')
		}
		return clip(strings.TrimSpace(b.String()), identityMost)
	}
	for i := firstNode(t, span.Start); i < len(t.Nodes) && t.Nodes[i].Start < span.End && b.Len() < identityMost; {
		n := &t.Nodes[i]
		switch {
		case n.End <= span.Start || isComment(t, i):
			i = int(n.Next)
			continue
		case int(n.Next) == i+1 && n.End > n.Start: // a leaf
			from, to := max(n.Start, span.Start), min(n.End, span.End)
			if text := strings.Join(strings.Fields(string(t.Source[from:to])), " "); text != "" {
				b.WriteString(text)
				b.WriteByte(' ')
			}
		}
		i++
	}
	return clip(strings.TrimSpace(strings.ToValidUTF8(b.String(), "\uFFFD")), identityMost)
}

// firstNode is the first node that begins at or after an offset, or the leaf before it if that reaches there.
// Nodes inside comments are ignored. Nodes are in order of their start.
func firstNode(t *syntax.Tree, at uint32) int {
	i := sort.Search(len(t.Nodes), func(i int) bool { return t.Nodes[i].Start >= at })
	if i > 0 && int(t.Nodes[i-1].Next) == i && t.Nodes[i-1].End > at {
		i--
	}
	if i == len(t.Nodes) {
		return i
	}
	for p := t.Nodes[i].Parent; p != syntax.NoParent; p = t.Nodes[p].Parent {
		if isComment(t, int(p)) {
			i = int(t.Nodes[p].Next)
		}
	}
	return i
}

func isComment(t *syntax.Tree, i int) bool {
	n := &t.Nodes[i]
	return n.Is(syntax.Extra) && n.End > n.Start && strings.Contains(t.Kind(uint32(i)), "comment")
}

// symbol names the function and the classes around a place.
func (s *scope) symbol(span match.Span) string {
	if s.File.Root() == 0 {
		return ""
	}
	var names []string
	n := s.File.Root()
	for n != 0 {
		node := s.File.Node(n)
		if node.Kind == match.Func || node.Kind == match.Class {
			if name := s.nameOf(n); name != "" {
				names = append(names, name)
			}
		}
		n = s.around(n, span)
	}
	return clip(strings.Join(names, "."), 300)
}

// around is the first child of a node that encloses a span, 0 if there is none.
func (s *scope) around(n match.NodeID, span match.Span) match.NodeID {
	for _, k := range s.kidsAround(n, span) {
		if k != 0 && s.File.Span(k).Contains(span) && s.File.Span(k) != span {
			return k
		}
	}
	return 0
}

// kidsAround returns the children of a node that may enclose a span; some may be 0.
func (s *scope) kidsAround(n match.NodeID, span match.Span) []match.NodeID {
	kids, long := s.ordered()[n]
	if !long {
		return s.File.Kids(n)
	}
	first := sort.Search(len(kids), func(i int) bool { return s.File.Span(kids[i]).End >= span.End })
	behind := sort.Search(len(kids), func(i int) bool { return s.File.Span(kids[i]).Start > span.Start })
	return kids[first:max(first, behind)]
}

// manyKids is the number of children from which they are searched by bisection.
const manyKids = 32

// orderedKids returns the children of the nodes that have many, if they are ordered by start and end.
func orderedKids(f *match.File) map[match.NodeID][]match.NodeID {
	out := map[match.NodeID][]match.NodeID{}
	f.Walk(f.Root(), func(n match.NodeID) bool {
		kids := f.Kids(n)
		if len(kids) < manyKids {
			return true
		}
		kids = slices.DeleteFunc(slices.Clone(kids), func(k match.NodeID) bool { return k == 0 })
		var last match.Span
		for _, k := range kids {
			span := f.Span(k)
			if span.Start < last.Start || span.End < last.End {
				return true
			}
			last = span
		}
		out[n] = kids
		return true
	})
	return out
}

// nameOf is the name of a function or a class.
func (s *scope) nameOf(n match.NodeID) string {
	for _, k := range s.File.Kids(n) {
		if k != 0 && s.File.Node(k).Kind == match.Ident {
			return s.File.Node(k).Text
		}
	}
	return ""
}
