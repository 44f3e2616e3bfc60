package syntax

import (
	"strings"
	"testing"
)

func newEngine(t testing.TB, c Config) *Engine {
	t.Helper()
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func newParser(t testing.TB, e *Engine, language string) *Parser {
	t.Helper()
	p, err := e.Parser(language)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// draw writes a tree as an S-expression of its named nodes.
func draw(tree *Tree) string {
	var b strings.Builder
	var node func(i uint32)
	node = func(i uint32) {
		if !tree.Nodes[i].Is(Named) {
			return
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		if f := tree.FieldName(i); f != "" {
			b.WriteString(f + ":")
		}
		b.WriteString("(" + tree.Kind(i))
		for c := range tree.Children(i) {
			node(c)
		}
		b.WriteByte(')')
	}
	node(0)
	return b.String()
}

func TestPython(t *testing.T) {
	p := newParser(t, newEngine(t, Config{}), "python")
	tree, err := p.Parse(t.Context(), []byte("x = f(1)\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := "(module (expression_statement (assignment left:(identifier) right:(call function:(identifier) arguments:(argument_list (integer))))))"
	if got := draw(tree); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
