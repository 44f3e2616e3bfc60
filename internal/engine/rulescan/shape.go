package rulescan

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/syntax"
)

// shapeOf identifies the code of a file without what does not change its behavior: comments, white
// space, the names of local variables, and statements without effect. Files with the same shape do
// the same; the reverse does not hold.
func shapeOf(tree *syntax.Tree, file *match.File) string {
	s := shaper{tree: tree, names: map[syntax.Span]int{}, idle: map[syntax.Span]bool{}}
	s.findLocals(file)
	sum, _ := s.node(0)
	return hex.EncodeToString(sum[:16])
}

// shaper computes the shape of a tree.
type shaper struct {
	tree  *syntax.Tree
	names map[syntax.Span]int  // where local variables are, with their number
	idle  map[syntax.Span]bool // statements without effect
}

// findLocals finds the statements that set a local variable to a constant and are all there is of
// it, and numbers the other variables in the order in which they appear.
func (s *shaper) findLocals(file *match.File) {
	type variable struct {
		fn   match.NodeID
		name string
	}
	type use struct {
		at match.Span
		variable
	}
	var uses []use
	local := map[match.NodeID]variable{}
	count, idle := map[variable]int{}, map[variable]bool{}
	for n, fn := range file.Locals() {
		v := variable{fn, file.Node(n).Text}
		local[n] = v
		count[v]++
		uses = append(uses, use{file.Span(n), v})
	}
	constant := func(n match.NodeID) bool {
		k := file.Node(n).Kind
		return k == match.Num || k == match.Str || k == match.Lit
	}
	file.Walk(file.Root(), func(n match.NodeID) bool {
		target, value := match.NodeID(0), match.NodeID(0)
		switch file.Node(n).Kind {
		case match.Assign:
			target, value = file.Kid(n, 0), file.Kid(n, 1)
		case match.VarDef:
			target, value = file.Kid(n, 1), file.Kid(n, 3)
		}
		// In Ruby, it may be what a method returns.
		if v, ok := local[target]; ok && count[v] == 1 && constant(value) && file.Language != "ruby" {
			s.idle[file.Span(n)], idle[v] = true, true
		}
		return true
	})
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.at.Start, b.at.Start) })
	numbers := map[variable]int{}
	for _, u := range uses {
		if idle[u.variable] {
			continue
		}
		if numbers[u.variable] == 0 {
			numbers[u.variable] = len(numbers) + 1
		}
		s.names[u.at] = numbers[u.variable]
	}
}

// idleKinds are statements that do nothing.
var idleKinds = []string{"pass_statement", "empty_statement"}

// constants are kinds of literals: a statement that is one does nothing.
var constants = []string{"true", "false", "none", "null", "nil", "integer", "float", "number"}

// effect is whether a part of a program does something.
type effect int

const (
	works effect = iota
	idles        // a statement without effect
	says         // a comment, or punctuation
)

// node returns the shape of a node, if it does something.
func (s *shaper) node(i uint32) (sum [sha256.Size]byte, e effect) {
	t, n := s.tree, &s.tree.Nodes[i]
	kind, span := t.Kind(i), t.Span(i)
	switch {
	case n.Is(syntax.Extra) && strings.Contains(kind, "comment") && !meant(t, i), kind == ";":
		return sum, says
	case slices.Contains(idleKinds, kind), s.idle[span], slices.Contains(constants, kind) && t.Kind(n.Parent) == "expression_statement":
		return sum, idles
	}
	h := sha256.New()
	hashText(h, kind)
	hashText(h, t.FieldName(i))
	if number := s.names[span]; number > 0 && (kind == "identifier" || kind == "simple_identifier" || kind == "variable_name") {
		hashText(h, "local")
		_, _ = h.Write(binary.AppendUvarint(nil, uint64(number)))
		return [sha256.Size]byte(h.Sum(nil)), works
	}
	var kids, work, idle int
	for c := range t.Children(i) {
		kids++
		sum, e := s.node(c)
		switch {
		case e == idles:
			idle++
		case e == works && t.Nodes[c].Is(syntax.Named):
			work++
		}
		if e == works {
			_, _ = h.Write(sum[:])
		}
	}
	switch {
	case kids == 0:
		hashText(h, string(t.Text(i)))
	case idle > 0 && work == 0 && (strings.HasSuffix(kind, "statement") || strings.HasSuffix(kind, "declaration")):
		return sum, idles // there is nothing else in it
	}
	return [sha256.Size]byte(h.Sum(nil)), works
}

// meant reports whether a comment is part of the program: an annotation, or a directive.
func meant(t *syntax.Tree, i uint32) bool {
	text := t.Text(i)
	return bytes.HasPrefix(text, []byte("/**")) && bytes.IndexByte(text, '@') >= 0 || bytes.HasPrefix(text, []byte("//go:"))
}

func hashText(h io.Writer, text string) {
	_, _ = h.Write(binary.AppendUvarint(nil, uint64(len(text))))
	_, _ = h.Write([]byte(text))
}
