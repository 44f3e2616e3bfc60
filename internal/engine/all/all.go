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

// Names are the names of all detectors, in the order in which they run. Routes are found
// along with code.
var Names = []string{"secrets", "code", "routes"}

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
	// CodeRules are in the Semgrep rule language.
	CodeRules rules.Layers
	// Syntax parses code. It is needed unless only secrets are looked for.
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
	look := code.Config{Syntax: c.Syntax, Now: c.Now, Routes: wanted("routes")}
	if wanted("code") && !c.CodeRules.Empty() {
		look.Rules, look.Problems = c.CodeRules.Rules()
		look.Digest = c.CodeRules.Digest()
	}
	if look.Routes || look.Digest != "" {
		out = append(out, code.New(look))
	}
	return out, nil
}
