// Package all lists the detectors.
package all

import (
	"fmt"

	"vigil/internal/engine"
	"vigil/internal/engine/secrets"
)

// Config is what the detectors need to know.
type Config struct {
	// SecretsKey makes the hashes by which secrets are told apart.
	SecretsKey []byte
	// SecretsRules is a rule file as gitleaks reads it; nil: the built-in rules.
	SecretsRules []byte
}

// Detectors returns all detectors, in the order in which they run.
func Detectors(c Config) ([]engine.Detector, error) {
	s, err := secrets.New(secrets.Config{Key: c.SecretsKey, Rules: c.SecretsRules})
	if err != nil {
		return nil, fmt.Errorf("make detector: %w", err)
	}
	return []engine.Detector{s}, nil
}
