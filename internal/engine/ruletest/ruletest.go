// Package ruletest runs rules on the test files next to them and compares the findings with
// the annotations in those files:
//
//	# ruleid: my-rule      the rule must report the next line
//	# ok: my-rule          it must not
//	# todoruleid: my-rule  it should, but is known not to
//	# todook: my-rule      it should not, but is known to
//
// A test file has the base name of its rule file, up to the first dot: my-rule.py and
// my-rule.test.yaml are tests of my-rule.yaml. Start with [Run].
package ruletest

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vigil/internal/engine/files"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
)

// Result is the result of one test file.
type Result struct {
	RuleFile, File string
	Language       string
	Found          Score // of annotations that expect a finding
	Clean          Score // of annotations that expect none
	Wrong          []Wrong
	Err            error // the file, or a rule, could not be used
}

// Right reports whether the findings are exactly as annotated.
func (r *Result) Right() bool { return len(r.Wrong) == 0 }

// Score is how many of how many were right.
type Score struct{ Right, All int }

// Wrong is a line with a missing or an unexpected finding.
type Wrong struct {
	Line    int
	Rule    string
	Missing bool // otherwise unexpected
	// Annotated means that a comment applies to the line.
	Annotated bool
	Text      string
}

// Report is the result of all tests in a folder.
type Report struct {
	Results  []Result
	Problems []rules.Problem // of rules that could not be used
	Rules    int
	Untested []string // rule files without a test file
}

// Run runs the tests of a folder.
func Run(ctx context.Context, e *syntax.Engine, fsys fs.FS, now time.Time) (*Report, error) {
	report := &Report{}
	var files []*test
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); len(name) > 1 && name[0] == '.' {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !rules.IsRuleFile(p):
			return nil
		}
		t, err := newTest(fsys, p)
		if t != nil {
			files = append(files, t)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read tests: %w", err)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, len(files))
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(files); i = int(next.Add(1)) - 1 {
				errs[i] = files[i].run(ctx, e, now)
			}
		})
	}
	wg.Wait()
	for i, t := range files {
		if errs[i] != nil {
			return nil, errs[i]
		}
		report.Rules += len(t.rules)
		report.Problems = append(report.Problems, t.problems...)
		report.Results = append(report.Results, t.results...)
		if len(t.targets) == 0 {
			report.Untested = append(report.Untested, t.path)
		}
	}
	return report, nil
}

// test is a rule file with its test files.
type test struct {
	fsys     fs.FS
	path     string
	rules    []*rules.Rule
	problems []rules.Problem
	targets  []string
	results  []Result
}

// newTest reads a rule file; nil if it contains no rules.
func newTest(fsys fs.FS, p string) (*test, error) {
	text, err := fs.ReadFile(fsys, p)
	if err != nil {
		return nil, err
	}
	t := &test{fsys: fsys, path: p}
	t.rules, t.problems = rules.Read(p, text)
	if len(t.rules) == 0 && !slices.ContainsFunc(t.problems, func(x rules.Problem) bool { return x.Rule != "" }) {
		return nil, nil // another YAML file
	}
	entries, err := fs.ReadDir(fsys, path.Dir(p))
	if err != nil {
		return nil, err
	}
	base := stem(p)
	for _, e := range entries {
		name := e.Name()
		if e.Type().IsRegular() && stem(name) == base && name != path.Base(p) && !strings.Contains(name, ".fixed.") && (!rules.IsRuleFile(name) || !isRules(fsys, path.Join(path.Dir(p), name))) {
			t.targets = append(t.targets, path.Join(path.Dir(p), name))
		}
	}
	return t, nil
}

// isRules reports whether a file that could be the test of a rule for YAML contains rules
// itself.
func isRules(fsys fs.FS, p string) bool {
	text, err := fs.ReadFile(fsys, p)
	if err != nil {
		return false
	}
	list, _ := rules.Read(p, text)
	return len(list) > 0
}

// stem is the name of a file up to its first dot.
func stem(p string) string {
	name, _, _ := strings.Cut(path.Base(p), ".")
	return name
}

func (t *test) run(ctx context.Context, e *syntax.Engine, now time.Time) error {
	for _, target := range t.targets {
		text, err := fs.ReadFile(t.fsys, target)
		if err != nil {
			return err
		}
		r, err := t.file(ctx, e, now, target, text)
		if err != nil {
			return err
		}
		t.results = append(t.results, r)
	}
	return nil
}

// file runs the rules on one test file.
func (t *test) file(ctx context.Context, e *syntax.Engine, now time.Time, target string, text []byte) (Result, error) {
	r := Result{RuleFile: t.path, File: target}
	var names []string
	for _, rule := range t.rules {
		names = append(names, rule.ID)
	}
	for _, p := range t.problems { // a rule that cannot be read finds nothing, which may be wrong
		if p.Rule != "" && !slices.Contains(names, p.Rule) {
			names = append(names, p.Rule)
		}
	}
	want := annotations(string(text), names)
	languages := t.languages(target)
	r.Language = languages[0]
	set := rulescan.NewSet(e, t.rules, now)
	found, err := set.Find(ctx, rulescan.Target{Path: target, Languages: languages, Source: text, AllPaths: true})
	if ctx.Err() != nil {
		return r, context.Cause(ctx)
	}
	r.Err = err
	t.problems = append(t.problems, set.Failed()...)
	type at struct {
		line int
		rule string
	}
	lines := map[at]bool{}
	for _, f := range found {
		lines[at{f.StartLine, f.Rule}] = true
	}
	all := strings.Split(string(text), "\n")
	textOf := func(n int) string {
		if n < 1 || n > len(all) {
			return ""
		}
		return strings.TrimSpace(all[n-1])
	}
	spoken := map[at]bool{}
	for _, a := range want {
		here := at{a.line, a.rule}
		spoken[here] = true
		if a.open {
			continue
		}
		score := &r.Clean
		if a.found {
			score = &r.Found
		}
		score.All++
		if lines[here] == a.found {
			score.Right++
			continue
		}
		r.Wrong = append(r.Wrong, Wrong{Line: a.line, Rule: a.rule, Missing: a.found, Annotated: true, Text: textOf(a.line)})
	}
	for here := range lines {
		if !spoken[here] {
			r.Wrong = append(r.Wrong, Wrong{Line: here.line, Rule: here.rule, Text: textOf(here.line)})
		}
	}
	slices.SortFunc(r.Wrong, func(a, b Wrong) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule)) })
	return r, nil
}

// languages are those that a test file is scanned in: those of its name that have rules,
// otherwise that of the first rule.
func (t *test) languages(target string) []string {
	var all, out []string
	for _, r := range t.rules {
		all = append(all, r.Languages...)
	}
	for _, l := range files.Languages(target, "") {
		if slices.Contains(all, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 && len(all) > 0 {
		out = all[:1]
	}
	if len(out) == 0 {
		out = []string{"unknown"}
		if l := files.Languages(target, ""); len(l) > 0 {
			out = l[:1]
		}
	}
	return out
}
