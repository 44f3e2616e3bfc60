// Package enginetest helps to test detectors: it builds trees from texts, compares findings
// with the expectations in their comments, and has the acceptance tests that every detector
// must pass. Start with [Want] and [Accept].
package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
)

// Tree builds a tree from texts by path.
func Tree(t testing.TB, files map[string]string) *engine.Tree {
	t.Helper()
	return tree(t, files, slices.Sorted(maps.Keys(files)))
}

// tree builds a tree whose files are written in a given order.
func tree(t testing.TB, files map[string]string, order []string) *engine.Tree {
	t.Helper()
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	for _, path := range order {
		if err := w.Add(path, int64(len(files[path])), strings.NewReader(files[path])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := engine.ReadSnapshot(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Result is the output of a scan.
type Result struct {
	Language string
	Findings []engine.Finding
	Coverage map[string]engine.Coverage // by detector

	Suppressions []engine.Suppression
	Progress     []engine.Progress
	JSON         string // all messages but progress, one per line
}

// Fingerprints returns the fingerprints of the findings, sorted.
func (r Result) Fingerprints() []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, f.Fingerprint)
	}
	slices.Sort(out)
	return out
}

// Run scans a tree.
func Run(t testing.TB, tree *engine.Tree, o engine.Options, detectors ...engine.Detector) Result {
	t.Helper()
	r := Result{Coverage: map[string]engine.Coverage{}}
	var lines strings.Builder
	err := engine.Run(t.Context(), tree, detectors, o, func(m engine.Message) error {
		line, err := json.Marshal(m)
		if err != nil {
			return err
		}
		switch {
		case m.Progress != nil:
			r.Progress = append(r.Progress, *m.Progress)
			return nil
		case m.Language != nil:
			r.Language = *m.Language
		case m.Finding != nil:
			r.Findings = append(r.Findings, *m.Finding)
		case m.Suppression != nil:
			r.Suppressions = append(r.Suppressions, *m.Suppression)
		case m.Coverage != nil:
			r.Coverage[m.Coverage.Detector] = *m.Coverage
		}
		lines.Write(append(line, '\n'))
		return nil
	})
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	r.JSON = lines.String()
	return r
}

var wantRE = regexp.MustCompile(`(?://|#|--|<!--|/\*)[ \t]*want((?:[ \t]+[a-z0-9][a-z0-9._-]*)+)`)

// Want runs a detector over texts whose comments name the rules that must report
// their line, and no others: "// want rule-id another-rule".
func Want(t testing.TB, d engine.Detector, files map[string]string) {
	t.Helper()
	type place struct {
		path string
		line int
		rule string
	}
	missing := map[place]int{}
	for path, text := range files {
		for i, line := range strings.Split(text, "\n") {
			for _, m := range wantRE.FindAllStringSubmatch(line, -1) {
				for _, rule := range strings.Fields(m[1]) {
					missing[place{path, i + 1, rule}]++
				}
			}
		}
	}
	for _, f := range Run(t, Tree(t, files), engine.Options{}, d).Findings {
		p := place{f.Path, f.StartLine, f.Rule}
		if missing[p]--; missing[p] < 0 {
			t.Errorf("%s:%d: unwanted %s: %s", p.path, p.line, p.rule, f.Match)
		}
	}
	for p, n := range missing {
		if n > 0 {
			t.Errorf("%s:%d: %s found nothing", p.path, p.line, p.rule)
		}
	}
}

// difference describes how two lists of fingerprints differ, "" if they do not.
func difference(want, got []string) string {
	if slices.Equal(want, got) {
		return ""
	}
	kept := 0
	for _, f := range want {
		if slices.Contains(got, f) {
			kept++
		}
	}
	return fmt.Sprintf("%d of %d fingerprints were kept, of %d now", kept, len(want), len(got))
}
