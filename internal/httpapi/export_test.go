package httpapi

import (
	"context"
	"testing"

	"vigil"
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
