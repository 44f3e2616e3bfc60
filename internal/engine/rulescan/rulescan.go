// Package rulescan is the detector for rules on code: it applies rules to files and reports
// findings. Package formula evaluates what the rules say.
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
//   - set.go, candidates.go, scope.go: one file; finding.go, identity.go, subject.go: its findings
//   - taint.go, flow.go: taint rules
//   - compile.go, formula.go: rules and their formulas, compiled
//
// The package knows no database, network, or team.
package rulescan

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/confidence"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// version changes when code changes alter findings, independently of the rules.
const version = "2"

// Config configures the detector.
type Config struct {
	// BuiltIn, if not nil, returns the built-in rules for files in some languages, and the ids of
	// the others. Rules with the same ids replace them.
	BuiltIn func(languages []string) (list []*rules.Rule, others []string, err error)
	Rules   []*rules.Rule
	// Problems are those of rules that could not be read. They become part of the
	// coverage.
	Problems []rules.Problem
	// Digest identifies the rules in the version of the detector.
	Digest string
	// Layers are read in place of Rules, Problems, and their part of Digest, if there are any.
	Layers rules.Layers
	Syntax *syntax.Engine
	// Routes, if not nil, returns what discovers the API routes of a tree as well.
	Routes func() Survey
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
func New(c Config) *Detector {
	if !c.Layers.Empty() {
		c.Rules, c.Problems = c.Layers.Rules()
		c.Digest += c.Layers.Digest()
	}
	return &Detector{c, NewSet(c.Syntax, c.Rules, c.Now)}
}

// Name is the name of the detector.
const Name = "code"

// Name returns it.
func (d *Detector) Name() string { return Name }

// Version returns the version of the code and the rules.
func (d *Detector) Version() string { return version + "-" + d.config.Digest }

// Detect applies the rules to a tree.
func (d *Detector) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	var c engine.Coverage
	if builtIn := d.config.BuiltIn; builtIn != nil {
		list, others, err := builtIn(languages(tree))
		if err != nil {
			return c, err
		}
		d, c.Rules = &Detector{d.config, NewSet(d.config.Syntax, rules.Override(list, d.config.Rules), d.config.Now)}, others
	}
	yielding := newYielding(d.set, confidence.Adjust(tree, report))
	defer yielding.end()
	report = yielding.add
	var survey Survey
	if d.config.Routes != nil {
		survey = d.config.Routes()
	}
	x := newCrossing(d.set, tree, d.config.Interfile)
	x.version = d.Version()
	known := d.recall(tree, x)
	if err := d.compileFor(ctx, tree, known); err != nil {
		return c, err
	}
	files, skipped, err := tree.Each(ctx, x.hold(report), func(ctx context.Context, f *engine.File, report func(engine.Finding)) error {
		crossed := x.file(f)
		if s := known[f.Path]; s != nil {
			if crossed != nil {
				d.set.restore(crossed, s)
			}
			if s.Routes {
				if err := d.survey(ctx, tree, f, survey); err != nil {
					return err
				}
			}
			return s.Report(report)
		}
		return d.file(ctx, tree, f, crossed, survey, report)
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
	skipped, c.Files = addSkips(skipped, more, files)
	d.cover(&c)
	c.Skipped = append(c.Skipped, skipped...)
	return c, nil
}

// cover adds the rules to a coverage: those that were applied, and those that were not or only in
// part. It comes last, because only then is it known which rules failed to compile for these files.
func (d *Detector) cover(c *engine.Coverage) {
	failed := d.set.Failed()
	for _, p := range d.config.Problems {
		if !p.Minor {
			c.Skipped = append(c.Skipped, skipOf(p))
		}
	}
	bad := map[string]bool{}
	for _, p := range failed {
		if p.Minor {
			p.Message += "; the rest of the rule is used"
		}
		bad[p.Rule] = bad[p.Rule] || !p.Minor
		c.Skipped = append(c.Skipped, skipOf(p))
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
	c.Skipped = slices.Compact(c.Skipped)
}

// skipOf returns the skip for a rule that is not applied, or only in part. A language without a
// parser is out of scope; any other problem is a mistake in the rule, which then finds less than
// its author expects.
func skipOf(p rules.Problem) engine.Skip {
	kind := engine.Incomplete
	if p.Unsupported {
		kind = engine.Excluded
	}
	return engine.Skip{Rule: p.Rule, Reason: p.Place.String() + ": " + p.Message, Kind: kind}
}

// languages returns the languages of the files in a tree, as rules name them.
func languages(tree *engine.Tree) []string {
	out := []string{rules.Generic, rules.RegexLanguage}
	for _, f := range tree.Files() {
		for _, l := range f.Languages() {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// excluded returns why a file is not scanned, nil if it is.
func excluded(f *engine.File) error {
	switch {
	case f.Binary && f.IsCode():
		// One NUL byte makes a file binary, and interpreters do not mind it.
		return engine.SkipError("binary content in a source file")
	case f.Binary:
		return engine.ExcludedError("binary")
	case f.Minified:
		return engine.ExcludedError("minified")
	case f.IsLibrary():
		return engine.ExcludedError("third-party library")
	}
	return nil
}

// lfsPointer begins a file whose content is kept elsewhere.
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

// file scans one file.
func (d *Detector) file(ctx context.Context, tree *engine.Tree, f *engine.File, crossed *crossed, survey Survey, report func(engine.Finding)) error {
	if err := excluded(f); err != nil {
		return err
	}
	content, err := f.Bytes()
	if err != nil {
		return err
	}
	if bytes.HasPrefix(content, lfsPointer) {
		const reason = "Git LFS pointer: the content is not in the repository"
		if f.IsCode() {
			return engine.SkipError(reason)
		}
		return engine.ExcludedError(reason)
	}
	if f.Vendored {
		survey = nil // third-party routes
	}
	wanted := survey != nil && survey.Wants(f.Path, content)
	if !wanted {
		survey = nil
	}
	found, err := d.set.Find(ctx, Target{Path: f.Path, Languages: f.Languages(), Source: content, Survey: survey, crossed: crossed})
	for _, x := range found {
		report(x)
	}
	if errors.Is(err, errText) || err != nil && ctx.Err() == nil {
		err = engine.SkipError(err.Error())
	}
	d.remember(ctx, tree, f, crossed, wanted, found, err)
	if wanted {
		rememberRoutes(tree, f, survey)
	}
	return err
}
