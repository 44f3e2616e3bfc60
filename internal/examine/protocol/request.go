// Package protocol is what crosses the boundary of the sandbox when a tree is scanned: the
// request to the child process, and the lines of its output.
//
// Start with Request and Line. The child reads hostile input, so each type comes with the check
// that its receiver makes. Lines have a limit, so long values are split into parts and joined
// again.
//
// The package starts no process and runs no detector.
package protocol

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
)

// Request is the input of the sandboxed process.
type Request struct {
	Now        time.Time     `json:"now"`
	Time       time.Duration `json:"time"` // after which the remaining files are skipped
	SecretsKey []byte        `json:"secrets_key"`
	BuiltIn    bool          `json:"built_in,omitempty"`
	Rules      rules.Layers  `json:"rules,omitempty"`
	Only       []string      `json:"only,omitempty"`
	Workers    int           `json:"workers,omitempty"`
	// Title is the title of the API description; "": routes are reported instead.
	Title      string   `json:"title,omitempty"`
	IgnoreFile *string  `json:"ignore_file,omitempty"` // see engine.Options
	LeftOut    []string `json:"left_out,omitempty"`
	// Import: the snapshot contains only a SARIF document of another tool.
	Import bool `json:"import,omitempty"`
	// Witnesses are proven rules of the repository.
	Witnesses []engine.Witness `json:"witnesses,omitempty"`
	// Outlines: the outlines of the files are returned; nothing else is done then.
	Outlines bool `json:"outlines,omitempty"`
	// Excerpts are findings to return with the code around them; nothing else is done then.
	Excerpts []engine.Finding `json:"excerpts,omitempty"`
	// Tasks: the handlers of routes are returned with the code that they depend on, so many at
	// most; nothing else is done then.
	Tasks int `json:"tasks,omitempty"`
	// Advisories is a file that is opened before the process drops its rights. Records are
	// advisories in OSV format instead.
	Advisories string            `json:"advisories,omitempty"`
	Records    []json.RawMessage `json:"records,omitempty"`
	// Grammars are loaded from GrammarCache before the process drops its rights.
	Grammars     []string `json:"grammars,omitempty"`
	GrammarCache string   `json:"grammar_cache,omitempty"`
	// Cache is a file with results of earlier scans, by the same Build of the program.
	Cache         string `json:"cache,omitempty"`
	CacheReadOnly bool   `json:"cache_read_only,omitempty"`
	Build         string `json:"build,omitempty"`
}

// Parses reports whether the scan parses source code.
func (r *Request) Parses() bool {
	return r.Outlines || !r.Import && (len(r.Only) == 0 || slices.Contains(r.Only, "routes") || slices.Contains(r.Only, "code") && (r.BuiltIn || !r.Rules.Empty()) || len(r.Witnesses) > 0)
}

// NeedsAdvisories reports whether the scan checks dependencies.
func (r *Request) NeedsAdvisories() bool {
	return !r.Import && (len(r.Only) == 0 || slices.Contains(r.Only, "dependencies"))
}

// CacheKey derives the key that caches are encrypted with.
func (r *Request) CacheKey() []byte {
	key, err := hkdf.Key(sha256.New, r.SecretsKey, nil, "vigil scan cache", 32)
	if err != nil { // of a length that is a constant
		panic(err)
	}
	return key
}
