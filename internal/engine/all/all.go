// Package all lists the detectors.
package all

import (
	"fmt"
	"slices"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/code"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/secrets"
	"vigil/internal/engine/syntax"
)

// Names are the names of all detectors, in the order in which they run.
var Names = []string{"secrets", "code"}

// Config is what the detectors need to know.
type Config struct {
	// Only are the names of the detectors to run; none: all.
	Only []string
	// Now is what rules may compare dates with.
	Now time.Time
	// SecretsKey makes the hashes by which secrets are told apart.
	SecretsKey []byte
	// SecretsRules is a rule file as gitleaks reads it; nil: the built-in rules.
	SecretsRules []byte
	// CodeRules are in the Semgrep rule language. Without any, no code is looked at.
	CodeRules rules.Layers
	// Syntax parses code.
	Syntax *syntax.Engine
}

// Detectors returns the detectors, in the order in which they run.
func Detectors(c Config) ([]engine.Detector, error) {
	wanted := func(name string) bool { return len(c.Only) == 0 || slices.Contains(c.Only, name) }
	var out []engine.Detector
	if wanted("secrets") {
		s, err := secrets.New(secrets.Config{Key: c.SecretsKey, Rules: c.SecretsRules})
		if err != nil {
			return nil, fmt.Errorf("make detector: %w", err)
		}
		out = append(out, s)
	}
	if wanted("code") && !c.CodeRules.Empty() {
		list, problems := c.CodeRules.Rules()
		out = append(out, code.New(code.Config{Rules: list, Problems: problems, Digest: c.CodeRules.Digest(), Syntax: c.Syntax, Now: c.Now}))
	}
	return out, nil
}
