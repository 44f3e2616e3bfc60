package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestHiddenCharactersAreEscaped has names, titles and snippets that reorder or hide text.
// In JSON they are the same values, written as escapes; a table shows the escapes.
func TestHiddenCharactersAreEscaped(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		const trojan = "user\u202e\u2066 // admin\u2069\u200b"
		name, _ := json.Marshal(trojan)
		scan := read[api.Scan](s.post("/scans", `{"name":`+string(name)+`,"repository":"acme/api"}`).want(201))
		if scan.Name != trojan {
			t.Errorf("the name is %q", scan.Name)
		}
		found := s.record(scan.ID, 2, func(_ int, v *vigil.Vulnerability) { v.Title, v.FilePath, v.Description = trojan, trojan+".py", trojan })[0].ID
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			finding, _ := json.Marshal(map[string]any{"detector": "code", "rule": "r", "path": trojan, "start_line": 3, "snippet": trojan})
			return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: found, Detector: "code", Rule: "r", Finding: finding}})
		})
		s.patch("/vulnerabilities/"+string(found), `{"action":"dismiss","reason":`+string(name)+`}`).want(200)
		hidden := func(r rune) bool { return unicode.Is(unicode.Cf, r) }
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			description := `{"openapi":"3.0.3","info":{"title":"` + trojan + `"},"paths":{}}`
			return tx.UpsertScanRoutes(ctx, s.team.ID, vigil.ID(scan.ID), storetest.Routes(t, "json", description, "info:\n  title: '"+trojan+"'\n"))
		})
		for _, path := range []string{"/scans", "/scans/" + scan.ID, "/scans/" + scan.ID + "/endpoints", "/scans/" + scan.ID + "/endpoints?format=yaml", "/scans/" + scan.ID + "/sarif", "/vulnerabilities", "/vulnerabilities?expand=scan", "/vulnerabilities/" + string(found),
			"/vulnerabilities/" + string(found) + "/evidence", "/vulnerabilities/" + string(found) + "/history", "/events"} {
			body := string(s.get(path).want(200).body)
			if strings.ContainsFunc(body, hidden) || !strings.Contains(body, `user\u202e\u2066 // admin\u2069\u200b`) {
				t.Errorf("%s: %s", path, body)
			}
		}
		if got := read[api.Vulnerability](s.get("/vulnerabilities/" + string(found))); got.Title != trojan {
			t.Errorf("the title is %q", got.Title)
		}
		table := string(s.call("GET", "/vulnerabilities").with("Accept", "text/csv").do().want(200).body)
		if strings.ContainsFunc(table, hidden) || !strings.Contains(table, `user\u202e`) {
			t.Error(table)
		}
		// What webhooks are sent is these bytes.
		events, err := s.store.ListEvents(ctx, s.team.ID, store.EventFilter{}, vigil.Page{Limit: 50, Sort: "created_at"})
		if err != nil || len(events.Items) == 0 {
			t.Fatal(events, err)
		}
		for _, e := range events.Items {
			if strings.ContainsFunc(string(e.Payload), hidden) {
				t.Errorf("%s: %s", e.Type, e.Payload)
			}
		}
	})
}
