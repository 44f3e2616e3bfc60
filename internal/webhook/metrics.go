package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vigil/internal/store"
)

// Metrics are the Prometheus metrics of a sender.
type Metrics struct {
	attempts *prometheus.HistogramVec
	inUse    prometheus.Gauge
}

// NewMetrics creates the metrics and registers them, unless the registry is nil.
func NewMetrics(registry *prometheus.Registry) *Metrics {
	m := &Metrics{attempts: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "vigil_delivery_attempt_seconds",
		Help:    "Time that attempts to deliver events took, by what became of the delivery: succeeded, retried or failed.",
		Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"outcome"}), inUse: prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "vigil_delivery_slots_in_use",
		Help: fmt.Sprintf("Of the %d requests that this process may have under way to webhooks, how many are taken.", maxSlots),
	})}
	if registry != nil {
		registry.MustRegister(m.attempts, m.inUse)
	}
	return m
}

// Backlog returns gauges that query the database when they are collected, as part of the
// scrape that ctx belongs to.
func Backlog(ctx context.Context, db *store.Store) []prometheus.Collector {
	return []prometheus.Collector{prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vigil_webhooks_hanging",
		Help: "Webhooks whose circuit breaker is open, for their receivers let attempts time out, in the whole database; -1 when it does not answer.",
	}, func() float64 { return hanging(ctx, db) }), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vigil_deliveries_waiting",
		Help: "Deliveries that wait to be made, in the whole database; -1 when it does not answer.",
	}, func() float64 { n, _ := waiting(ctx, db); return n }), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vigil_delivery_oldest_due_seconds",
		Help: "For how long the delivery that should have been made first has been due; 0 if none is, -1 when the database does not answer.",
	}, func() float64 { _, age := waiting(ctx, db); return age })}
}

func (m *Metrics) count(r store.AttemptResult) {
	outcome := "failed"
	switch {
	case r.Attempt.Succeeded():
		outcome = "succeeded"
	case !r.Next.IsZero():
		outcome = "retried"
	}
	m.attempts.WithLabelValues(outcome).Observe(r.Attempt.Took.Seconds())
}

func (m *Metrics) slots(inUse int) { m.inUse.Set(float64(inUse)) }

func hanging(ctx context.Context, db *store.Store) float64 {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	n, err := db.CountHangingWebhooks(ctx, breakAfter)
	if err != nil {
		return -1
	}
	return float64(n)
}

func waiting(ctx context.Context, db *store.Store) (deliveries, age float64) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	n, oldest, err := db.CountDeliveries(ctx)
	switch {
	case err != nil:
		return -1, -1
	case oldest.IsZero():
		return float64(n), 0
	}
	return float64(n), max(time.Since(oldest).Seconds(), 0)
}
