package match

import (
	"maps"
	"testing"
)

func TestEnv(t *testing.T) {
	text := func(s string) known { return known{constant: Constant{Kind: Str, Text: s}} }
	e := &env{vars: map[string]known{"a": text("1"), "b": text("2"), "c": text("3")}}
	want := maps.Clone(e.vars)
	start := e.mark()
	e.set("a", text("x"))
	e.set("d", text("y"))
	e.forget("b")
	e.set("a", text("z"))
	changed := e.since(start)
	if e.back(start); !maps.Equal(e.vars, want) {
		t.Fatalf("went back to %v", e.vars)
	}
	if len(changed) != 3 || changed["a"].constant.Text != "z" || !changed["d"].there || changed["b"].there {
		t.Errorf("changed %v", changed)
	}
	e.join(nil) // no branch continues
	if !maps.Equal(e.vars, want) {
		t.Errorf("without an end: %v", e.vars)
	}
	// One branch changes a and forgets b, the other sets c again.
	e.join([]changes{changed, {"a": {text("z"), true}, "c": {text("3"), true}}})
	if want := map[string]known{"a": text("z"), "c": text("3")}; !maps.Equal(e.vars, want) {
		t.Errorf("joined %v", e.vars)
	}
	e.join([]changes{nil, {"a": {text("q"), true}}})
	if want := map[string]known{"c": text("3")}; !maps.Equal(e.vars, want) {
		t.Errorf("joined %v", e.vars)
	}
}
