package review

import (
	"github.com/prometheus/client_golang/prometheus"

	"vigil"
)

// Metrics are the Prometheus metrics of a reviewer. Nil counts nothing.
type Metrics struct {
	calls  *prometheus.CounterVec
	tokens *prometheus.CounterVec
	cost   *prometheus.CounterVec
}

// NewMetrics creates the metrics and registers them.
func NewMetrics(registry *prometheus.Registry) *Metrics {
	m := &Metrics{calls: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "vigil_model_calls_total",
		Help: "Calls to language models by this process, by outcome: answered, cached (no call was needed), refused (not charged), or unknown (may have been charged).",
	}, []string{"model", "outcome"}), tokens: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "vigil_model_tokens_total",
		Help: "Tokens that language models read and wrote for this process.",
	}, []string{"model", "direction"}), cost: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "vigil_model_cost_dollars_total",
		Help: "Cost of calls to language models by this process, by the configured prices. Calls with an unknown outcome count as much as they could have cost.",
	}, []string{"model"})}
	registry.MustRegister(m.calls, m.tokens, m.cost)
	return m
}

func (m *Metrics) count(model vigil.Model, outcome string, n int) {
	if m != nil {
		m.calls.WithLabelValues(string(model), outcome).Add(float64(n))
	}
}

func (m *Metrics) spend(model vigil.Model, u vigil.ModelUsage) {
	if m != nil {
		m.tokens.WithLabelValues(string(model), "input").Add(float64(u.InputTokens))
		m.tokens.WithLabelValues(string(model), "output").Add(float64(u.OutputTokens))
		m.cost.WithLabelValues(string(model)).Add(u.Cost.Dollars())
	}
}
