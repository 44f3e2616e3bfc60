package dependencies

import (
	"encoding/json"
	"errors"
	"io/fs"

	"vigil/internal/advisory"
)

// Open sets the advisories to those of a file, which stays open for the lifetime of the
// process. If it cannot be read, the scan continues without, and the coverage says so.
func (c *Config) Open(file string) {
	*c = Config{}
	if file == "" {
		return
	}
	_, known, err := advisory.Open(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, advisory.ErrFormat):
		c.Damaged = "dependencies not checked: the advisory database is damaged"
	case err != nil: // its text has a path on the server
		c.Damaged = "dependencies not checked: the advisory database cannot be read"
	default:
		c.Advisories, c.Digest = known, known.Status.Digest
	}
}

// OpenSample sets the advisories to records in OSV format: those of the built-in sample.
func (c *Config) OpenSample(records []json.RawMessage) {
	known, err := advisory.NewMemory(records)
	if err != nil {
		*c = Config{Damaged: "dependencies not checked: the advisories of the sample cannot be read: " + err.Error()}
		return
	}
	*c = Config{Advisories: known, Digest: "sample"}
}
