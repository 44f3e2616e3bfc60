package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"testing"

	"vigil"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
	"vigil/internal/web"
)

// TestHooks adds a secret, which is shown once, and replays a received hook.
func TestHooks(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, db *store.Store) {
		ring, _, err := secretbox.Open(filepath.Join(t.TempDir(), "secret.key"))
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		for pattern, h := range web.New(web.Config{Store: db, Service: &service.Service{Ring: ring}, PublicURL: "https://vigil.example.com/"}) {
			mux.Handle(pattern, h)
		}
		h := httptest.NewServer(mux)
		t.Cleanup(h.Close)
		b := seedBoard(t, db)
		b.url = h.URL
		w := b.signedIn()
		form := url.Values{"kind": {"gitlab signature"}, "name": {hostile}}
		made := w.post("/hooks/secrets", form).want(200, "https://vigil.example.com/hooks/gitlab/"+string(b.team.ID), "it is not shown again")
		secret := regexp.MustCompile(`whsec_[^<]{40,}`).FindString(made.body)
		if secret == "" {
			t.Fatal(made.body)
		}
		w.get("/hooks").want(200, "&lt;script&gt;", "signature").without(secret, "<script>")
		w.post("/hooks/secrets", url.Values{"kind": {"zip"}}).want(400, "must be github or gitlab")
		w.post("/hooks/secrets", url.Values{"kind": {"github signature"}, "secret": {"short"}}).want(400, "16 to 255")

		received := vigil.HookDelivery{ID: vigil.NewID(), Provider: vigil.GitHub, SourceID: "x", Event: "push", Repository: "acme/shop", Status: vigil.HookIgnored,
			Outcome: "ignored: " + hostile, CreatedAt: vigil.Now(), EndedAt: vigil.Now()}
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, _, err := tx.InsertHookDelivery(ctx, b.team.ID, store.ReceivedHook{HookDelivery: received, Payload: []byte("{}")})
			return err
		})
		w.get("/hooks").want(200, "acme/shop", "Replay").without("<script>")
		w.get("/hooks?status=failed").want(200, "No hooks received")
		w.post("/hooks/deliveries/"+string(received.ID)+"/replay", nil).leadsTo("/hooks")
		if d, err := db.GetHookDelivery(ctx, b.team.ID, received.ID); err != nil || d.Status != vigil.HookPending || d.Replays != 1 {
			t.Errorf("%+v, %v", d, err)
		}

		_, other := b.newKey(storetest.Team(t, db, "other"))
		stranger := b.browser()
		stranger.post("/sign-in", url.Values{"key": {string(other)}}).want(303)
		stranger.get("/hooks").want(200, "No secrets yet").without("acme/shop")
		stranger.post("/hooks/deliveries/"+string(received.ID)+"/replay", nil).want(404)
		_, limited := b.newKey(b.team, vigil.IntegrationsRead)
		reader := b.browser()
		reader.post("/sign-in", url.Values{"key": {string(limited)}}).want(303)
		reader.get("/hooks").want(200, "acme/shop").without("Replay", "Add secret")
		reader.post("/hooks/secrets", form).want(403)

		secrets, err := db.ListHookSecrets(ctx, b.team.ID, vigil.Page{Limit: 9, Sort: "created_at"})
		if err != nil || len(secrets.Items) != 1 {
			t.Fatalf("%+v, %v", secrets, err)
		}
		w.post("/hooks/secrets/"+string(secrets.Items[0].ID)+"/remove", nil).leadsTo("/hooks")
		w.get("/hooks").want(200, "No secrets yet")
	})
}
