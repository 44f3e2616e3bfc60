package native

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine/syntax"
)

// parsers returns the two parsers of a language.
func parsers(t testing.TB, e *syntax.Engine, name string) (native, wasm *syntax.Parser) {
	t.Helper()
	l, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	native = l.Parser()
	t.Cleanup(native.Close)
	if wasm, err = e.Parser(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(wasm.Close)
	return native, wasm
}

func newEngine(t testing.TB) *syntax.Engine {
	t.Helper()
	e, err := syntax.New(t.Context(), syntax.Config{MemoryLimit: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// sources returns the files to be compared, by language: the samples, whole and cut
// off, and what is in $SYNTAX_CORPUS/<language>.
func sources(t testing.TB) map[string][][]byte {
	t.Helper()
	samples, err := filepath.Glob("../testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][][]byte{}
	for _, file := range samples {
		src := read(t, file)
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		for n := len(src); n >= 0; n -= 7 {
			all[name] = append(all[name], src[:n])
		}
	}
	if dir := os.Getenv("SYNTAX_CORPUS"); dir != "" {
		for name := range grammars {
			files, err := filepath.Glob(filepath.Join(dir, name, "*"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				all[name] = append(all[name], read(t, file))
			}
		}
	}
	return all
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestSameTrees(t *testing.T) {
	e := newEngine(t)
	all := sources(t)
	for name := range grammars {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			native, wasm := parsers(t, e, name)
			nodes := 0
			for i, src := range all[name] {
				a, err := native.Parse(t.Context(), src)
				b, err2 := wasm.Parse(t.Context(), src)
				if err != nil || err2 != nil {
					t.Fatalf("%v, %v", err, err2)
				}
				if !slices.Equal(a.Nodes, b.Nodes) {
					t.Fatalf("file %d: %d nodes, in WebAssembly %d, or others", i, len(a.Nodes), len(b.Nodes))
				}
				nodes += len(a.Nodes)
			}
			t.Logf("%d files, %d nodes", len(all[name]), nodes)
		})
	}
}

func TestSameNames(t *testing.T) {
	e := newEngine(t)
	for name := range grammars {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			native, wasm := parsers(t, e, name)
			a, b := native.Language(), wasm.Language()
			for i := range ^uint16(0) {
				if a.Kind(i) != b.Kind(i) || a.FieldName(i) != b.FieldName(i) {
					t.Fatalf("%d is %q and %q, in WebAssembly %q and %q", i, a.Kind(i), a.FieldName(i), b.Kind(i), b.FieldName(i))
				}
				as, _ := a.Symbol(a.Kind(i))
				bs, _ := b.Symbol(a.Kind(i))
				at, _ := a.Token(a.Kind(i))
				bt, _ := b.Token(a.Kind(i))
				if as != bs || at != bt {
					t.Fatalf("%q is %d and %d, in WebAssembly %d and %d", a.Kind(i), as, at, bs, bt)
				}
			}
		})
	}
}

func TestLimits(t *testing.T) {
	l, err := Load("json")
	if err != nil {
		t.Fatal(err)
	}
	p := l.Parser()
	defer p.Close()
	if _, err := p.Parse(t.Context(), []byte(strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000))); !errors.Is(err, syntax.ErrDepth) {
		t.Errorf("depth: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Parse(ctx, []byte("["+strings.Repeat("1,", 20_000_000)+"1]")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("deadline: %v", err)
	}
	if tree, err := p.Parse(t.Context(), []byte("[1]")); err != nil || len(tree.Nodes) != 5 {
		t.Errorf("the next file: %v", err)
	}
}

// TestSameVersions holds go.mod to grammars.txt.
func TestSameVersions(t *testing.T) {
	mod := string(read(t, "go.mod"))
	lines := regexp.MustCompile(`(?m)^(\w+) +(\S+) +(v\S+)`).FindAllStringSubmatch(string(read(t, "../grammars/grammars.txt")), -1)
	for _, m := range lines {
		_, ok := grammars[m[1]]
		if (ok || m[1] == "runtime") && !strings.Contains(mod, m[2]+" "+m[3]+"\n") {
			t.Errorf("go.mod has another %s", m[1])
		}
	}
	if len(lines) != len(syntax.Languages())+1 {
		t.Errorf("found only %d lines", len(lines))
	}
}
