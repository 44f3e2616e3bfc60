package advisory

import (
	"encoding/json"

	"vigil/internal/ecosystem"
)

// Memory is a small in-memory advisory database.
type Memory map[string][]Advisory

// NewMemory parses records in the OSV format.
func NewMemory(records []json.RawMessage) (Memory, error) {
	m := Memory{}
	for _, text := range records {
		p, err := parseOSV(text)
		if err != nil {
			return nil, err
		}
		for _, about := range p.packages {
			k := key(about.kind, about.name)
			m[k] = append(m[k], about.advisory)
		}
	}
	return m, nil
}

// Lookup returns the advisories of a package.
func (m Memory) Lookup(kind ecosystem.Kind, name string) ([]Advisory, error) {
	return m[key(kind, kind.Normal(name))], nil
}
