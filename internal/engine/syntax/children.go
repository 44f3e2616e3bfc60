package syntax

import "slices"

// All lowerings read a tree by these methods, so that they agree on what the children of
// a node are and where it stands.

// Span is a part of a source file, in bytes, from Start to before End.
type Span struct{ Start, End uint32 }

// Contains tells whether t lies in s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Span is where node i stands.
func (t *Tree) Span(i uint32) Span { return Span{t.Nodes[i].Start, t.Nodes[i].End} }

// In returns the child of node i in a field, and whether there is one. A field may hold
// tokens around a node, such as parentheses: the first named node is preferred to the
// first token.
func (t *Tree) In(i uint32, field string) (uint32, bool) {
	f, ok := t.Language.Field(field)
	if !ok {
		return 0, false
	}
	token, found := uint32(0), false
	for c := range t.Children(i) {
		if n := &t.Nodes[c]; n.Field == f {
			if n.Is(Named) {
				return c, true
			}
			if !found {
				token, found = c, true
			}
		}
	}
	return token, found
}

// AllIn returns the named children of node i in a field.
func (t *Tree) AllIn(i uint32, field string) []uint32 {
	f, ok := t.Language.Field(field)
	if !ok {
		return nil
	}
	var found []uint32
	for c := range t.Children(i) {
		if n := &t.Nodes[c]; n.Field == f && n.Is(Named) && !n.Is(Extra) {
			found = append(found, c)
		}
	}
	return found
}

// Named returns the named children of node i that are in the source and are no comments.
func (t *Tree) Named(i uint32) []uint32 {
	var found []uint32
	for c := range t.Children(i) {
		if n := &t.Nodes[c]; n.Is(Named) && n.Flags&(Extra|Missing) == 0 {
			found = append(found, c)
		}
	}
	return found
}

// ChildOf returns the first child of node i that is of one of the kinds.
func (t *Tree) ChildOf(i uint32, kinds ...string) (uint32, bool) {
	for c := range t.Children(i) {
		if slices.Contains(kinds, t.Kind(c)) {
			return c, true
		}
	}
	return 0, false
}
