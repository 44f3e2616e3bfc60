package taint

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vigil/internal/engine/files"
	"vigil/internal/engine/rules"
)

// examples returns the test files by language.
func examples(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test files", err)
	}
	found := map[string][]byte{}
	for _, file := range paths {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[rules.Grammar(files.Language(file), file)] = src
	}
	return found
}

// survive runs everything on a file that may be broken.
func survive(t *testing.T, language string, src []byte) {
	t.Helper()
	tree := parse(t, language, src)
	spec := specOf(src)
	for _, p := range spec.Sources {
		spec.Propagators = append(spec.Propagators, Propagator{From: p.Span, To: Span{Start: p.Start / 2, End: p.End / 2}, BySideEffect: true})
	}
	if _, err := programOf(tree).Run(t.Context(), spec); err != nil && !errors.Is(err, ErrLimit) {
		t.Fatal(err)
	}
}

// TestBroken truncates files, removes parts of them, and shuffles them.
func TestBroken(t *testing.T) {
	for language, src := range examples(t) {
		t.Run(language, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for range 6 {
				survive(t, language, src[:random.IntN(len(src))])
				a, b := random.IntN(len(src)), random.IntN(len(src))
				broken := append(append([]byte(nil), src[:min(a, b)]...), src[max(a, b):]...)
				survive(t, language, broken)
				mixed := append([]byte(nil), src...)
				for range 40 {
					mixed[random.IntN(len(mixed))] = "(){}[]=.,:;\"' \nx"[random.IntN(16)]
				}
				survive(t, language, mixed)
			}
			survive(t, language, nil)
		})
	}
	// A language without a lowering of its own.
	survive(t, "bash", []byte("x=$(source())\nsink($x)\n"))
}

func FuzzRun(f *testing.F) {
	for language, src := range examples(f) {
		f.Add(language, src)
	}
	// Cyclic objects once made infinite values.
	f.Add("javascript", []byte("const a = {}, b = {a};\na.b = b;\nfor (;;) { a.b.a = source(b); b = {a, b}; }\nsink(a.b.a.b);\n"))
	f.Fuzz(func(t *testing.T, language string, src []byte) {
		if languages[language] == nil || len(src) > 1<<16 {
			t.Skip()
		}
		survive(t, language, src)
	})
}

func BenchmarkRun(b *testing.B) {
	for language, src := range examples(b) {
		tree := parse(b, language, src)
		spec := specOf(src)
		b.Run(language+"/lower", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				programOf(tree)
			}
		})
		program := programOf(tree)
		b.Run(language+"/run", func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, err := program.Run(b.Context(), spec); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
