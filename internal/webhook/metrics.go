package webhook

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vigil/internal/store"
)

// Metrics counts what is sent.
type Metrics struct{ attempts *prometheus.HistogramVec }

// NewMetrics registers what is measured. A nil registry is nobody who reads it.
func NewMetrics(registry *prometheus.Registry, db *store.Store) *Metrics {
	m := &Metrics{prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "vigil_delivery_attempt_seconds",
		Help:    "Time that attempts to deliver events took, by what became of the delivery: succeeded, retried or failed.",
		Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"outcome"})}
	if registry == nil {
		return m
	}
	registry.MustRegister(m.attempts, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vigil_deliveries_waiting",
		Help: "Deliveries that wait to be made, in the whole database; -1 when it does not answer.",
	}, func() float64 { n, _ := waiting(db); return n }), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "vigil_delivery_oldest_due_seconds",
		Help: "For how long the delivery that should have been made first has been due; 0 if none is, -1 when the database does not answer.",
	}, func() float64 { _, age := waiting(db); return age }))
	return m
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

func waiting(db *store.Store) (deliveries, age float64) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
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
