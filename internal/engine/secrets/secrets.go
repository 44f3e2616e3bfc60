// Package secrets detects hard-coded credentials.
//
// It reads gitleaks rule files. One pass over a file finds the words of all rules; the
// expression of a rule is only tried around its words; then entropy and allowlists decide, as
// in gitleaks. The value of a secret never leaves the package: findings contain at most its
// first four characters, and a keyed hash that identifies it.
//
// Start with [Detector]; anchor.go and window.go are the search. The built-in rules in
// rules/gitleaks.toml are those of gitleaks v8.30.0 (https://github.com/gitleaks/gitleaks),
// copyright Zachary Rice and contributors, under the MIT license in rules/LICENSE-gitleaks.
// Our thanks to them.
package secrets

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
)

//go:embed rules/gitleaks.toml
var builtin []byte

// version changes when code changes alter findings, independently of the rules.
const version = "2"

// Config configures the detector.
type Config struct {
	// Key is the key of the hashes of values: with another key, all findings are new.
	// Whoever has it can test guesses, so it is not stored with the findings.
	Key []byte
	// Rules is a gitleaks rule file; nil: the built-in one.
	Rules []byte
}

// Detector finds secrets.
type Detector struct {
	key     []byte
	rules   *ruleSet
	version string
}

// New returns a detector. It fails if the rules do not parse.
func New(c Config) (*Detector, error) {
	if len(c.Key) < 16 {
		return nil, errors.New("detect secrets: the key must have at least 16 bytes")
	}
	if c.Rules == nil {
		c.Rules = builtin
	}
	rules, err := parseRules(c.Rules)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(c.Rules)
	return &Detector{key: slices.Clone(c.Key), rules: rules, version: version + "-" + hex.EncodeToString(sum[:4])}, nil
}

// Name returns "secrets".
func (d *Detector) Name() string { return "secrets" }

// Version returns the version of the code and the rules.
func (d *Detector) Version() string { return d.version }

// Detect reports the secrets in a tree.
func (d *Detector) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	var c engine.Coverage
	for _, r := range d.rules.rules {
		c.Rules = append(c.Rules, r.id)
	}
	for id, why := range d.rules.unsupported {
		c.Skipped = append(c.Skipped, engine.Skip{Rule: id, Reason: why, Kind: engine.Incomplete})
	}
	slices.SortFunc(c.Skipped, func(a, b engine.Skip) int { return strings.Compare(a.Rule, b.Rule) })
	files, skipped, err := tree.Each(ctx, report, tree.Cached(d.Name(), d.version+string(d.key), d.file))
	c.Files = files
	c.Skipped = append(c.Skipped, skipped...)
	return c, err
}

// pathMost is how much of the end of a path rules see: expressions are slow.
const pathMost = 256

// file reports the secrets in one file.
func (d *Detector) file(ctx context.Context, f *engine.File, report func(engine.Finding)) error {
	path := f.Path[max(0, len(f.Path)-pathMost):]
	for i := range d.rules.allow {
		if d.rules.allow[i].allowsPath(path) {
			return engine.ExcludedError("allowlisted by the secret rules")
		}
	}
	content, err := f.Bytes()
	if err != nil {
		return err
	}
	found, short := d.rules.searchPath(path), ""
	if !f.Binary {
		if found, short, err = d.rules.search(ctx, path, content); err != nil {
			return err
		}
	}
	w := newWriter(d.key, f.Path, content, found)
	for i := range w.found {
		report(w.finding(&w.found[i]))
	}
	switch {
	case f.Binary && len(found) == 0 && files.IsCode(f.Path):
		return engine.SkipError("binary content in a source file")
	case f.Binary && len(found) == 0:
		return engine.ExcludedError("binary")
	case short != "":
		return engine.SkipError(short)
	}
	return nil
}
