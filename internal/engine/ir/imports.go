package ir

// resolveImports lets the language fill f.aliases and f.wildcards.
func (f *File) resolveImports() {
	f.aliases = map[string][]alias{}
	if imports := GrammarOf(f.Language).imports; imports != nil {
		imports(f)
	}
}

// Dotted returns the names of a chain a.b.c, nil for anything else.
func (f *File) Dotted(n NodeID) []string {
	switch f.kind(n) {
	case Ident:
		return []string{f.nodes[n].Text}
	case Member:
		if left, right := f.Dotted(f.Kid(n, 0)), f.Kid(n, 1); left != nil && f.kind(right) == Ident {
			return append(left, f.nodes[right].Text)
		}
	}
	return nil
}

// alias is the meaning of a name from some offset of the file on.
type alias struct {
	from  uint32
	chain NodeID
}

// AliasOf returns what a name at n stands for, 0 if it is only itself.
func (f *File) AliasOf(n NodeID) NodeID {
	list := f.aliases[f.nodes[n].Text]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].from <= f.nodes[n].Start {
			return list[i].chain
		}
	}
	return 0
}

// HasAlias tells whether a name stands for another somewhere in the file.
func (f *File) HasAlias(name string) bool { return f.aliases[name] != nil }

// Wildcards are the packages of which all names are imported.
func (f *File) Wildcards() []string { return f.wildcards }

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
