package syntax

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// shared is one engine for all tests: compiling a grammar takes a while.
var shared = sync.OnceValues(func() (*Engine, error) { return New(context.Background(), Config{}) })

func newParser(t testing.TB, language string) *Parser {
	t.Helper()
	e, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return parserOf(t, e, language)
}

func newEngine(t testing.TB, c Config) *Engine {
	t.Helper()
	e, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func parserOf(t testing.TB, e *Engine, language string) *Parser {
	t.Helper()
	p, err := e.Parser(language)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func parse(t testing.TB, p *Parser, src string) *Tree {
	t.Helper()
	tree, err := p.Parse(t.Context(), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// draw writes a tree as an S-expression of its named nodes.
func draw(tree *Tree) string {
	var b strings.Builder
	var node func(i uint32)
	node = func(i uint32) {
		if n := tree.Nodes[i]; !n.Is(Named) && !n.Is(Missing) {
			return
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		if f := tree.FieldName(i); f != "" {
			b.WriteString(f + ":")
		}
		b.WriteByte('(')
		if tree.Nodes[i].Is(Missing) {
			b.WriteString("MISSING ")
		}
		b.WriteString(tree.Kind(i))
		for c := range tree.Children(i) {
			node(c)
		}
		b.WriteByte(')')
	}
	node(0)
	return b.String()
}

// samples returns a file of each language, by language, after which it is named.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, file := range files {
		language, _, _ := strings.Cut(filepath.Base(file), ".")
		if all[language], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// check checks the invariants of a tree.
func check(t testing.TB, tree *Tree) {
	t.Helper()
	nodes := tree.Nodes
	if len(nodes) == 0 || nodes[0].Parent != NoParent || int(nodes[0].Next) != len(nodes) {
		t.Fatal("no root, or not all nodes are below it")
	}
	for i, n := range nodes {
		if n.Start > n.End || int(n.End) > len(tree.Source) {
			t.Fatalf("node %d is at %d-%d of %d bytes", i, n.Start, n.End, len(tree.Source))
		}
		if int(n.Symbol) >= len(tree.Language.symbols) && n.Symbol != errorSymbol {
			t.Fatalf("node %d has no kind", i)
		}
		if i == 0 {
			continue
		}
		if n.Parent >= uint32(i) || n.Next <= uint32(i) || n.Next > nodes[n.Parent].Next {
			t.Fatalf("node %d has parent %d and next %d", i, n.Parent, n.Next)
		}
		if p := nodes[n.Parent]; n.Start < p.Start || n.End > p.End {
			t.Fatalf("node %d at %d-%d is outside its parent %d at %d-%d", i, n.Start, n.End, n.Parent, p.Start, p.End)
		}
	}
}

func TestSamples(t *testing.T) {
	all := samples(t)
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			src, ok := all[language]
			if !ok {
				t.Fatal("no sample")
			}
			p := newParser(t, language)
			tree := parse(t, p, string(src))
			check(t, tree)
			for i, n := range tree.Nodes {
				if n.Is(Error) || n.Is(Missing) {
					t.Errorf("line %d: %s", tree.Line(n.Start), tree.Kind(uint32(i)))
				}
			}
			if len(tree.Nodes) < 50 {
				t.Errorf("only %d nodes", len(tree.Nodes))
			}
			if again := parse(t, p, string(src)); !slices.Equal(again.Nodes, tree.Nodes) {
				t.Error("another tree the second time")
			}
			check(t, parse(t, p, ""))
		})
	}
}
