package httpapi

import (
	"net/http"

	"vigil"
	"vigil/api"
)

// getLimits shows what the team and its keys may use, and what they do.
func (a *API) getLimits(r *request) (answer, error) {
	if err := r.query().Done(); err != nil {
		return answer{}, err
	}
	out := api.Limits{Object: "limits"}
	if l := a.limiter.limit; l.Requests > 0 {
		out.RateLimit = &api.RateLimit{Requests: l.Requests, Seconds: int(l.Per.Seconds())}
	}
	quotas := a.quotas
	if quotas == nil {
		quotas = vigil.NoQuotas()
	}
	for _, q := range quotas {
		used, err := a.usage(r, q.Quota)
		if err != nil {
			return answer{}, err
		}
		out.Quotas = append(out.Quotas, api.NewQuota(q, used))
	}
	return ok(out), nil
}

func (a *API) usage(r *request, quota vigil.Quota) (int64, error) {
	switch quota {
	case vigil.QuotaStreams:
		return a.streams.ofTeam(r.team()), nil
	case vigil.QuotaUploads:
		return a.spool.OfTeam(r.team()), nil
	}
	return a.store.CountUsage(r.Context(), r.team(), quota)
}

// quotaWait is how long those should wait who met a quota that frees itself.
const quotaWait = "10"

// countRefusal counts an answer that refuses something for a quota, and says when to try
// again if it is one that frees itself.
func (a *API) countRefusal(h http.Header, quota vigil.Quota) {
	a.metrics.refusals.WithLabelValues(string(quota)).Inc()
	switch quota {
	case vigil.QuotaQueuedScans, vigil.QuotaUploads, vigil.QuotaStreams, vigil.QuotaTriageJobs:
		h.Set("Retry-After", quotaWait)
	}
}
