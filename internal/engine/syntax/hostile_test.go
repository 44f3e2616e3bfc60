package syntax

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// mutate damages a file: it cuts, doubles, swaps and overwrites pieces of it.
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

// TestDamagedFiles parses damaged and cut-off samples of every language. They are the
// same ones each time.
func TestDamagedFiles(t *testing.T) {
	all := samples(t)
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := newParser(t, language)
			r := rand.New(rand.NewPCG(1, 2))
			src := all[language]
			for range 40 {
				damaged := mutate(r, src, all[Languages()[r.IntN(len(Languages()))]])
				tree, err := p.Parse(t.Context(), damaged)
				if err != nil {
					t.Fatalf("%v in %q", err, damaged)
				}
				check(t, tree)
			}
		})
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

// TestConcurrent lets workers share an engine from its first moment on.
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
