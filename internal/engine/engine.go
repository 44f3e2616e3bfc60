// Package engine looks at a tree of files and reports what it finds. It knows no
// database, network or team: files go in, findings and coverage come out, the same
// ones each time.
//
// A [Detector] is one kind of analysis. [Run] runs several over one [Tree] and
// hands on what they report, in an order that does not depend on timing. What was
// not looked at is said in the [Coverage]: nothing is ever called fixed that nobody
// looked for.
//
// # Suppressions
//
// What somebody has looked at and decided to leave is kept out of the findings in
// two ways, and counted in the coverage. A file .vigilignore at the root of the tree
// has one pattern in each line, in gitignore's syntax; a comment above a pattern may
// say until when it holds, that day included, and why:
//
//	# until 2027-01-01 keys of the test server
//	testdata/keys/
//
// A comment in the code names the rule, and holds for its own line, or for the line
// below it if there is nothing else on its own:
//
//	token := "…" // vigil:ignore generic-api-key public by design
//
// A pattern that has expired or matches no file, and a comment that suppresses
// nothing although its rule was applied to its file, are findings themselves, of the
// rule stale-suppression.
//
// Whoever proposes a change must not decide by it what is found in it. Where a tree is compared
// with an earlier one, [Options.IgnoreFile] puts the ignore file of that in the place of all
// suppressions that the tree has.
package engine

import "context"

// Detector is one kind of analysis. It must give the same findings for the same
// tree, in any order.
type Detector interface {
	// Name is stable: it is part of every fingerprint. Lower case, one word.
	Name() string
	// Version changes when findings for the same tree may change.
	Version() string
	// Detect reports each finding as it finds it. A file that cannot be examined
	// is a skip in the coverage, not an error; an error ends the scan.
	Detect(ctx context.Context, tree *Tree, report func(Finding)) (Coverage, error)
}

// Finding is what a detector reports: a value without id or status.
type Finding struct {
	Detector    string   `json:"detector"`
	Rule        string   `json:"rule"` // stable id of the rule
	Path        string   `json:"path"`
	StartLine   int      `json:"start_line"` // from 1
	StartColumn int      `json:"start_column"`
	EndLine     int      `json:"end_line"`
	EndColumn   int      `json:"end_column"`
	Symbol      string   `json:"symbol,omitempty"` // the function or type around it, if known
	Match       string   `json:"match"`            // the matched text; secrets are masked
	Snippet     string   `json:"snippet"`          // lines around it; secrets are masked
	Type        string   `json:"type"`             // SQLI, HARDCODED_SECRET, …
	CWE         string   `json:"cwe"`              // CWE-798
	CVSS        string   `json:"cvss"`             // vector, from which the severity follows
	Confidence  float64  `json:"confidence"`       // 0–10
	Title       string   `json:"title"`
	Description string   `json:"description"` // short
	Remediation string   `json:"remediation"`
	References  []string `json:"references,omitempty"`
	Trace       []Step   `json:"trace,omitempty"`

	// Secret is where in the file a secret stands, in bytes: no finding may show it. Zero:
	// this one is of none.
	Secret Range `json:"-"`
	// Identity is what makes two findings the same, besides detector, rule and
	// path: normalised tokens of the match, or a keyed hash of a secret's value.
	Identity string `json:"identity"`
	// Fingerprint is set by Run: "v1:" and a SHA-256 in hex.
	Fingerprint string `json:"fingerprint"`
}

// Range is part of a file, in bytes.
type Range struct{ Start, End int }

// Step is a place on the way from a source to a sink.
type Step struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	// Cleaned: something in the line is called like what makes data harmless.
	Cleaned bool `json:"-"`
}

// Coverage says what a detector looked at and what it did not.
type Coverage struct {
	Detector string   `json:"detector"`
	Version  string   `json:"version"`
	Rules    []string `json:"rules"` // ids of the rules that were applied
	// Complete says that whatever the detector knows was looked for: a rule that is not
	// among Rules found nothing. It is said of imported results, and of advisories, which are
	// too many to be named.
	Complete bool     `json:"complete,omitempty"`
	Files    int      `json:"files"`            // how many were looked at
	Looked   []string `json:"looked,omitempty"` // which, if the detector looks at few
	Skipped  []Skip   `json:"skipped,omitempty"`
	// Suppressed counts the findings that somebody decided to leave. They are
	// neither open nor fixed.
	Suppressed []Suppressed `json:"suppressed,omitempty"`
}

// Suppressed is how many findings of a rule in a file were suppressed, and where
// that was decided.
type Suppressed struct {
	Path  string `json:"path"`
	Rule  string `json:"rule"`
	By    string `json:"by"` // such as ".vigilignore:3"
	Count int    `json:"count"`
}

// Suppression is a decision in a tree to leave findings alone.
type Suppression struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"` // the pattern, or the comment from its mark on
}

// Skip is a file, a rule, or a rule in a file, that was not looked at to the end, and why. A
// file that has too many findings keeps the first of them.
type Skip struct {
	Path   string `json:"path,omitempty"`
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason"` // such as "larger than 1 MiB"
}
