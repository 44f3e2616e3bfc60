// Package engine scans a tree of files and reports findings. It knows no database,
// network, or team: files go in, findings and coverage come out, and the same input
// gives the same output.
//
// A [Detector] is one kind of analysis. [Run] runs several over one [Tree] and passes
// on what they report, in an order that does not depend on timing. [Coverage] records
// what was not scanned, so that a finding is never called fixed because nothing looked
// for it.
//
// # Suppressions
//
// Findings can be suppressed in two ways; the coverage counts them. A file .vigilignore
// at the root of the tree has one pattern per line, in gitignore syntax. A comment above
// a pattern may give a reason and an expiry date (inclusive):
//
//	# until 2027-01-01 keys of the test server
//	testdata/keys/
//
// A comment in the code names the rule. It applies to its own line, or to the next line
// if it stands alone:
//
//	token := "…" // vigil:ignore generic-api-key public by design
//
// A pattern that has expired or matches no file, and a comment that suppresses nothing
// although its rule was applied to the file, are themselves findings of the rule
// stale-suppression.
//
// The author of a change must not be able to suppress the findings in it. Where a tree is
// compared with a baseline, [Options.IgnoreFile] replaces all suppressions of the tree with
// the ignore file of the baseline.
package engine

import (
	"context"
	"strings"
)

// Detector is one kind of analysis. It must report the same findings for the same tree, in
// any order.
type Detector interface {
	// Name is stable: it is part of every fingerprint. Lower case, one word.
	Name() string
	// Version changes when findings for the same tree may change.
	Version() string
	// Detect reports each finding as it finds it. A file that cannot be scanned is a
	// skip in the coverage, not an error; an error ends the scan.
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
	Symbol      string   `json:"symbol,omitempty"`   // the enclosing function or type, if known
	Match       string   `json:"match"`              // the matched text; secrets are masked
	Snippet     string   `json:"snippet"`            // lines around it; secrets are masked
	Type        string   `json:"type"`               // SQLI, HARDCODED_SECRET, …
	CWE         string   `json:"cwe"`                // CWE-798
	CVSS        string   `json:"cvss"`               // the vector that determines the severity
	Confidence  float64  `json:"confidence"`         // 0–10
	Title       string   `json:"title"`              // the name of the weakness; Run adds the subject
	Weakness    string   `json:"weakness,omitempty"` // set by Run: the title without the subject
	Description string   `json:"description"`        // short
	Remediation string   `json:"remediation"`
	References  []string `json:"references,omitempty"`
	Trace       []Step   `json:"trace,omitempty"`

	// Subject becomes part of the title.
	Subject Subject `json:"-"`
	// Secret is the byte range of a secret in the file: no finding may show it. Zero if the
	// finding is not a secret.
	Secret Range `json:"-"`
	// Identity distinguishes findings with the same detector, rule, and path: normalized
	// tokens of the match, or a keyed hash of a secret's value.
	Identity string `json:"identity"`
	// Fingerprint is set by Run: "v1:" and a SHA-256 in hex.
	Fingerprint string `json:"fingerprint"`
}

// Range is a byte range in a file.
type Range struct{ Start, End int }

// Step is one location of a data flow from a source to a sink.
type Step struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	// Cleaned: the line calls a function whose name suggests a sanitizer.
	Cleaned bool `json:"-"`
}

// Messages of steps that enter or leave a function.
const (
	StepPassed   = "Passed to parameter"
	StepReturned = "Returned from call"
)

// Coverage records what a detector scanned and what it skipped.
type Coverage struct {
	Detector string   `json:"detector"`
	Version  string   `json:"version"`
	Rules    []string `json:"rules"` // ids of the applied rules
	// Complete means that the detector applied everything it knows: a rule that is not in
	// Rules found nothing. It is set for imported results, and for advisories, which are too
	// many to list.
	Complete bool     `json:"complete,omitempty"`
	Files    int      `json:"files"`            // number of scanned files
	Looked   []string `json:"looked,omitempty"` // which, if the detector scans few
	Skipped  []Skip   `json:"skipped,omitempty"`
	// Suppressed counts the suppressed findings. They are neither open nor fixed.
	Suppressed []Suppressed `json:"suppressed,omitempty"`
}

// Suppressed is the number of findings of a rule in a file that one suppression removed,
// and where that suppression is.
type Suppressed struct {
	Path  string `json:"path"`
	Rule  string `json:"rule"`
	By    string `json:"by"` // such as ".vigilignore:3"
	Count int    `json:"count"`
}

// Suppression is an ignore pattern or an ignore comment in a tree.
type Suppression struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"` // the pattern, or the comment from its marker on
}

// Skip is a file, a rule, or a rule in a file, that was not fully scanned, and why. A file
// with too many findings keeps the first ones.
type Skip struct {
	Path   string   `json:"path,omitempty"`
	Rule   string   `json:"rule,omitempty"`
	Reason string   `json:"reason"` // such as "larger than 1 MiB"
	Kind   SkipKind `json:"kind,omitempty"`
}

// SkipKind says what a skip means for a verdict. A gate never passes on incomplete analysis.
// Whoever makes a Skip decides; TestSkipsHaveKinds fails for one that does not.
type SkipKind string

const (
	// Incomplete: something that should have been scanned was not, or not to its end: a limit
	// was reached, a detector or a rule failed, a file could not be read. Findings may be
	// missing. A skip without a kind counts as incomplete.
	Incomplete SkipKind = "incomplete"
	// Excluded: by design, nothing is looked for there, such as in images, minified code, or a
	// package without an exact version; or the ignore file excludes the path.
	Excluded SkipKind = "excluded"
)

// IsIncomplete reports whether findings may be missing because of the skip.
func (s Skip) IsIncomplete() bool { return s.Kind != Excluded }

// TookTooLong reports whether the skip is for lack of time.
func (s Skip) TookTooLong() bool {
	return strings.HasPrefix(s.Reason, tookLonger) || s.Reason == errScanTime.Error()
}

const tookLonger = "took longer than "

// AcrossFiles begins the reasons of skips that concern data flow between files. Such a skip
// names the file with the sink, but any file on the way may be where the flow begins.
const AcrossFiles = "data flow between files"
