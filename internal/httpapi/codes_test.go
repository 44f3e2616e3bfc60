package httpapi

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestErrorsPage holds docs/reference/errors.md to the list of codes. `make
// generate` writes it anew.
func TestErrorsPage(t *testing.T) {
	const path = "../../docs/reference/errors.md"
	var page strings.Builder
	page.WriteString("# Errors\n\nEvery failure has the body `{\"error\": {\"type\", \"code\", \"message\", \"param\", \"doc_url\", \"request_id\"}}`. " +
		"Branch on `code`; `doc_url`\nleads to this list on the server itself. Written by `make generate`.\n\n| status | code | what it means | what to do |\n|---|---|---|---|\n")
	for _, c := range ErrorCodes {
		fmt.Fprintf(&page, "| %d | `%s` | %s | %s |\n", c.Status, c.Code, c.Meaning, c.Remedy)
	}
	if os.Getenv("VIGIL_GENERATE") != "" {
		if err := os.WriteFile(path, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != page.String() {
		t.Errorf("docs/reference/errors.md is not what the program says: run make generate (%v)", err)
	}
	if !slices.IsSortedFunc(ErrorCodes, func(a, b ErrorCode) int { return a.Status - b.Status }) {
		t.Error("the codes are not in the order of their status")
	}
}
