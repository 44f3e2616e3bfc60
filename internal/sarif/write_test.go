package sarif

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/racetest"
)

// manyRules returns results that each have a rule of their own with a long text.
func manyRules(n int) func(yield func(Result, error) bool) {
	return func(yield func(Result, error) bool) {
		for i := range n {
			r := Result{Finding: engine.Finding{Rule: fmt.Sprintf("rule-%d", i/2), Path: "a.go", StartLine: 1, CVSS: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", Remediation: strings.Repeat("x", 2000)}}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// TestWriteManyRules: results refer to the right rules, in memory or in a file.
func TestWriteManyRules(t *testing.T) {
	for _, n := range []int{0, 1, 10, 2000} {
		var b bytes.Buffer
		if err := Write(&b, Header{Version: "1"}, manyRules(n)); err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Runs []struct {
				run
				Results []result `json:"results"`
			} `json:"runs"`
		}
		if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		got := doc.Runs[0]
		if len(got.Results) != n || len(got.Tool.Driver.Rules) != (n+1)/2 || got.Tool.Driver.Name != "Vigil" || got.ColumnKind == "" {
			t.Errorf("%d results, %d rules of %q", len(got.Results), len(got.Tool.Driver.Rules), got.Tool.Driver.Name)
		}
		for i, r := range got.Results {
			if got.Tool.Driver.Rules[*r.RuleIndex].ID != r.RuleID || r.RuleID != fmt.Sprintf("rule-%d", i/2) {
				t.Fatalf("result %d is of %s", i, r.RuleID)
			}
		}
	}
}

// TestWriteHoldsLittle writes 40 MB of rules.
func TestWriteHoldsLittle(t *testing.T) {
	if racetest.Enabled {
		t.Skip("left out: takes minutes with the race detector; `make test` runs it without")
	}
	before := heap()
	results := func(yield func(Result, error) bool) {
		for r, err := range manyRules(20_000) {
			if !yield(r, err) {
				return
			}
		}
		if grown := max(heap(), before) - before; grown > 8<<20 {
			t.Errorf("the heap grew by %d MiB", grown>>20)
		}
	}
	if err := Write(io.Discard, Header{}, results); err != nil {
		t.Fatal(err)
	}
}
