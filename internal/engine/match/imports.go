package match

import (
	"slices"
	"strings"
)

// resolveImports lets the language fill f.aliases and f.wildcards.
func (f *File) resolveImports() {
	f.aliases = map[string][]alias{}
	if imports := languageOf(f.Language).imports; imports != nil {
		imports(f)
	}
}

// dotted returns the names of a chain a.b.c, nil for anything else.
func (f *File) dotted(n NodeID) []string {
	switch f.kind(n) {
	case Ident:
		return []string{f.nodes[n].Text}
	case Member:
		if left, right := f.dotted(f.Kid(n, 0)), f.Kid(n, 1); left != nil && f.kind(right) == Ident {
			return append(left, f.nodes[right].Text)
		}
	}
	return nil
}

// imports reports whether the import at n is of path, or of something below it.
func (f *File) imports(n NodeID, path []string) bool {
	have := f.dotted(f.Kid(n, 0))
	if name := f.Kid(n, 1); have != nil && f.kind(name) == Ident {
		have = append(have, f.nodes[name].Text)
	}
	return len(path) > 0 && len(path) <= len(have) && slices.Equal(have[:len(path)], path)
}

// imported is the full name of what is imported at n, nil if it is not a chain of names.
func (f *File) imported(n NodeID) []string {
	path := f.dotted(f.Kid(n, 0))
	switch name := f.Kid(n, 1); {
	case path == nil || name == 0:
		return path
	case f.kind(name) == Ident:
		return append(path, f.nodes[name].Text)
	}
	return nil
}

// importsBelow reports whether the import at n is of the path in a literal of a pattern, or of
// something below it.
func (f *File) importsBelow(n NodeID, literal *Node) bool {
	path := f.Kid(n, 0)
	return literal.Kind == Str && f.kind(path) == Str && !strings.ContainsAny(literal.Text, "$~") && strings.HasPrefix(f.nodes[path].Text, literal.Text+"/")
}

// alias is the meaning of a name from some offset of the file on.
type alias struct {
	from  uint32
	chain NodeID
}

// aliasOf returns the full name that a name at n stands for, 0 if it is not an alias.
func (f *File) aliasOf(n NodeID) NodeID {
	list := f.aliases[f.nodes[n].Text]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].from <= f.nodes[n].Start {
			return list[i].chain
		}
	}
	return 0
}

// alias declares a local name for a full one after the import at n. The nodes created for it
// have no position in the source, only a text.
func (f *File) alias(n NodeID, local string, path []string) {
	if len(path) == 0 || len(path) == 1 && path[0] == local {
		return
	}
	add := func(n Node, kids ...NodeID) NodeID {
		n.kids, n.n = uint32(len(f.links)), uint32(len(kids))
		f.links = append(f.links, kids...)
		f.nodes = append(f.nodes, n)
		return NodeID(len(f.nodes) - 1)
	}
	chain := add(Node{Kind: Ident, Text: path[0]})
	for _, name := range path[1:] {
		chain = add(Node{Kind: Member, Text: "."}, chain, add(Node{Kind: Ident, Text: name}))
	}
	f.aliases[local] = append(f.aliases[local], alias{f.nodes[n].Start, chain})
}
