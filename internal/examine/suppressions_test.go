package examine

import (
	"fmt"
	"testing"

	"vigil/internal/engine"
)

func TestAddedSuppressions(t *testing.T) {
	before := []engine.Suppression{{Path: "a", Line: 1, Text: "x"}, {Path: "old", Line: 4, Text: "y"}}
	now := []engine.Suppression{{Path: "a", Line: 9, Text: "x"}, {Path: "a", Line: 10, Text: "x"}, {Path: "b", Line: 1, Text: "x"}, {Path: "new", Line: 2, Text: "y"}}
	if got := fmt.Sprint(AddedSuppressions(now, before, map[string]string{"new": "old"})); got != "[{a 10 x} {b 1 x}]" {
		t.Error(got)
	}
}
