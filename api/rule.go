package api

import (
	"encoding/json"

	"vigil"
)

// Rule is a rule for code.
type Rule struct {
	Object          string      `json:"object"`
	ID              string      `json:"id"`
	Origin          string      `json:"origin"`
	Status          string      `json:"status"`
	Mode            string      `json:"mode"`
	Languages       []string    `json:"languages"`
	Severity        json.Number `json:"severity"`
	SeverityLevel   string      `json:"severity_level"`
	CVSSVector      string      `json:"cvss_vector"`
	ConfidenceScore json.Number `json:"confidence_score"`
	Type            string      `json:"type"`
	CWE             string      `json:"cwe"`
	Title           string      `json:"title"`
	Message         string      `json:"message"`
	File            string      `json:"file"`
	Line            int         `json:"line"`
	Problems        []string    `json:"problems"`
}

// NewRule returns a rule in its wire form.
func NewRule(r vigil.Rule) Rule {
	return Rule{
		Object: "rule", ID: r.ID, Origin: string(r.Origin), Status: string(r.Status), Mode: r.Mode, Languages: texts(r.Languages),
		Severity: decimal(r.Severity), SeverityLevel: string(r.Severity.Level()), CVSSVector: r.CVSS, ConfidenceScore: decimal(r.Confidence),
		Type: r.Type, CWE: r.CWE, Title: r.Title, Message: r.Message, File: r.File, Line: r.Line, Problems: texts(r.Problems),
	}
}

// RuleBundle is the custom rules of a team, without the bytes.
type RuleBundle struct {
	Object          string   `json:"object"`
	ID              string   `json:"id"`
	SHA256          string   `json:"sha256"`
	MediaType       string   `json:"media_type"`
	ReplacesBuiltIn bool     `json:"replaces_built_in"`
	RuleCount       int      `json:"rule_count"`
	UnusableCount   int      `json:"unusable_count"`
	Problems        []string `json:"problems"`
	CreatedAt       string   `json:"created_at"`
}

// maxBundleProblems is how many problems of its rules a bundle shows. Each rule shows
// its own.
const maxBundleProblems = 100

// NewRuleBundle returns a bundle in its wire form.
func NewRuleBundle(b vigil.RuleBundle) RuleBundle {
	out := RuleBundle{
		Object: "rule_bundle", ID: string(b.ID), SHA256: b.SHA256, MediaType: b.MediaType, ReplacesBuiltIn: b.ReplacesBuiltIn,
		RuleCount: len(b.Rules), Problems: []string{}, CreatedAt: timestamp(b.CreatedAt),
	}
	for _, r := range b.Rules {
		if r.Status == vigil.UnusableRule {
			out.UnusableCount++
		}
		for _, p := range r.Problems {
			if len(out.Problems) < maxBundleProblems {
				out.Problems = append(out.Problems, p)
			}
		}
	}
	return out
}
