// Package rulescan is the detector for rules on code: it compiles the rules of engine/rules,
// evaluates their formulas on files, and reports findings.
//
// Start with Detector, or with Set to apply rules to single files. A file is parsed once for all
// rules. A rule is compiled once for each grammar it is needed in. The prefilter decides which
// rules can match a file at all.
//
// Taint rules with the option interfile follow data across files, in a second pass over the files
// for which that is promising (see interfile.go and ADR 28).
//
// Reading order:
//   - rulescan.go, routes.go, yield.go, check.go: the detector, and checks of rules
//   - interfile.go, interfile_budget.go, interfile_link.go: the second pass
//   - set.go, candidates.go: one file; finding.go, identity.go, confidence.go: its findings
//   - taint.go, flow.go: taint rules
//   - evaluate.go, condition.go, scope.go, place.go: formulas on an AST
//   - compile.go, shared.go, narrow.go: rules become formula.go
//
// The package knows no database, network, or team.
package rulescan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// version changes when code changes alter findings, independently of the rules.
const version = "2"

// Config configures the detector.
type Config struct {
	Rules []*rules.Rule
	// Choose, if not nil, replaces Rules: it returns the rules for files in some languages, and
	// the ids of the others.
	Choose func(languages []string) (list []*rules.Rule, others []string, err error)
	// Problems are those of rules that could not be read. They become part of the
	// coverage.
	Problems []rules.Problem
	// Digest identifies the rules in the version of the detector.
	Digest string
	Syntax *syntax.Engine
	// Routes: discover the API routes of the tree as well. That is not a detector of its
	// own, so that each file is parsed only once.
	Routes bool
	// Interfile limits the data flow analysis across files.
	Interfile Limits
	// Now is the time that rules may compare dates with. Zero: long ago.
	Now time.Time
}

// Detector reports the matches of rules.
type Detector struct {
	config Config
	set    *Set
}

// New returns a detector.
func New(c Config) *Detector { return &Detector{c, NewSet(c.Syntax, c.Rules, c.Now)} }

// Name returns "code".
func (d *Detector) Name() string { return "code" }

// Version returns the version of the code and the rules.
func (d *Detector) Version() string { return version + "-" + d.config.Digest }

// Detect applies the rules to a tree.
func (d *Detector) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	var c engine.Coverage
	if choose := d.config.Choose; choose != nil {
		list, others, err := choose(languages(tree))
		if err != nil {
			return c, err
		}
		d, c.Rules = &Detector{d.config, NewSet(d.config.Syntax, list, d.config.Now)}, others
	}
	yielding := newYielding(d.set, weigh(tree, report))
	defer yielding.end()
	report = yielding.add
	// Rules are compiled before the first file, so that they do not use up its time.
	for _, f := range tree.Files() {
		for _, l := range slices.Concat(files.Languages(f.Path, f.Language), []string{rules.Generic, rules.RegexLanguage}) {
			if _, err := d.set.compile(ctx, l, grammar(l, f.Path)); err != nil {
				return c, err
			}
		}
	}
	var survey *routes.Collection
	if d.config.Routes {
		survey = routes.New()
	}
	x := newCrossing(d.set, tree, d.config.Interfile)
	files, skipped, err := tree.Each(ctx, x.hold(report), func(ctx context.Context, f *engine.File, report func(engine.Finding)) error {
		return d.file(ctx, f, x.file(f), survey, report)
	})
	if err != nil {
		return c, err
	}
	if survey != nil {
		for _, s := range skipped {
			survey.Missed(s)
		}
		d.link(ctx, tree, survey)
	}
	more, err := x.follow(ctx, tree, report)
	if err != nil {
		return c, err
	}
	skipped, files = addSkips(skipped, more, files)
	c.Files = files
	// Only now is it known which rules failed to compile for these files.
	failed := d.set.Failed()
	for _, p := range d.config.Problems {
		if !p.Minor {
			c.Skipped = append(c.Skipped, engine.Skip{Rule: p.Rule, Reason: p.Place.String() + ": " + p.Message})
		}
	}
	bad := map[string]bool{}
	for _, p := range failed {
		if p.Minor {
			p.Message += "; the rest of the rule is used"
		}
		bad[p.Rule] = bad[p.Rule] || !p.Minor
		c.Skipped = append(c.Skipped, engine.Skip{Rule: p.Rule, Reason: p.Place.String() + ": " + p.Message})
	}
	c.Rules = slices.DeleteFunc(c.Rules, func(id string) bool { return bad[id] })
	for _, r := range d.set.rules {
		if !bad[r.ID] {
			c.Rules = append(c.Rules, r.ID)
		}
	}
	slices.Sort(c.Rules)
	c.Rules = slices.Compact(c.Rules)
	slices.SortFunc(c.Skipped, func(a, b engine.Skip) int {
		return strings.Compare(a.Rule+"\x00"+a.Reason, b.Rule+"\x00"+b.Reason)
	})
	c.Skipped = append(slices.Compact(c.Skipped), skipped...)
	return c, nil
}

// languages returns the languages of the files in a tree, as rules name them.
func languages(tree *engine.Tree) []string {
	out := []string{rules.Generic, rules.RegexLanguage}
	for _, f := range tree.Files() {
		for _, l := range files.Languages(f.Path, f.Language) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// file scans one file.
func (d *Detector) file(ctx context.Context, f *engine.File, crossed *crossed, survey *routes.Collection, report func(engine.Finding)) error {
	switch {
	case f.Binary:
		return engine.SkipError("binary")
	case f.Minified:
		return engine.SkipError("minified")
	case files.Library(f.Path, f.Size):
		return engine.SkipError("third-party library")
	}
	content, err := f.Bytes()
	if err != nil {
		return err
	}
	if f.Vendored {
		survey = nil // third-party routes
	}
	found, err := d.set.Find(ctx, Target{Path: f.Path, Languages: files.Languages(f.Path, f.Language), Source: content, Survey: survey, crossed: crossed})
	for _, x := range found {
		report(x)
	}
	if errors.Is(err, errText) {
		return engine.SkipError(err.Error())
	}
	if err != nil && ctx.Err() == nil {
		return engine.SkipError(err.Error())
	}
	return err
}
