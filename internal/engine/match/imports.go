package match

import (
	"slices"
	"strings"
)

// imports reports whether the import at n is of path, or of something below it.
func imports(f *File, n NodeID, path []string) bool {
	have := f.Dotted(f.Kid(n, 0))
	if name := f.Kid(n, 1); have != nil && f.kind(name) == Ident {
		have = append(have, f.Node(name).Text)
	}
	return len(path) > 0 && len(path) <= len(have) && slices.Equal(have[:len(path)], path)
}

// imported is the full name of what is imported at n, nil if it is not a chain of names.
func imported(f *File, n NodeID) []string {
	path := f.Dotted(f.Kid(n, 0))
	switch name := f.Kid(n, 1); {
	case path == nil || name == 0:
		return path
	case f.kind(name) == Ident:
		return append(path, f.Node(name).Text)
	}
	return nil
}

// importsBelow reports whether the import at n is of the path in a literal of a pattern, or of
// something below it.
func importsBelow(f *File, n NodeID, literal *Node) bool {
	path := f.Kid(n, 0)
	return literal.Kind == Str && f.kind(path) == Str && !strings.ContainsAny(literal.Text, "$~") && strings.HasPrefix(f.Node(path).Text, literal.Text+"/")
}
