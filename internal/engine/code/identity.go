package code

import (
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/syntax"
)

// identityMost is how much of a match tells it from others.
const identityMost = 4000

// identity is the tokens of a match, without white space and comments.
func (s *scope) identity(span match.Span) string {
	var b strings.Builder
	t := s.file.Tree
	if t == nil {
		for _, w := range strings.Fields(s.file.Text(span)) {
			b.WriteString(w)
			b.WriteByte(' ')
		}
		return clip(strings.TrimSpace(b.String()), identityMost)
	}
	for i := 0; i < len(t.Nodes) && b.Len() < identityMost; {
		n := &t.Nodes[i]
		switch {
		case n.End <= span.Start || n.Start >= span.End || n.Is(syntax.Extra) && n.End > n.Start && strings.Contains(t.Kind(uint32(i)), "comment"):
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

// symbol names the function and the classes around a place.
func (s *scope) symbol(span match.Span) string {
	if s.file.Root() == 0 {
		return ""
	}
	var names []string
	n := s.file.Root()
	for n != 0 {
		node := s.file.Node(n)
		if node.Kind == match.Func || node.Kind == match.Class {
			if name := s.nameOf(n); name != "" {
				names = append(names, name)
			}
		}
		next := match.NodeID(0)
		for _, k := range s.file.Kids(n) {
			if k != 0 && s.file.Span(k).Contains(span) && s.file.Span(k) != span {
				next = k
				break
			}
		}
		n = next
	}
	return clip(strings.Join(names, "."), 300)
}

// nameOf is the name of a function or a class.
func (s *scope) nameOf(n match.NodeID) string {
	for _, k := range s.file.Kids(n) {
		if k != 0 && s.file.Node(k).Kind == match.Ident {
			return s.file.Node(k).Text
		}
	}
	return ""
}
