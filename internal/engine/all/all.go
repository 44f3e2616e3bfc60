// Package all is the explicit list of detectors. Start with Detectors.
package all

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/secrets"
	"vigil/internal/engine/wiki"
)

// Names of detectors that others treat specially.
const (
	Code   = rulescan.Name
	Routes = routes.Name
	Model  = rulescan.ModelName
)

// Names are the names of all detectors, in the order in which they run. Routes are discovered
// during the code scan; the wiki is written at the end.
var Names = []string{"secrets", "dependencies", Code, Routes, "wiki"}

// Config configures the detectors.
type Config struct {
	// Only are the names of the detectors to run; empty: all.
	Only []string
	// SecretsKey is the key of the hashes that identify secrets.
	SecretsKey []byte
	// SecretsRules is a gitleaks rule file; nil: the built-in rules.
	SecretsRules []byte
	// Dependencies holds the advisories.
	Dependencies dependencies.Config
	// Code has the rules for code in Layers, and Syntax, which is required for code and routes.
	Code rulescan.Config
	// BuiltIn enables the built-in rules for code. Others extend or replace them.
	BuiltIn bool
	// Witnesses are proven rules, a detector of their own. A code rule with the id of one is not
	// used: it is the same rule.
	Witnesses []engine.Witness
}

func (c Config) wants(name string) bool { return len(c.Only) == 0 || slices.Contains(c.Only, name) }

// Describer returns the wiki writer, nil if no wiki is requested.
func Describer(c Config) engine.Describer {
	if !c.wants("wiki") {
		return nil
	}
	return wiki.New()
}

// Detectors returns the detectors, in the order in which they run.
func Detectors(c Config) ([]engine.Detector, error) {
	var out []engine.Detector
	if c.wants("secrets") {
		s, err := secrets.New(secrets.Config{Key: c.SecretsKey, Rules: c.SecretsRules})
		if err != nil {
			return nil, fmt.Errorf("make detector: %w", err)
		}
		out = append(out, s)
	}
	if c.wants("dependencies") {
		out = append(out, dependencies.New(c.Dependencies))
	}
	code := c.Code
	if !c.wants(Code) {
		code.Layers = nil
	} else if c.BuiltIn {
		digest, err := pack.Digest()
		if err != nil {
			return nil, err
		}
		code.BuiltIn, code.Digest = pack.For, digest
	}
	code = c.withoutWitnesses(code)
	if c.wants(Routes) {
		code.Routes = func() rulescan.Survey { return routes.New() }
	}
	if code.Routes != nil || code.BuiltIn != nil || len(code.Rules) > 0 || !code.Layers.Empty() {
		out = append(out, rulescan.New(code))
	}
	if w := c.witnesses(); w != nil {
		out = append(out, w)
	}
	return out, nil
}

// Grammars returns those that the files of a snapshot may need, judging by their names alone.
func Grammars(snapshot io.ReaderAt, size int64) ([]string, error) {
	seen := map[string]bool{}
	err := engine.EachPath(snapshot, size, func(name []byte) {
		for _, g := range rulescan.Grammars(string(name)) {
			seen[g] = true
		}
	})
	return slices.Sorted(maps.Keys(seen)), err
}
