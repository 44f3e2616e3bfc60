package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"vigil"
	"vigil/internal/store"
)

// Routes returns the permission that each route needs.
func Routes(a *API) map[string]vigil.Permission {
	out := map[string]vigil.Permission{}
	for _, r := range a.routes() {
		out[r.pattern] = r.permission
	}
	return out
}

// FlushUses writes down which keys were used, as Run does now and then.
func FlushUses(t testing.TB, a *API) {
	t.Helper()
	if err := a.flushUses(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// WriteTableLate writes the table of all vulnerabilities of a team when the time of the
// request is over, but its caller still reads.
func WriteTableLate(a *API, team vigil.Team, w io.Writer) error {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	r := &request{Request: httptest.NewRequestWithContext(over, http.MethodGet, "/", nil), caller: context.Background()}
	r.key = vigil.Key{Team: team, Permissions: vigil.AllPermissions}
	return a.vulnerabilityTable(r, store.VulnerabilityFilter{}, vigil.Page{Sort: "created_at"}, false).file.write(w)
}
