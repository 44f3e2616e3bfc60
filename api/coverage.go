package api

import (
	"encoding/json"
	"fmt"

	"vigil"
)

// ScanCoverage is what a scan analyzed and skipped, why it failed, if it did, and the
// result of the repository's gate.
type ScanCoverage struct {
	Object    string       `json:"object"`
	ScanID    string       `json:"scan_id"`
	Mode      string       `json:"mode"` // that was asked for
	CommitSHA *string      `json:"commit_sha"`
	Failure   *ScanFailure `json:"failure"`
	Gate      *GateSummary `json:"gate"`
	Coverage
}

// ScanFailure is why a scan failed.
type ScanFailure struct {
	Reason string `json:"reason"`
}

// GateSummary is the verdict of the Gate of a scan.
type GateSummary struct {
	FailOnSeverity string `json:"fail_on_severity"`
	Passed         *bool  `json:"passed"`
	Reason         string `json:"reason"`
}

// Coverage is the part of a ScanCoverage that is stored when a scan completes.
type Coverage struct {
	Partial       bool           `json:"partial"` // only some files were wanted
	BaseCommitSHA *string        `json:"base_commit_sha"`
	Unconfined    *string        `json:"unconfined"` // why git or the engine had more rights than needed
	TeamRules     *CoverageRules `json:"team_rules"`
	// Proposals are the proposed witnesses that the scan proved or refused; left out if there were none.
	Proposals *CoverageProposals `json:"proposals,omitempty"`
	// Incomplete is the number of skips that are incomplete, in left_out and in all detectors. Null
	// in scans of earlier versions.
	Incomplete *int         `json:"incomplete"`
	LeftOut    Capped[Skip] `json:"left_out"`
	// NewSuppressions are those that a pull request adds. They do not apply to its own scan.
	NewSuppressions Capped[NewSuppression] `json:"new_suppressions"`
	Detectors       []DetectorCoverage     `json:"detectors"`
}

// CoverageRules identifies the custom rules of the team that a scan used.
type CoverageRules struct {
	SHA256          string `json:"sha256"`
	ReplacesBuiltIn bool   `json:"replaces_built_in"`
}

// CoverageProposals counts the proposed witnesses of a scan.
type CoverageProposals struct {
	Kept    int               `json:"kept"`
	Refused []RefusedProposal `json:"refused"` // by reason
}

// RefusedProposal is the number of proposals that were refused for a reason.
type RefusedProposal struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// DetectorCoverage is what one detector analyzed.
type DetectorCoverage struct {
	Detector   string             `json:"detector"`
	Version    string             `json:"version"`
	Rules      int                `json:"rules"`
	Files      int                `json:"files"`
	LookedAt   *Capped[string]    `json:"looked_at,omitempty"` // of a detector that looks at few files
	Skipped    Capped[Skip]       `json:"skipped"`
	Suppressed Capped[Suppressed] `json:"suppressed"`
}

// Skip is a file or a rule whose analysis is incomplete.
type Skip struct {
	Path   *string `json:"path"`
	Rule   *string `json:"rule"`
	Reason string  `json:"reason"`
	// Kind is "excluded" or "incomplete". Null in scans of earlier versions.
	Kind *string `json:"kind"`
}

// Suppressed is the number of suppressed findings of a rule in a file.
type Suppressed struct {
	Path  string `json:"path"`
	Rule  string `json:"rule"`
	By    string `json:"by"`
	Count int    `json:"count"`
}

// NewSuppression is an ignore comment or a pattern of the ignore file that a pull request adds.
type NewSuppression struct {
	FilePath string `json:"file_path"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// Capped is a truncated list with its full length.
type Capped[T any] struct {
	Total int `json:"total"`
	Data  []T `json:"data"`
}

// NewScanCoverage combines the stored coverage of a scan, the JSON of a Coverage, with its
// gate.
func NewScanCoverage(s vigil.Scan, kept []byte, failure string, gate vigil.Gate) (ScanCoverage, error) {
	out := ScanCoverage{Object: "scan_coverage", ScanID: string(s.ID), Mode: string(s.Mode), CommitSHA: optional(s.CommitSHA),
		Coverage: Coverage{LeftOut: Capped[Skip]{Data: []Skip{}}, NewSuppressions: Capped[NewSuppression]{Data: []NewSuppression{}}, Detectors: []DetectorCoverage{}}}
	if err := json.Unmarshal(kept, &out.Coverage); err != nil {
		return out, fmt.Errorf("read coverage of scan %s: %w", s.ID, err)
	}
	if failure != "" {
		out.Failure = &ScanFailure{Reason: failure}
	}
	if gate.FailOnSeverity != "" {
		out.Gate = &GateSummary{FailOnSeverity: string(gate.FailOnSeverity), Passed: gate.Passed, Reason: gate.Reason}
	}
	return out, nil
}
