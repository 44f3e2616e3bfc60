package witness

import (
	"os"
	"strings"
	"testing"

	"vigil"
)

// TestRefusalsAreDocumented: whoever proposes learns what each reason means.
func TestRefusalsAreDocumented(t *testing.T) {
	guide, err := os.ReadFile("../../docs/explanation/witnesses.md")
	if err != nil {
		t.Fatal(err)
	}
	contract, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, enum, _ := strings.Cut(string(contract), "enum: [proposal_invalid,")
	enum, _, _ = strings.Cut(enum, "]")
	for _, reason := range vigil.Refusals {
		if !strings.Contains(string(guide), "| `"+string(reason)+"` | ") {
			t.Errorf("docs/explanation/witnesses.md lacks %s", reason)
		}
		if !strings.Contains(", proposal_invalid,"+enum+",", " "+string(reason)+",") {
			t.Errorf("api/openapi.yaml lacks %s", reason)
		}
	}
	if n := strings.Count(enum, ",") + 2; n != len(vigil.Refusals) {
		t.Errorf("api/openapi.yaml lists %d reasons, want %d", n, len(vigil.Refusals))
	}
}
