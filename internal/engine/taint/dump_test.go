package taint

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"vigil/internal/engine/syntax"
)

// TestDump draws the tree of a file, for whoever writes a lowering.
func TestDump(t *testing.T) {
	file := os.Getenv("DUMP")
	if file == "" {
		t.Skip("set DUMP to a file")
	}
	src, _ := os.ReadFile(file)
	language, _ := syntax.LanguageOf(file, "")
	tree := parse(t, language, src)
	var b strings.Builder
	var draw func(i uint32, depth int)
	draw = func(i uint32, depth int) {
		if tree.Nodes[i].Is(syntax.Named) {
			fmt.Fprintf(&b, "%s", strings.Repeat(" ", depth))
			if f := tree.FieldName(i); f != "" {
				fmt.Fprintf(&b, "%s:", f)
			}
			fmt.Fprintf(&b, "%s", tree.Kind(i))
			if tree.Nodes[i].Next == i+1 {
				fmt.Fprintf(&b, " %q", tree.Text(i))
			}
			b.WriteByte('\n')
		}
		for c := range tree.Children(i) {
			draw(c, depth+1)
		}
	}
	draw(0, 0)
	fmt.Println(b.String())
}
