package syntax

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	p := newParser(t, "python")
	tree := parse(t, p, "é = 1\nif x: f(ü, 'y')  # see\n")
	l := p.Language()
	if tree.Language != l || l.Name() != "python" {
		t.Errorf("the tree is in %q", tree.Language.Name())
	}
	call, _ := l.Symbol("call")
	at := slices.IndexFunc(tree.Nodes, func(n Node) bool { return n.Symbol == call })
	if at < 0 {
		t.Fatal("no call")
	}
	i := uint32(at)
	if got := string(tree.Text(i)); got != "f(ü, 'y')" {
		t.Errorf("text %q", got)
	}
	var kinds []string
	for c := range tree.Children(i) {
		kinds = append(kinds, tree.FieldName(c)+" "+tree.Kind(c))
		if tree.Nodes[c].Parent != i {
			t.Errorf("the parent of %d is %d, not %d", c, tree.Nodes[c].Parent, i)
		}
	}
	if want := []string{"function identifier", "arguments argument_list"}; !slices.Equal(kinds, want) {
		t.Errorf("children %q, want %q", kinds, want)
	}
	for range tree.Children(i) {
		break // must be possible
	}
	c, ok := tree.In(i, "arguments")
	if !ok || string(tree.Text(c)) != "(ü, 'y')" {
		t.Errorf("child %d %v", c, ok)
	}
	if _, ok := tree.In(c, "arguments"); ok {
		t.Error("the arguments have arguments")
	}
	comment := tree.Nodes[len(tree.Nodes)-1]
	if !comment.Is(Extra|Named) || comment.Is(Error) || l.Kind(comment.Symbol) != "comment" {
		t.Errorf("the last node is %+v", comment)
	}
}

func TestPosition(t *testing.T) {
	src := "é\nab\n\nü"
	tree := parse(t, newParser(t, "python"), src)
	for offset, want := range map[int][2]int{0: {1, 1}, 2: {1, 2}, 3: {2, 1}, 4: {2, 2}, 5: {2, 3}, 6: {3, 1}, 7: {4, 1}, 9: {4, 2}} {
		line, column := tree.Position(uint32(offset))
		if line != want[0] || column != want[1] || tree.Line(uint32(offset)) != line || tree.Column(uint32(offset)) != column {
			t.Errorf("%d is at %d:%d, want %v", offset, line, column, want)
		}
	}
}

// TestNames maps names to numbers and back, for every node of the samples.
func TestNames(t *testing.T) {
	for language, src := range samples(t) {
		p := newParser(t, language)
		l := p.Language()
		for i, n := range parse(t, p, string(src)).Nodes {
			back, ok := l.Token(l.Kind(n.Symbol))
			if n.Is(Named) {
				back, ok = l.Symbol(l.Kind(n.Symbol))
			}
			if !ok || back != n.Symbol {
				t.Errorf("%s: node %d: %q is %d, and back %d", language, i, l.Kind(n.Symbol), n.Symbol, back)
			}
			if n.Field != 0 {
				if back, ok := l.Field(l.FieldName(n.Field)); !ok || back != n.Field {
					t.Errorf("%s: field %q is %d, and back %d", language, l.FieldName(n.Field), n.Field, back)
				}
			}
		}
		if _, ok := l.Symbol("no such thing"); ok {
			t.Error("no such thing is a symbol")
		}
		if _, ok := l.Field(""); ok {
			t.Error("the empty field has a number")
		}
		if s, ok := l.Symbol("ERROR"); !ok || l.Kind(s) != "ERROR" {
			t.Error("no symbol for errors")
		}
		if l.FieldName(60000) != "" {
			t.Error("a field without a name has one")
		}
	}
}

// TestGrammarsAreDocumented compares docs/reference/grammars.md with grammars.txt.
func TestGrammarsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/reference/grammars.md")
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile("grammars/grammars.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(list)) {
		f := strings.Fields(line)
		if f[0] == "#" {
			continue
		}
		if want := fmt.Sprintf("| `%s` | `%s` | %s |", f[0], f[1], f[2]); !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %s", want)
		}
		if f[0] != "runtime" {
			names = append(names, f[0])
		}
	}
	if !slices.Equal(names, Languages()) {
		t.Errorf("grammars.txt has %v, there are %v", names, Languages())
	}
}

// TestChecksums compares the modules with SHA256SUMS.
func TestChecksums(t *testing.T) {
	list, err := os.ReadFile("grammars/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(list)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		code, err := unpack(strings.TrimSuffix(name, ".wasm"))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(code)); got != want {
			t.Errorf("%s has the checksum %s", name, got)
		}
		lines++
	}
	if lines != len(Languages()) {
		t.Errorf("%d checksums", lines)
	}
}
