package rules_test

import (
	"fmt"
	"testing"

	"vigil/internal/engine/rules"
)

func TestLayers(t *testing.T) {
	file := func(path string, ids ...string) rules.Bundle {
		text := "rules:\n"
		for _, id := range ids {
			text += fmt.Sprintf("- {id: %s, languages: [python], severity: ERROR, message: m, pattern: x}\n", id)
		}
		return rules.Bundle{{Path: path, Text: []byte(text)}}
	}
	layers := rules.Layers{file("first", "a", "b", "b", "c"), nil, file("second", "b", "d"), file("third", "d", "a")}
	list, problems := layers.Rules()
	got := ""
	for _, r := range list {
		got += r.Path + ":" + r.ID + " "
	}
	if want := "first:c second:b third:d third:a "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(problems) != 1 || !problems[0].Minor {
		t.Errorf("%v", problems)
	}
	if layers.Empty() || !(rules.Layers{nil, {}}).Empty() || layers.Digest() == layers[1:].Digest() {
		t.Error("empty or digest")
	}
}
