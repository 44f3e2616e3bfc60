package api

import "vigil"

// Fix is a change that removes a vulnerability, proposed by a language model and proven by the
// engine.
type Fix struct {
	Object          string    `json:"object"`
	VulnerabilityID string    `json:"vulnerability_id"`
	Status          string    `json:"status"`
	Model           string    `json:"model"`
	Branch          string    `json:"branch"`
	ScanID          string    `json:"scan_id"`
	Diff            *string   `json:"diff"`    // null unless it is proven
	Summary         *string   `json:"summary"` // of the model, plain text; null unless it is proven
	Proof           *FixProof `json:"proof"`   // null unless it is proven
	// FailureReason is a code, FailureDetail a sentence; null unless it failed.
	FailureReason *string `json:"failure_reason"`
	FailureDetail *string `json:"failure_detail"`
	RequestedBy   string  `json:"requested_by"`
	// PullRequest is null unless one was opened, PullRequestProblem unless that was asked for and
	// failed. FixScanID is the scan of its branch.
	PullRequest        *PullRequest `json:"pull_request"`
	PullRequestProblem *string      `json:"pull_request_problem"`
	FixScanID          *string      `json:"fix_scan_id"`
	CreatedAt          string       `json:"created_at"`
	EndedAt            *string      `json:"ended_at"`
}

// PullRequest is a pull request, or a merge request, at the code host.
type PullRequest struct {
	Number int64   `json:"number"`
	URL    *string `json:"url"`
}

// FixProof is what the engine found out about a fix.
type FixProof struct {
	Before    int    `json:"before"`
	After     int    `json:"after"`
	New       int    `json:"new"`
	AlsoFixed int    `json:"also_fixed"`
	Engine    string `json:"engine"`
	Commit    string `json:"commit"`
}

// NewFix returns a fix in its wire form.
func NewFix(f vigil.Fix) Fix {
	out := Fix{
		Object: "fix", VulnerabilityID: string(f.VulnerabilityID), Status: string(f.Status), Model: string(f.Model), Branch: f.Branch, ScanID: string(f.ScanID),
		FailureReason: optional(f.Reason), FailureDetail: optional(f.Detail), RequestedBy: f.Requester,
		CreatedAt: timestamp(f.CreatedAt), EndedAt: optionalTime(f.EndedAt), PullRequestProblem: optional(f.PullRequestProblem), FixScanID: optional(f.FixScanID),
	}
	if f.PullRequest.Number > 0 {
		out.PullRequest = &PullRequest{f.PullRequest.Number, optional(f.PullRequest.URL)}
	}
	if f.Status == vigil.FixProven {
		proof := FixProof(f.Proof)
		out.Diff, out.Summary, out.Proof = &f.Diff, optional(f.Summary), &proof
	}
	return out
}
