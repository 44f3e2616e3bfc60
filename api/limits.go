package api

import "vigil"

// Limits are the limits of a team and its keys.
type Limits struct {
	Object    string     `json:"object"`
	RateLimit *RateLimit `json:"rate_limit"` // null: there is none
	Quotas    []Quota    `json:"quotas"`
}

// RateLimit is the number of requests per key and window.
type RateLimit struct {
	Requests int `json:"requests"`
	Seconds  int `json:"seconds"`
}

// Quota is a limit of a team and its current usage.
type Quota struct {
	Name  string `json:"name"`
	Limit *int64 `json:"limit"` // null: there is none
	Used  int64  `json:"used"`
}

// NewQuota describes one quota.
func NewQuota(q vigil.QuotaLimit, used int64) Quota {
	out := Quota{Name: string(q.Quota), Used: used}
	if q.Limit > 0 {
		out.Limit = &q.Limit
	}
	return out
}
