// Package dependencies detects packages with known vulnerabilities: it parses the lock files and
// manifests of a tree and looks up their versions in advisories.
//
// Each format has its parser, see [parsers]. A parser returns which version of which package a
// file contains, where, and whether it is a direct or a transitive dependency. A version that the
// file leaves open, such as a range or one that a missing parent decides, becomes a skip in the
// coverage. Nothing is resolved, fetched, or run.
//
// Start with [Detector]. The package knows no network, and how advisories are stored only through
// the interface [Advisories].
package dependencies

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vigil/internal/advisory"
	"vigil/internal/ecosystem"
	"vigil/internal/engine"
	"vigil/internal/engine/files"
)

// version changes when code changes alter findings, independently of the advisories.
const version = "1"

// Advisories looks up known vulnerabilities by package. [advisory.File] implements it.
type Advisories interface {
	Lookup(kind ecosystem.Kind, name string) ([]advisory.Advisory, error)
}

// Config configures the detector.
type Config struct {
	// Advisories is nil if there are none. Then nothing is checked. Damaged says why they cannot
	// be read; empty: nobody provided any.
	Advisories Advisories
	Digest     string // identifies them
	Damaged    string
}

// Detector finds vulnerable dependencies.
type Detector struct{ c Config }

// New returns a detector.
func New(c Config) *Detector { return &Detector{c} }

// Name returns "dependencies".
func (d *Detector) Name() string { return "dependencies" }

// Version returns the version of the code and the advisories.
func (d *Detector) Version() string {
	if d.c.Advisories == nil {
		return version
	}
	return version + "-" + d.c.Digest
}

// Detect reports the vulnerable packages in a tree.
func (d *Detector) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	files := newFileSet(tree)
	if d.c.Advisories == nil {
		var c engine.Coverage
		if files.manifests > 0 {
			c.Skipped = []engine.Skip{d.unchecked()}
		}
		return c, nil
	}
	l := &looking{advisories: d.c.Advisories, files: files, rules: map[string]bool{}}
	_, skipped, err := tree.Each(ctx, report, l.file)
	c := engine.Coverage{Complete: true, Looked: l.looked, Skipped: l.open}
	for _, s := range skipped { // other files are irrelevant
		if parserOf(s.Path) != nil {
			c.Skipped = append(c.Skipped, s)
		}
	}
	slices.Sort(c.Looked)
	c.Files = len(c.Looked)
	for rule := range l.rules {
		c.Rules = append(c.Rules, rule)
	}
	slices.SortFunc(c.Skipped, func(a, b engine.Skip) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Reason, b.Reason))
	})
	return c, err
}

// unchecked returns the skip for all dependencies. Without advisories they are out of scope: a
// choice of the operator. Advisories that cannot be read are a failure.
func (d *Detector) unchecked() engine.Skip {
	if d.c.Damaged != "" {
		return engine.Skip{Reason: d.c.Damaged, Kind: engine.Incomplete}
	}
	return engine.Skip{
		Reason: "dependencies not checked: no advisories. Run \"vigil advisories update\" to download them or \"vigil advisories import\" to import them",
		Kind:   engine.Excluded,
	}
}

// looking is the state of one detection.
type looking struct {
	advisories Advisories
	files      *fileSet

	mu     sync.Mutex
	rules  map[string]bool
	looked []string
	open   []engine.Skip // of packages without a version
}

// maxOpen limits the packages without a version in one file.
const maxOpen = 1000

// file checks one file.
func (l *looking) file(ctx context.Context, f *engine.File, report func(engine.Finding)) error {
	p := parserOf(f.Path)
	switch {
	case p == nil:
		return nil
	case files.Installed(f.Path):
		return engine.ExcludedError("part of a third-party package")
	case f.Binary: // although its name is that of a lock file or manifest
		return engine.SkipError("binary")
	case p.unless != nil && p.unless(l.files, f.Path):
		return nil // another file says it better
	}
	text, err := f.Bytes()
	if err != nil {
		return err
	}
	r := &reader{ctx: ctx, path: f.Path, text: text, files: l.files}
	if err := p.parse(r); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return engine.SkipError(p.name + ": " + err.Error())
	}
	m := &matcher{advisories: l.advisories, place: newPlaces(f.Path, text)}
	found, open, err := m.match(ctx, r.found)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked = append(l.looked, f.Path)
	for _, finding := range found {
		l.rules[finding.Rule] = true
		report(finding)
	}
	if len(open) > maxOpen {
		return engine.ExcludedError(fmt.Sprintf("more than %d packages without an exact version", maxOpen))
	}
	l.open = append(l.open, open...)
	return nil
}
