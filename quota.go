package vigil

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Quota names a resource of which a team can have a limited amount.
type Quota string

const (
	QuotaRepositories    Quota = "repositories"
	QuotaVulnerabilities Quota = "vulnerabilities"
	QuotaStoredBytes     Quota = "stored_bytes" // archives, imports, rules, API descriptions, and wikis
	QuotaQueuedScans     Quota = "queued_scans"
	QuotaRunningScans    Quota = "running_scans"
	QuotaUploads         Quota = "uploads" // request bodies that are received at once
	QuotaWebhooks        Quota = "webhooks"
	QuotaSchedules       Quota = "schedules"
	QuotaRules           Quota = "rules"
	QuotaKeys            Quota = "keys"
	QuotaStreams         Quota = "streams"
	QuotaTriageJobs      Quota = "triage_jobs" // that have not ended
)

// Quotas are the limits per team, in the order of the documentation. A limit of 0
// means unlimited.
type Quotas []QuotaLimit

// QuotaLimit is one quota with its limit.
type QuotaLimit struct {
	Quota Quota
	Limit int64
}

// DefaultQuotas returns the quotas unless the operator configures others.
func DefaultQuotas() Quotas {
	return Quotas{
		{QuotaRepositories, 10_000},
		{QuotaVulnerabilities, 2_000_000},
		{QuotaStoredBytes, 50 << 30},
		{QuotaQueuedScans, 1_000},
		{QuotaRunningScans, 0},
		{QuotaUploads, 4},
		{QuotaWebhooks, 100},
		{QuotaSchedules, 500},
		{QuotaRules, 5_000},
		{QuotaKeys, 1_000},
		{QuotaStreams, 50},
		{QuotaTriageJobs, 20},
	}
}

// NoQuotas returns all quotas, unlimited.
func NoQuotas() Quotas {
	quotas := DefaultQuotas()
	for i := range quotas {
		quotas[i].Limit = 0
	}
	return quotas
}

// ParseQuotas parses "webhooks=20,queued_scans=off" as changes to the defaults.
func ParseQuotas(list string) (Quotas, error) {
	quotas := DefaultQuotas()
	if list == "" {
		return quotas, nil
	}
	for item := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		i := slices.IndexFunc(quotas, func(q QuotaLimit) bool { return string(q.Quota) == name })
		if i < 0 {
			return nil, fmt.Errorf("%q is no quota: there are %s", name, quotas.names())
		}
		if value == "off" {
			quotas[i].Limit = 0
			continue
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%s must be a number of 1 or more, or off, not %q", name, value)
		}
		quotas[i].Limit = n
	}
	return quotas, nil
}

func (qs Quotas) names() string {
	var names []string
	for _, q := range qs {
		names = append(names, string(q.Quota))
	}
	return strings.Join(names, ", ")
}

// Limit returns the limit of a quota, 0 if it is unlimited.
func (qs Quotas) Limit(name Quota) int64 {
	for _, q := range qs {
		if q.Quota == name {
			return q.Limit
		}
	}
	return 0
}

// Check returns an error if adding more to what a team uses would exceed a quota.
func (qs Quotas) Check(name Quota, used, more int64) error {
	if limit := qs.Limit(name); limit > 0 && used+more > limit {
		return QuotaError(name, limit)
	}
	return nil
}

// QuotaError reports that a team has reached a quota.
func QuotaError(name Quota, limit int64) error {
	return &Error{Kind: RateLimited, Code: "quota_exceeded", Param: string(name),
		Message: fmt.Sprintf("This team has reached its quota of %d for %s. Use less, or ask the operator for more; GET /limits shows all quotas.", limit, name)}
}
