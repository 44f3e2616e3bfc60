package pack

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	gocvss31 "github.com/pandatix/go-cvss/31"
	"go.yaml.in/yaml/v3"

	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/ruletest"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/syntax/syntaxtest"
)

// grammars is shared by all tests: loading one takes a while.
func grammars(t *testing.T) *syntax.Engine {
	t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestExamples runs every rule on the example next to it.
func TestExamples(t *testing.T) {
	report, err := examplesReport()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	for i := range report.Results {
		if !report.Results[i].Right() {
			t.Errorf("not all examples are right:\n%s", out.String())
			break
		}
	}
	t.Log(out.String())
}

// examplesReport is the result of all examples.
var examplesReport = sync.OnceValues(func() (*ruletest.Report, error) {
	bundle, err := bundle()
	if err != nil {
		return nil, err
	}
	tree := fstest.MapFS{}
	for _, f := range bundle {
		tree[f.Path] = &fstest.MapFile{Data: f.Text}
	}
	err = fs.WalkDir(files, "rules", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || tree[p] != nil {
			return err
		}
		text, err := fs.ReadFile(files, p)
		tree[p] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		return nil, err
	}
	e, err := syntaxtest.Engine()
	if err != nil {
		return nil, err
	}
	return ruletest.Run(context.Background(), e, tree, time.Now())
})

// bundle is the rules as files, with the models expanded.
func bundle() (rules.Bundle, error) {
	documents, _, err := read(files, nil)
	if err != nil {
		return nil, err
	}
	var out rules.Bundle
	for _, d := range documents {
		text, err := yaml.Marshal(d.Top)
		if err != nil {
			return nil, err
		}
		out = append(out, rules.File{Path: d.Path, Text: text})
	}
	return out, nil
}

// TestFor checks that For returns exactly the rules for each language, and that none is lost.
func TestFor(t *testing.T) {
	all := allRules(t)
	byLanguage := map[string][]*rules.Rule{}
	for _, r := range all {
		for _, l := range r.Languages {
			byLanguage[l] = append(byLanguage[l], r)
		}
	}
	for l, want := range byLanguage {
		list, others, err := For([]string{l})
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		if len(list) != len(want) || len(list)+len(others) != len(all) {
			t.Fatalf("%s: %d rules and %d others, want %d of %d", l, len(list), len(others), len(want), len(all))
		}
		for i, r := range list {
			if r.ID != want[i].ID || r.Place != want[i].Place || slices.Contains(others, r.ID) {
				t.Errorf("%s: rule %d is %s, want %s", l, i, r.ID, want[i].ID)
			}
		}
	}
}

var idRE = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

// TestEveryRuleIsComplete checks that each rule has everything its documentation needs.
func TestEveryRuleIsComplete(t *testing.T) {
	list := allRules(t)
	taint, ids := 0, map[string]bool{}
	for _, r := range list {
		text := func(name string) string { v, _ := r.Metadata[name].(string); return strings.TrimSpace(v) }
		complain := func(format string, args ...any) { t.Errorf("%s: %s", r.ID, fmt.Sprintf(format, args...)) }
		if ids[r.ID] || !idRE.MatchString(r.ID) {
			complain("the id must be lower-case words with hyphens, and be used once")
		}
		ids[r.ID] = true
		for _, name := range []string{"title", "type", "cwe", "cvss", "confidence", "remediation"} {
			if text(name) == "" {
				complain("has no %s", name)
			}
		}
		if !regexp.MustCompile(`^CWE-[1-9][0-9]*$`).MatchString(text("cwe")) || !regexp.MustCompile(`^[A-Z_]+$`).MatchString(text("type")) {
			complain("cwe %q, type %q", text("cwe"), text("type"))
		}
		if _, err := gocvss31.ParseVector(text("cvss")); err != nil {
			complain("cvss: %v", err)
		}
		if refs, _ := r.Metadata["references"].([]any); len(refs) == 0 {
			complain("has no references")
		}
		if r.Taint != nil {
			taint++
		}
		checkExample(t, r)
	}
	t.Logf("%d rules, %d of them follow data", len(list), taint)

	bundle, err := bundle()
	if err != nil {
		t.Fatal(err)
	}
	_, problems, err := rulescan.Check(t.Context(), grammars(t), bundle)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if !strings.Contains(p.Message, "not a valid typescript pattern") || !strings.Contains(p.Message, "<$TAG") { // JSX is for .tsx alone
			t.Error(p)
		}
	}
}

// checkExample checks that the example of a rule has something to report and a safe
// variant.
func checkExample(t *testing.T, r *rules.Rule) {
	t.Helper()
	beside, err := fs.Glob(files, strings.TrimSuffix(r.Path, path.Ext(r.Path))+".*")
	if err != nil {
		t.Fatal(err)
	}
	report, safe := false, false
	for _, p := range beside {
		text, err := fs.ReadFile(files, p)
		if err != nil {
			t.Fatal(err)
		}
		report = report || regexp.MustCompile(`\bruleid: *([\w-]+, *)*`+r.ID+`\b`).Match(text)
		safe = safe || regexp.MustCompile(`\bok: *([\w-]+, *)*`+r.ID+`\b`).Match(text)
	}
	if !report || !safe {
		t.Errorf("%s: its example must have a line to be reported and a safe twin", r.ID)
	}
}
