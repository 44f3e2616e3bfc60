package match

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/ir"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/syntax/syntaxtest"
)

func parserOf(t testing.TB, language string) *syntax.Parser {
	t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Parser(language)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func fileOf(t testing.TB, language, code string) *File {
	t.Helper()
	tree, err := parserOf(t, language).Parse(context.Background(), []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	return NewFile(tree, "test")
}

// draw prints the IR, for failed tests.
func draw(f *File, n NodeID, depth int) string {
	if n == 0 {
		return strings.Repeat("  ", depth) + "-\n"
	}
	x := f.Node(n)
	name := fmt.Sprint(x.Kind)
	if x.Kind >= ir.Other {
		name = f.Tree.Language.Kind(uint16(x.Kind - ir.Other))
	}
	s := fmt.Sprintf("%s%s %q\n", strings.Repeat("  ", depth), name, x.Text)
	for _, k := range f.Kids(n) {
		s += draw(f, k, depth+1)
	}
	return s
}

// check runs pattern over code, in which lines with an expected match end with "<<".
func check(t *testing.T, language, pattern, code string) {
	t.Helper()
	p, err := Compile(context.Background(), parserOf(t, language), language, pattern, Options{})
	if err != nil {
		t.Fatalf("%s: %v", pattern, err)
	}
	var want []int
	lines := strings.Split(code, "\n")
	for i, l := range lines {
		if strings.HasSuffix(l, "<<") {
			want = append(want, i+1)
			lines[i] = strings.TrimRight(strings.TrimSuffix(l, "<<"), " ")
		}
	}
	f := fileOf(t, language, strings.Join(lines, "\n"))
	var got []int
	for _, m := range p.Find(f, Span{}) {
		got = append(got, f.Tree.Line(m.Span.Start))
	}
	slices.Sort(got)
	got = slices.Compact(got)
	if !slices.Equal(got, want) {
		pat := ""
		for _, r := range p.roots {
			pat += draw(p.file, r, 0)
		}
		t.Errorf("%s\nin\n%s\ngives lines %v, want %v\npattern:\n%s\nfile:\n%s", pattern, code, got, want, pat, draw(f, f.Root(), 0))
	}
}

type example struct{ pattern, code string }

func checkAll(t *testing.T, language string, examples []example) {
	for _, e := range examples {
		t.Run(strings.ReplaceAll(firstLine(e.pattern), " ", "_"), func(t *testing.T) { check(t, language, e.pattern, e.code) })
	}
}
