package secrets_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// TestCompare compares findings and CPU time with gitleaks. It requires gitleaks itself and
// folders to scan.
//
//	VIGIL_GITLEAKS=/path/to/gitleaks VIGIL_COMPARE=/tree/one:/tree/two go test -run TestCompare -v ./internal/engine/secrets
func TestCompare(t *testing.T) {
	gitleaks, trees := os.Getenv("VIGIL_GITLEAKS"), filepath.SplitList(os.Getenv("VIGIL_COMPARE"))
	if gitleaks == "" || len(trees) == 0 {
		t.Skip("VIGIL_GITLEAKS and VIGIL_COMPARE are not set")
	}
	for _, tree := range trees {
		files := map[string]string{}
		size := 0
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			content, err := os.ReadFile(path)
			name, _ := filepath.Rel(tree, path)
			files[name] = string(content)
			size += len(content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		snapshot := enginetest.Tree(t, files)
		var theirs, ours map[string]bool
		least := [2]time.Duration{time.Hour, time.Hour}
		for range 3 {
			var took time.Duration
			theirs, took = runGitleaks(t, gitleaks, tree)
			least[0] = min(least[0], took)
			before := processorTime(t)
			r := enginetest.Run(t, snapshot, engine.Options{}, detector(t))
			least[1] = min(least[1], processorTime(t)-before)
			ours = map[string]bool{}
			for _, f := range r.Findings {
				ours[fmt.Sprintf("%s %s:%d", f.Rule, f.Path, f.StartLine)] = true
			}
		}
		both := 0
		var missed, more []string
		for f := range theirs {
			if ours[f] {
				both++
			} else {
				missed = append(missed, f)
			}
		}
		for f := range ours {
			if !theirs[f] {
				more = append(more, f)
			}
		}
		sort.Strings(missed)
		sort.Strings(more)
		t.Logf("| %s | %.1f | %d | %.1f %% | %d | %.2f s | %.2f s | 1/%.1f |", filepath.Base(tree), float64(size)/1e6, len(theirs),
			100*float64(both)/float64(max(1, len(theirs))), len(more), least[0].Seconds(), least[1].Seconds(), least[0].Seconds()/least[1].Seconds())
		if testing.Verbose() {
			t.Logf("missed:\n%s\nbeyond:\n%s", strings.Join(missed, "\n"), strings.Join(more, "\n"))
		}
	}
}

// runGitleaks returns rule, path, and line of each gitleaks finding, with its defaults except
// for the rules, which are ours.
func runGitleaks(t *testing.T, program, tree string) (map[string]bool, time.Duration) {
	t.Helper()
	rules, err := filepath.Abs("rules/gitleaks.toml")
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(t.TempDir(), "report.json")
	args := []string{"dir", ".", "--config", rules, "--report-format", "json", "--report-path", report, "--exit-code", "0", "--no-banner", "--log-level", "error"}
	cmd := exec.CommandContext(t.Context(), program, append(args, strings.Fields(os.Getenv("VIGIL_GITLEAKS_ARGS"))...)...)
	cmd.Dir = tree
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		RuleID, File string
		StartLine    int
	}
	if err := json.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, f := range list {
		out[fmt.Sprintf("%s %s:%d", f.RuleID, f.File, max(1, f.StartLine))] = true
	}
	return out, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
