// Package all lists the detectors.
package all

import (
	"fmt"
	"maps"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/secrets"
	"vigil/internal/engine/syntax"
)

// Config is what the detectors need to know.
type Config struct {
	// SecretsKey makes the hashes by which secrets are told apart.
	SecretsKey []byte
	// SecretsRules is a rule file as gitleaks reads it; nil: the built-in rules.
	SecretsRules []byte
	// Syntax parses source files.
	Syntax *syntax.Engine
}

// Detectors returns all detectors, in the order in which they run.
func Detectors(c Config) ([]engine.Detector, error) {
	s, err := secrets.New(secrets.Config{Key: c.SecretsKey, Rules: c.SecretsRules})
	if err != nil {
		return nil, fmt.Errorf("make detector: %w", err)
	}
	return []engine.Detector{s}, nil
}

// Parses says whether any detector parses files. If none does, none of their grammars
// is loaded.
const Parses = false

// Grammars returns the languages in which the detectors will parse these files, as far
// as the names of the files tell, sorted.
func Grammars(files []*engine.File) []string {
	found := map[string]bool{}
	for _, f := range files {
		if language, ok := syntax.LanguageOf(f.Path, ""); ok {
			found[language] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
