package api

import (
	"math"

	"vigil"
)

// ModelReview is the second look of a language model at a vulnerability, in its own words. Nothing
// in it is verified. All texts are plain text: do not render them as Markdown or HTML.
type ModelReview struct {
	Model       string `json:"model"`
	Name        string `json:"name"`
	Verdict     string `json:"verdict"`
	Confidence  int    `json:"confidence"`
	Why         string `json:"why"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Exploit     string `json:"exploit"`
	Remediation string `json:"remediation"`
	CreatedAt   string `json:"created_at"`
}

// NewModelReview shows an opinion; nil if there is none.
func NewModelReview(o *vigil.Opinion) *ModelReview {
	if o == nil {
		return nil
	}
	return &ModelReview{
		Model: string(o.Model), Name: o.Name, Verdict: string(o.Verdict), Confidence: o.Confidence, Why: o.Why, Title: o.Title,
		Description: o.Description, Exploit: o.Exploit, Remediation: o.Remediation, CreatedAt: timestamp(o.CreatedAt),
	}
}

// ScanUsage is what language models did for a scan, and what it cost.
type ScanUsage struct {
	Object string `json:"object"`
	ScanID string `json:"scan_id"`
	UsageCounts
	Models []ModelUsage `json:"models"`
}

// ModelUsage is the usage of one model.
type ModelUsage struct {
	Model string `json:"model"`
	Name  string `json:"name"`
	UsageCounts
}

// UsageCounts are calls, tokens, and their cost in US dollars.
type UsageCounts struct {
	Calls        int64   `json:"calls"`
	Cached       int64   `json:"cached"`
	InputTokens  int64   `json:"input_tokens"`
	OutputTokens int64   `json:"output_tokens"`
	Cost         float64 `json:"cost"`
}

func newUsageCounts(u vigil.ModelUsage) UsageCounts {
	const millionths = 1e6
	return UsageCounts{u.Calls, u.Cached, u.InputTokens, u.OutputTokens, math.Round(u.Cost.Dollars()*millionths) / millionths}
}

// NewScanUsage shows the usage of a scan.
func NewScanUsage(scan vigil.ID, all []vigil.ModelUsage) ScanUsage {
	out := ScanUsage{Object: "scan_usage", ScanID: string(scan), Models: []ModelUsage{}}
	var sum vigil.ModelUsage
	for _, u := range all {
		sum.Calls += u.Calls
		sum.Cached += u.Cached
		sum.InputTokens += u.InputTokens
		sum.OutputTokens += u.OutputTokens
		sum.Cost += u.Cost
		out.Models = append(out.Models, ModelUsage{Model: string(u.Model), Name: u.Name, UsageCounts: newUsageCounts(u)})
	}
	out.UsageCounts = newUsageCounts(sum)
	return out
}
