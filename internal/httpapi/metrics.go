package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vigil/internal/store"
)

// metrics counts requests by route, and what was refused for a quota.
type metrics struct {
	requests *prometheus.HistogramVec
	refusals *prometheus.CounterVec
}

func newMetrics(registry *prometheus.Registry) *metrics {
	m := &metrics{requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "vigil_http_request_seconds",
		Help:    "Time to answer requests, by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"method", "route", "status"}), refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "vigil_quota_refusals_total",
		Help: "Requests that were refused because a team had reached a quota, by quota.",
	}, []string{"quota"})}
	registry.MustRegister(m.requests, m.refusals)
	return m
}

// serveMetrics answers a scrape: what the registry holds, and the gauges that query the
// database. Those are made for each scrape, so that their queries end with it.
func (a *API) serveMetrics(registry *prometheus.Registry, gauges func(context.Context) []prometheus.Collector) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		scrape := prometheus.NewRegistry()
		scrape.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "vigil_jobs_waiting",
			Help: "Jobs that wait to be worked on, in the whole database; -1 when it does not answer.",
		}, func() float64 { return waitingJobs(ctx, a.store) }))
		if gauges != nil {
			scrape.MustRegister(gauges(ctx)...)
		}
		promhttp.HandlerFor(prometheus.Gatherers{registry, scrape}, promhttp.HandlerOpts{}).ServeHTTP(w, r)
	}
}

func (m *metrics) observe(method, route string, status int, took time.Duration) {
	if !slices.Contains([]string{"GET", "HEAD", "POST", "PATCH", "DELETE"}, method) {
		method = "other" // anybody can make up methods, and each would stay in memory
	}
	if route == "" {
		route = "none"
	}
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

func waitingJobs(ctx context.Context, db *store.Store) float64 {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	n, err := db.CountWaitingJobs(ctx)
	if err != nil {
		return -1
	}
	return float64(n)
}
