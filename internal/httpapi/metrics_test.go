package httpapi_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store/storetest"
)

// TestMetricsOfAScrape has gauges collected within the request that asks for them.
func TestMetricsOfAScrape(t *testing.T) {
	type key struct{}
	db := storetest.Open(t, storetest.SQLite(t))
	a := httpapi.New(httpapi.Config{Store: db, Service: &service.Service{}, Gauges: func(ctx context.Context) []prometheus.Collector {
		n, _ := ctx.Value(key{}).(float64)
		return []prometheus.Collector{prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "of_this_scrape"}, func() float64 { return n })}
	}})
	for n, want := range map[float64]string{1: "of_this_scrape 1", 2: "of_this_scrape 2"} {
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequestWithContext(context.WithValue(t.Context(), key{}, n), "GET", "/metrics", nil))
		for _, want := range []string{want, "vigil_jobs_waiting 0"} {
			if !strings.Contains(w.Body.String(), "\n"+want+"\n") {
				t.Errorf("no %q in %d\n%s", want, w.Code, w.Body)
			}
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequestWithContext(gone, "GET", "/metrics", nil))
	if !strings.Contains(w.Body.String(), "\nvigil_jobs_waiting -1\n") {
		t.Errorf("the query outlives the scrape:\n%s", w.Body)
	}
}
