package jsontext_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"vigil/internal/jsontext"
	"vigil/internal/racetest"
)

// whole is what the library writes when it has all of a document at once.
func whole(t interface{ Fatal(...any) }, text []byte) string {
	var document yaml.Node // JSON is YAML, in another style
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var plain func(*yaml.Node)
	plain = func(n *yaml.Node) {
		n.Style = 0
		for _, c := range n.Content {
			plain(c)
		}
	}
	plain(&document)
	out, err := yaml.Marshal(&document)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func convert(t interface{ Fatal(...any) }, text []byte) string {
	var b strings.Builder
	if err := jsontext.YAML(&b, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestYAMLIsThatOfTheLibrary: what is written bit by bit is, byte for byte, what would be
// written of the whole.
func TestYAMLIsThatOfTheLibrary(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"a":{}}`, `{"a":[]}`, `{"b":"<x>","a":["1",true]}`, `{"a":{"b":null,"c":[],"d":{}},"e":1.50,"f":-0,"g":1e3}`,
		`{"paths":{"/{a}":{"get":{"x-guard":null,"parameters":[{"name":"a: b","in":"query"}],"x-handler":"a\nb\n\n  c\n"}}}}`,
		`{"a":{"` + strings.Repeat("k", 200) + `":{"x":1},"- y":"no","~":"yes","'":"\t","":"  lead"}}`,
		`{"a":{"b":"\n\nx\n","c":" \n x","d":"\u0001\u2028😀\u0085","e":"2001-01-01","f":"0x1f","g":"=","h":"<<"}}`,
		`{"paths":{` + strings.Repeat(`"/same":{"get":{"responses":{"default":{"description":"d"}}}},`, 5000) + `"/z":{}},"x-end":{"n":1}}`,
	} {
		if got, want := convert(t, []byte(text)), whole(t, []byte(text)); got != want {
			t.Errorf("%.200s\ngot\n%.400s\nwant\n%.400s", text, got, want)
		}
	}
	texts := rapid.StringMatching(`(application)?[a-z:#\- \n\t"'{}\[\],&*!|>%@0-9é😀]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		document := map[string]any{}
		for i, key := range []string{"info", "paths", "x"} {
			members := map[string]any{}
			for k, v := range rapid.MapOfN(texts, texts, 0, 5).Draw(t, fmt.Sprint(i)) {
				members[k] = []any{map[string]any{"list": []any{v, map[string]any{"in": v, "also": nil}}},
					map[string]any{"list": []any{map[string]any{"in": v, "schema": map[string]any{"type": v, v: k}}, map[string]any{k: []any{map[string]any{v: 1, k: true}}}}}}[i%2]
			}
			document[key] = members
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := convert(t, text), whole(t, text); got != want {
			t.Fatalf("%s\ngot\n%s\nwant\n%s", text, got, want)
		}
	})
}

// TestYAMLHoldsLittle converts a document of 16 MB, which as a tree would take a gigabyte.
func TestYAMLHoldsLittle(t *testing.T) {
	if racetest.Enabled {
		t.Skip("left out: takes minutes with the race detector; `make test` runs it without")
	}
	route := `"/a":{"get":{"parameters":[` + strings.Repeat(`{"name":"p","in":"query","schema":{"type":"string"}},`, 19) + `{"name":"p"}]}},`
	many := 16 << 20 / len(route)
	document := io.MultiReader(strings.NewReader(`{"paths":{`), &repeated{text: route, left: many}, strings.NewReader(`"/b":{}}}`))
	highest := uint64(0)
	writes := 0
	count := writer(func(p []byte) (int, error) {
		if writes++; writes%500 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			highest = max(highest, m.HeapAlloc)
		}
		return len(p), nil
	})
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if err := jsontext.YAML(count, document); err != nil {
		t.Fatal(err)
	}
	if grown := highest - min(highest, before.HeapAlloc); grown > 24<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

type repeated struct {
	text string
	left int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.rest, r.left = r.text, r.left-1
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestCheck(t *testing.T) {
	for text, good := range map[string]bool{
		`{"a":[1,{"b":null}]}`: true, "{}\n": true,
		``: false, `[]`: false, `{"a":1`: false, `{"a":1}}`: false, `{"a":1} {}`: false, `{"a" 1}`: false, `{"a":1,}`: false, `"a"`: false, `{"a":"\x"}`: false,
		`{"a":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`:   true,
		`{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`: false,
		`{"a":"` + strings.Repeat("x", 1000) + `"}`:                         false,
	} {
		if err := jsontext.Check(strings.NewReader(text), 500); (err == nil) != good {
			t.Errorf("%.100s: %v", text, err)
		}
	}
}
