package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/spool"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestImports(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		const good = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]}`
		post := func(query, body string) *response { return s.call("POST", "/imports/sarif"+query).json(body).do() }
		scan := read[api.Scan](post("?repository=acme/api&commit=ABCDEF0&branch=dev", good).want(201))
		if *scan.Status != "queued" || scan.Name != "Import" || *scan.Branch != "dev" {
			t.Errorf("%+v", scan)
		}
		kept, err := s.store.GetScanImport(ctx, s.team.ID, vigil.ID(scan.ID))
		if err != nil || kept.Commit != "abcdef0" {
			t.Errorf("%+v %v", kept, err)
		}
		packed, err := s.store.OpenScanImport(ctx, s.team.ID, vigil.ID(scan.ID))
		if err != nil {
			t.Fatal(err)
		}
		document, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(document); err != nil || string(text) != good {
			t.Errorf("%s %v", text, err)
		}
		// What a scan was to record is gone with its end.
		s.call("POST", "/scans/"+scan.ID+"/cancel").do().want(200)
		if _, err := s.store.GetScanImport(ctx, s.team.ID, vigil.ID(scan.ID)); vigil.KindOf(err) != vigil.NotFound {
			t.Error(err)
		}
		for query, param := range map[string]string{
			"": "repository", "?repository=acme/api&x=1": "x", "?repository=acme/api&commit=xyz": "commit", "?repository=acme/api&partial=yes": "partial",
			"?repository=acme/api&provider=svn": "provider", "?repository=acme/api&branch=a..b": "branch", "?repository=/": "repository",
		} {
			r := post(query, good).want(400)
			var e api.ErrorBody
			if r.into(&e); e.Error.Param != param {
				t.Errorf("%s: %+v", query, e.Error)
			}
		}
		for body, want := range map[string]string{
			"": "EOF", "[]": "{ is expected", `{"version":"2.0.0","runs":[]}`: "2.0.0", `{"version":"2.1.0","runs":[{}]}`: "tool.driver.name is missing", good + "x": "behind the end",
		} {
			r := s.call("POST", "/imports/sarif?repository=acme/api").with("Content-Type", "application/sarif+json")
			r.body = body
			var e api.ErrorBody
			if r.do().wantError(400, "import_invalid", "").into(&e); !strings.Contains(e.Error.Message, want) {
				t.Errorf("%s: %s", body, e.Error.Message)
			}
		}
		s.call("POST", "/imports/sarif?repository=acme/api").with("Content-Type", "text/plain").do().wantError(415, "unsupported_media_type", "")
		s.call("POST", "/imports/sarif?repository=acme/api").json(good).as(s.newKey(s.team, vigil.ScansRead)).do().wantError(403, "permission_denied", "")

		first := s.call("POST", "/imports/sarif?repository=acme/api").json(good).with("Idempotency-Key", "k").do().want(201)
		again := s.call("POST", "/imports/sarif?repository=acme/api").json(good).with("Idempotency-Key", "k").do().want(201)
		if string(first.body) != string(again.body) {
			t.Errorf("%s %s", first.body, again.body)
		}
		s.call("POST", "/imports/sarif?repository=acme/api").json(good+" ").with("Idempotency-Key", "k").do().wantError(422, "idempotency_key_reused", "Idempotency-Key")
	})
}

// TestImportTooLarge stops reading at the limit.
func TestImportTooLarge(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	body := io.MultiReader(strings.NewReader(`{"version":"2.1.0","runs":[`), bytes.NewReader(bytes.Repeat([]byte(" "), vigil.MaxImport)), strings.NewReader(`]}`))
	r, err := http.NewRequest(http.MethodPost, s.url+"/imports/sarif?repository=acme/api", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"X-Api-Key": {string(s.key)}, "Content-Type": {"application/sarif+json"}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), "body_too_large") {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
}

// TestRefusedImports: a refused import leaves nothing behind, and what is refused for a quota is not
// even stored.
func TestRefusedImports(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		const good = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[]}]}`
		quotas := vigil.Quotas{{Quota: vigil.QuotaQueuedScans, Limit: 1}}
		s := newServerLimited(t, db, httpapi.RateLimit{}, spool.Config{}, quotas)
		lost := func(at time.Time) (batches int) {
			t.Helper()
			for {
				any, err := db.DeleteLostImport(ctx, at)
				if err != nil {
					t.Fatal(err)
				}
				if !any {
					return batches
				}
				batches++
			}
		}
		post := func(repository string) *response {
			return s.call("POST", "/imports/sarif?repository="+repository).with("Idempotency-Key", repository).json(good).do()
		}
		post(string(vigil.NewID())).wantError(400, "parameter_invalid", "repository")
		if n := lost(vigil.Now()); n != 2 {
			t.Errorf("%d batches, want the part and the document", n)
		}
		first := read[api.Scan](post("acme/api").want(201))
		post("acme/web").wantError(429, "quota_exceeded", "queued_scans")
		post("acme/api").want(201) // replayed
		if n := lost(vigil.Now().Add(time.Hour)); n != 0 {
			t.Errorf("%d batches of what was refused or replayed", n)
		}
		if _, err := db.OpenScanImport(ctx, s.team.ID, vigil.ID(first.ID)); err != nil {
			t.Error(err)
		}
	})
}
