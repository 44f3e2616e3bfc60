package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil/internal/review/reviewtest"
)

// TestModelCosts measures what a first scan with each model would cost for the folders that
// VIGIL_TEST_MODEL_TREES lists, separated by commas. The fake counts four bytes as a token, and
// 300 for each answer.
func TestModelCosts(t *testing.T) {
	trees := os.Getenv("VIGIL_TEST_MODEL_TREES")
	if trees == "" {
		t.Skip("VIGIL_TEST_MODEL_TREES is not set: nothing to measure")
	}
	for tree := range strings.SplitSeq(trees, ",") {
		fake := reviewtest.New(t, nil)
		s := asking(t, fake, "VIGIL_MODEL_BUDGET=100/scan")
		for _, model := range []string{"haiku", "sonnet", "opus"} {
			c := command(t, "scan", tree, "--model", model, "--format", "json")
			c.Env = append(append(c.Env, "HOME="+s.home), s.env...)
			r := s.parse(s.end(c, 0, "done: "))
			fmt.Printf("%s %s: %d findings, %d calls, %d tokens in, $%.4f, %v\n", filepath.Base(tree), model, len(r.Findings), r.Model.Calls, r.Model.InputTokens, r.Model.Cost, r.Model.Skipped)
		}
	}
}
