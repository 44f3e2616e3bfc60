package api

import (
	"encoding/json"
	"fmt"

	"vigil"
)

// Evidence is the evidence of a vulnerability: location, match, description, and
// remediation. Secrets in it are masked.
type Evidence struct {
	Object          string   `json:"object"`
	VulnerabilityID string   `json:"vulnerability_id"`
	Detector        string   `json:"detector"`
	Rule            string   `json:"rule"`
	Path            string   `json:"path"`
	StartLine       int      `json:"start_line"`
	StartColumn     int      `json:"start_column"`
	EndLine         int      `json:"end_line"`
	EndColumn       int      `json:"end_column"`
	Match           string   `json:"match"`
	Snippet         string   `json:"snippet"`
	Remediation     string   `json:"remediation"`
	References      []string `json:"references"`
	Trace           []Step   `json:"trace"`
	// ModelReview is what a language model said of it; nil if none was asked.
	ModelReview *ModelReview `json:"model_review"`
}

// Step is one location of the data flow from source to sink.
type Step struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// NewEvidence decodes stored evidence: a finding of the engine, as JSON.
func NewEvidence(vulnerability vigil.ID, finding []byte) (Evidence, error) {
	e := Evidence{References: []string{}, Trace: []Step{}}
	if err := json.Unmarshal(finding, &e); err != nil {
		return e, fmt.Errorf("read evidence of %s: %w", vulnerability, err)
	}
	e.ModelReview = nil // never part of a finding
	e.Object, e.VulnerabilityID = "vulnerability_evidence", string(vulnerability)
	return e, nil
}
