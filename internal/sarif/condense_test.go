package sarif

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"vigil/internal/racetest"
)

// TestCondensed: documents without long tokens pass unchanged, however they are chunked; others
// stay valid JSON.
func TestCondensed(t *testing.T) {
	read := func(text string) string {
		out, err := io.ReadAll(&condensed{in: iotest.OneByteReader(strings.NewReader(text))})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for _, text := range []string{"", `{"a\"b\\":[1, 2.5e3 ,"\u00e9\\\"x",null]}`, "\"\\u12", "{\"a\":\n\t 1}"} {
		if got := read(text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"x", `\"`, `\\`, `\u0041`, `\ud83d\ude00`, "é", "  "})
		long := strings.Repeat("y", maxToken-rapid.IntRange(0, 20).Draw(t, "before"))
		text := `{"` + long + strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "") + `":[1,` + strings.Repeat(" ", 2*maxToken) + `2,` + strings.Repeat("3", 2*maxToken) + `]}`
		out, err := io.ReadAll(&condensed{in: strings.NewReader(text)})
		if err != nil || !json.Valid(out) || len(out) > 3*maxToken+100 {
			t.Fatalf("%d bytes, %v: %.100s", len(out), err, out[min(len(out), maxToken-10):])
		}
	})
}

// TestCheckHoldsLittle: Check needs little memory for any document.
func TestCheckHoldsLittle(t *testing.T) {
	if racetest.Enabled {
		t.Skip("left out: takes minutes with the race detector; `make test` runs it without")
	}
	const size = 4 << 20
	fill := func(s string) io.Reader { return io.LimitReader(&endless{text: s}, size) }
	for what, document := range map[string]io.Reader{
		"a long text":           io.MultiReader(strings.NewReader(`{"x":"`), fill("x"), strings.NewReader(`","version":"2.1.0","runs":[]}`)),
		"a long key":            io.MultiReader(strings.NewReader(`{"`), fill(`\n`), strings.NewReader(`":1,"version":"2.1.0","runs":[]}`)),
		"a long number":         io.MultiReader(strings.NewReader(`{"version":`), fill("1"), strings.NewReader(`,"runs":[]}`)),
		"white space":           io.MultiReader(strings.NewReader(`{`), fill(" "), strings.NewReader(`"version":"2.1.0","runs":[]}`)),
		"a version of values":   io.MultiReader(strings.NewReader(`{"version":[`), fill("1,"), strings.NewReader(`1],"runs":[]}`)),
		"a name of values":      io.MultiReader(strings.NewReader(`{"runs":[{"tool":{"driver":{"name":[`), fill("1,"), strings.NewReader(`1]}}}]}`)),
		"many values elsewhere": io.MultiReader(strings.NewReader(`{"x":[`), fill("1,"), strings.NewReader(`1],"version":"2.1.0","runs":[]}`)),
	} {
		before, highest, read := heap(), uint64(0), 0
		_ = Check(readerFunc(func(p []byte) (int, error) {
			n, err := document.Read(p)
			if read/(1<<20) < (read+n)/(1<<20) {
				highest = max(highest, heap())
			}
			read += n
			return n, err
		}))
		if highest > before+2<<20 {
			t.Errorf("%s: the heap grew by %d KiB", what, (highest-before)>>10)
		}
	}
}

// heap returns the live heap.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	p = p[:min(len(p), 32<<10)]
	n := copy(p, bytes.Repeat([]byte(e.text), len(p)/len(e.text)+2)[e.at%len(e.text):])
	e.at += n
	return n, nil
}
