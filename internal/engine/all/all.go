// Package all is the explicit list of detectors. Start with Detectors.
package all

import (
	"fmt"
	"slices"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/secrets"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/wiki"
)

// Names are the names of all detectors, in the order in which they run. Routes are discovered
// during the code scan; the wiki is written at the end.
var Names = []string{"secrets", "dependencies", "code", "routes", "wiki"}

// Config configures the detectors.
type Config struct {
	// Only are the names of the detectors to run; empty: all.
	Only []string
	// Now is the time that rules may compare dates with.
	Now time.Time
	// SecretsKey is the key of the hashes that identify secrets.
	SecretsKey []byte
	// SecretsRules is a gitleaks rule file; nil: the built-in rules.
	SecretsRules []byte
	// Dependencies holds the advisories.
	Dependencies dependencies.Config
	// BuiltIn enables the built-in rules for code. CodeRules, in the Semgrep rule language,
	// extend or replace them.
	BuiltIn   bool
	CodeRules rules.Layers
	// Witnesses are proven rules, a detector of their own. A code rule with the id of one is not
	// used: it is the same rule. Confirmed are the ids of those that a person confirmed.
	Witnesses rules.Bundle
	Confirmed []string
	// Syntax parses code. It is required for code and routes.
	Syntax *syntax.Engine
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
	look := rulescan.Config{Syntax: c.Syntax, Now: c.Now, Routes: c.wants("routes")}
	witnesses := c.witnesses()
	if c.wants("code") && !c.CodeRules.Empty() {
		look.Rules, look.Problems = c.CodeRules.Rules()
		look.Digest = c.CodeRules.Digest()
		look.Rules, look.Digest = witnesses.instead(look.Rules, look.Digest)
	}
	if c.wants("code") && c.BuiltIn {
		digest, err := pack.Digest()
		if err != nil {
			return nil, err
		}
		own := look.Rules
		look.Rules, look.Choose = nil, func(languages []string) ([]*rules.Rule, []string, error) {
			builtIn, others, err := pack.For(languages)
			return rules.Override(builtIn, own), others, err
		}
		look.Digest = digest + look.Digest
	}
	if look.Routes || look.Digest != "" {
		out = append(out, rulescan.New(look))
	}
	if witnesses != nil {
		out = append(out, witnesses.detector)
	}
	return out, nil
}
