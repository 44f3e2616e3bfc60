package routes_test

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/routes"
)

// TestFrozenFacts links each fixture from facts that were written and read back: the routes are
// the same, and no file is parsed again.
func TestFrozenFacts(t *testing.T) {
	total := 0
	for name, files := range fixtures(t) {
		want, cover := find(t, files)
		frozen, referred := map[string][]byte{}, map[string][]byte{}
		link := func() ([]engine.Route, engine.Coverage, []string) {
			c := routes.New()
			var parsed []string
			for _, p := range slices.Sorted(maps.Keys(files)) {
				if !c.Wants(p, []byte(files[p])) || frozen[p] != nil && c.Restore(p, frozen[p]) {
					continue
				}
				parsed = append(parsed, p)
				c.Look(t.Context(), parse(t, p, files[p]))
				frozen[p] = c.Freeze(p)
			}
			source := &tree{t: t, files: files, frozen: referred}
			got, coverage := c.Link(t.Context(), slices.Sorted(maps.Keys(files)), source)
			return got, coverage, append(parsed, source.parsed...)
		}
		link()
		total += len(frozen) + len(referred)
		got, coverage, parsed := link()
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(coverage, cover) {
			t.Errorf("%s:\n%+v\n%+v\nwant\n%+v\n%+v", name, got, coverage, want, cover)
		}
		for _, p := range parsed {
			if ext := path.Ext(p); ext != ".json" && ext != ".yaml" && ext != ".yml" && !slices.Contains([]string{"go.mod", "Gemfile"}, path.Base(p)) {
				t.Errorf("%s: %s was parsed again", name, p)
			}
		}
	}
	if total < 100 {
		t.Errorf("only %d files have facts", total)
	}
}

// TestDamagedFacts restores facts of which a byte is different, or that end early: they are
// refused, or are facts.
func TestDamagedFacts(t *testing.T) {
	c := routes.New()
	c.Look(t.Context(), parse(t, "a.js", "const app = require('express')();\napp.use('/x', auth, require('./b'));\napp.get('/y', (req, res) => res.send(req.query.a));\n"))
	text := c.Freeze("a.js")
	if len(text) == 0 {
		t.Fatal("no facts")
	}
	for i := range text {
		for bit := range 8 {
			damaged := slices.Clone(text)
			damaged[i] ^= 1 << bit
			c.Restore("a.js", damaged)
		}
		if c.Restore("a.js", text[:i]) {
			t.Errorf("%d of %d bytes were accepted", i, len(text))
		}
	}
	if !c.Restore("a.js", text) || c.Restore("b.js", text) {
		t.Error("facts are those of their file")
	}
}
