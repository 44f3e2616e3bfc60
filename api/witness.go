package api

import "vigil"

// Witness is a proposed weakness, and what became of it.
type Witness struct {
	Object       string          `json:"object"`
	ID           string          `json:"id"`
	RepositoryID string          `json:"repository_id"`
	State        string          `json:"state"`
	RuleID       string          `json:"rule_id"`
	Hash         string          `json:"hash"`
	Proposal     WitnessProposal `json:"proposal"`
	Rule         *string         `json:"rule"` // as scans use it; null unless it was proven
	Branch       *string         `json:"branch"`
	ScanID       *string         `json:"scan_id"`
	CommitSHA    *string         `json:"commit_sha"`
	// RefusalReason is a code, RefusalDetail a sentence.
	RefusalReason *string `json:"refusal_reason"`
	RefusalDetail *string `json:"refusal_detail"`
	Proposer      string  `json:"proposer"`
	CreatedAt     string  `json:"created_at"`
	ProvenAt      *string `json:"proven_at"`
	PromotedAt    *string `json:"promoted_at"`
}

// WitnessProposal is a proposal as it was sent.
type WitnessProposal struct {
	CWE         string   `json:"cwe"`
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Code        string   `json:"code"`
	Witness     string   `json:"witness"`
	Also        []string `json:"also,omitempty"` // path:line
	Mend        string   `json:"mend"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Remediation string   `json:"remediation,omitempty"`
}

// NewWitness returns a witness in its wire form.
func NewWitness(w vigil.Witness) Witness {
	p := w.Proposal
	out := Witness{
		Object: "witness", ID: string(w.ID), RepositoryID: string(w.RepositoryID), State: string(w.State), RuleID: w.RuleID(), Hash: w.Hash,
		Proposal: WitnessProposal{CWE: p.CWE, File: p.File, Line: p.Line, Code: p.Code, Witness: p.Witness, Mend: p.Mend,
			Title: p.Title, Description: p.Description, Remediation: p.Remediation},
		Rule: optional(w.Rule), Branch: optional(w.Branch), ScanID: optional(w.ScanID), CommitSHA: optional(w.CommitSHA),
		RefusalReason: optional(w.Refusal), RefusalDetail: optional(w.Detail), Proposer: w.Proposer,
		CreatedAt: timestamp(w.CreatedAt), ProvenAt: optionalTime(w.ProvenAt), PromotedAt: optionalTime(w.PromotedAt),
	}
	for _, place := range p.Also {
		out.Proposal.Also = append(out.Proposal.Also, place.String())
	}
	return out
}
