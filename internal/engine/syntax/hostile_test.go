package syntax

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// mutate damages a file: it cuts, duplicates, swaps, and overwrites pieces of it.
func mutate(r *rand.Rand, src []byte, other []byte) []byte {
	out := slices.Clone(src)
	for range 1 + r.IntN(4) {
		if len(out) == 0 {
			return out
		}
		a := r.IntN(len(out))
		b := a + r.IntN(min(40, len(out)-a)+1)
		switch r.IntN(6) {
		case 0:
			out = out[:a]
		case 1:
			out = slices.Delete(out, a, b)
		case 2:
			out = slices.Insert(out, a, slices.Clone(out[a:b])...)
		case 3:
			out[a] = byte(r.IntN(256))
		case 4:
			out = slices.Insert(out, a, []byte("\x00\xff\xfe([{<\"'`\n\t#")[r.IntN(13)])
		case 5:
			c := r.IntN(len(other))
			out = slices.Insert(out, a, other[c:c+r.IntN(min(60, len(other)-c)+1)]...)
		}
	}
	return out
}

// TestDamagedFiles parses damaged and truncated samples of every language. They are the same each time, and must
// have the trees of the runtime without our fast paths: testdata/damaged has their checksums, which only another
// version of the runtime or of a grammar may change. UPDATE=1 writes them.
func TestDamagedFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const file = "testdata/damaged"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		language, sum, _ := strings.Cut(strings.TrimSpace(line), " ")
		want[language] = sum
	}
	all, sums := samples(t), make([]string, len(Languages()))
	t.Run("languages", func(t *testing.T) {
		for i, language := range Languages() {
			t.Run(language, func(t *testing.T) {
				t.Parallel()
				p := newParser(t, language)
				r := rand.New(rand.NewPCG(1, 2))
				src := all[language]
				h := sha256.New()
				for range 150 {
					damaged := mutate(r, src, all[Languages()[r.IntN(len(Languages()))]])
					tree, err := p.Parse(t.Context(), damaged)
					if err != nil {
						t.Fatalf("%v in %q", err, damaged)
					}
					check(t, tree)
					h.Write([]byte(hash(tree)))
				}
				if sums[i] = hex.EncodeToString(h.Sum(nil)); sums[i] != want[language] && os.Getenv("UPDATE") == "" {
					t.Errorf("other trees than those in %s", file)
				}
			})
		}
	})
	if os.Getenv("UPDATE") != "" {
		var out strings.Builder
		for i, language := range Languages() {
			fmt.Fprintln(&out, language, sums[i])
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzParse(f *testing.F) {
	names := Languages()
	for language, src := range samples(f) {
		f.Add(uint8(slices.Index(names, language)), src)
	}
	f.Fuzz(func(t *testing.T, language uint8, src []byte) {
		p := newParser(t, names[int(language)%len(names)])
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		tree, err := p.Parse(ctx, src)
		if err == nil {
			check(t, tree)
		} else if !errors.Is(err, ErrDepth) && !errors.Is(err, ErrMemory) && !errors.Is(err, ErrCrash) && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// TestConcurrent lets workers share a new engine.
func TestConcurrent(t *testing.T) {
	all := samples(t)
	languages := []string{"python", "javascript", "go", "json"}
	e := newEngine(t, Config{})
	trees := make([]map[string][]Node, 4)
	var wg sync.WaitGroup
	for w := range trees {
		trees[w] = map[string][]Node{}
		wg.Go(func() {
			for range 3 {
				for _, language := range languages {
					p, err := e.Parser(language)
					if err != nil {
						t.Error(err)
						return
					}
					for range 3 {
						tree, err := p.Parse(t.Context(), all[language])
						if err != nil {
							t.Error(err)
							return
						}
						trees[w][language] = tree.Nodes
						tree.Line(1)
					}
					p.Close()
				}
			}
		})
	}
	wg.Wait()
	for w := range trees {
		for _, language := range languages {
			if !slices.Equal(trees[w][language], trees[0][language]) {
				t.Errorf("worker %d has another tree for %s", w, language)
			}
		}
	}
}
