package httpapi_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/store/storetest"
)

// hook is a hook under construction.
type hook struct {
	s      *server
	path   string
	header http.Header
	body   string
}

func (s *server) hook(path, body string) *hook {
	h := &hook{s: s, path: path, header: http.Header{}, body: body}
	return h.with("Content-Type", "application/json").with("X-GitHub-Delivery", string(vigil.NewID())).with("X-GitHub-Event", "push")
}

func (h *hook) with(name, value string) *hook { h.header.Set(name, value); return h }

// signed signs as GitHub does.
func (h *hook) signed(secret string) *hook {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(h.body))
	return h.with("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
}

func (h *hook) do() *response {
	t := h.s.t
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, strings.TrimSuffix(h.s.url, "/api/v1")+"/hooks/"+h.path, strings.NewReader(h.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = h.header
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := &response{t: t, what: "POST /hooks/" + h.path, status: answer.StatusCode, header: answer.Header, body: body}
	if out.status >= 400 {
		checkErrorBody(t, out)
	}
	return out
}

// receiveHook sends a hook of GitHub that is accepted.
func (s *server) receiveHook(secret, event, body string) api.HookDelivery {
	s.t.Helper()
	return read[api.HookDelivery](s.hook("github/"+string(s.team.ID), body).with("X-GitHub-Event", event).signed(secret).do().want(202))
}

func pushBody(repository string) string {
	return fmt.Sprintf(`{"ref":"refs/heads/main","after":%q,"repository":{"full_name":%q,"default_branch":"main"}}`, strings.Repeat("ab", 20), repository)
}

// pending returns how many hooks wait to be processed, of any team.
func (s *server) pending() int {
	s.t.Helper()
	waiting, err := s.store.ListPendingHooks(ctx, vigil.Now().Add(time.Hour), 100)
	if err != nil {
		s.t.Fatal(err)
	}
	return len(waiting)
}

// TestHooksAreVerified sends hooks that are forged in every way: no work is queued, and the answer
// does not say what was wrong.
func TestHooksAreVerified(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		s.startScan("acme/api")
		body := pushBody("acme/api")
		unset := s.hook("github/acme", body).signed("whatever").do().wantError(401, "hook_refused", "")
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`)).Secret
		token := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"gitlab"}`)).Secret
		other := storetest.Team(t, s.store, "other")
		otherSecret := read[api.HookSecret](s.call("POST", "/hooks/secrets").as(s.newKey(other)).json(`{"provider":"github"}`).do()).Secret

		normalized := func(r *response) string {
			var e api.ErrorBody
			r.into(&e)
			e.Error.RequestID = ""
			text, _ := json.Marshal(e)
			return string(text)
		}
		want := normalized(unset)
		for name, h := range map[string]*hook{
			"no signature":               s.hook("github/acme", body),
			"another secret":             s.hook("github/acme", body).signed("another"),
			"the other team's secret":    s.hook("github/acme", body).signed(otherSecret),
			"sent to the other team":     s.hook("github/other", body).signed(secret),
			"the other team, by its ID":  s.hook("github/"+string(other.ID), body).signed(secret),
			"no such team":               s.hook("github/nobody", body).signed(secret),
			"no such ID":                 s.hook("github/"+string(vigil.NewID()), body).signed(secret),
			"a strange name":             s.hook("github/%00%27%20OR%201=1", body).signed(secret),
			"another body":               func() *hook { h := s.hook("github/acme", body).signed(secret); h.body += " "; return h }(),
			"no JSON, and not signed":    s.hook("github/acme", "{"),
			"GitHub's secret for GitLab": s.hook("gitlab/acme", body).with("X-Gitlab-Token", secret),
			"GitLab's secret for GitHub": s.hook("github/acme", body).signed(token),
			"an API key":                 s.hook("github/acme", body).with("X-API-Key", string(s.key)),
		} {
			r := h.do().wantError(401, "hook_refused", "")
			if got := normalized(r); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		if n := s.pending(); n != 0 {
			t.Errorf("%d hooks wait", n)
		}
		s.hook("github/acme", body).signed(secret).do().want(202)
		s.hook("gitlab/acme", body).with("X-Gitlab-Token", token).with("Idempotency-Key", "a").do().want(202)
		if strings.Contains(s.log.String(), secret) || strings.Contains(s.log.String(), token) {
			t.Error("a secret is in the log")
		}
	})
}

// TestHooksAreReceivedOnce: a repetition is answered with 200 and queues nothing.
func TestHooksAreReceivedOnce(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github","name":"n"}`))
		h := s.hook("github/acme", pushBody("acme/api")).signed(secret.Secret)
		first := read[api.HookDelivery](h.do().want(202))
		again := read[api.HookDelivery](h.do().want(200))
		elsewhere := read[api.HookDelivery](h.with("X-GitHub-Delivery", "another").do().want(200))
		if first.Status != "pending" || *first.Repository != "acme/api" || first.Event != "push" || again.ID != first.ID || elsewhere.ID != first.ID {
			t.Errorf("%+v, %+v, %+v", first, again, elsewhere)
		}
		if n := s.pending(); n != 1 {
			t.Errorf("%d hooks wait", n)
		}
		used := read[api.List[api.HookSecret]](s.get("/hooks/secrets")).Data
		if len(used) != 1 || used[0].LastUsedAt == nil || used[0].Secret != "" || *used[0].Name != "n" {
			t.Errorf("%+v", used)
		}
	})
}

// TestBadHooks sends hooks that are genuine, but wrong.
func TestBadHooks(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`)).Secret
		send := func(body string) *hook { return s.hook("github/acme", body).signed(secret) }
		send("{").do().wantError(400, "invalid_json", "")
		send("").do().wantError(400, "invalid_json", "")
		send("[]").do().wantError(400, "invalid_json", "")
		send(pushBody("acme/api")).with("X-GitHub-Delivery", "").do().wantError(400, "parameter_missing", "X-GitHub-Delivery")
		send("payload=%7B%7D").with("Content-Type", "application/x-www-form-urlencoded").do().wantError(415, "unsupported_media_type", "")
		send("{}").with("Content-Type", "").do().wantError(415, "unsupported_media_type", "")
		large := `{"a":"` + strings.Repeat("x", 2<<20) + `"}`
		send(large).do().wantError(413, "body_too_large", "")
		chunked, _ := http.NewRequest(http.MethodPost, strings.TrimSuffix(s.url, "/api/v1")+"/hooks/github/acme", io.MultiReader(strings.NewReader(large)))
		chunked.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(chunked)
		if err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%v, %v", answer, err)
		} else {
			answer.Body.Close()
		}
		r, err := http.Get(strings.TrimSuffix(s.url, "/api/v1") + "/hooks/github/acme")
		if err != nil || r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "POST" {
			t.Errorf("%v, %v", r, err)
		} else {
			r.Body.Close()
		}
		for _, event := range []string{"star", "", "ping", "installation", "check_run"} {
			d := read[api.HookDelivery](send(`{"action":"created","x":"`+event+`"}`).with("X-GitHub-Event", event).do().want(202))
			if d.Status != "ignored" || d.Outcome == nil || d.EndedAt == nil {
				t.Errorf("%s: %+v", event, d)
			}
		}
		largest := `{"a":"` + strings.Repeat("x", 2<<20-8) + `"}`
		began := time.Now()
		send(largest).do().want(202)
		t.Logf("a hook of 2 MiB took %s", time.Since(began))
		if n := s.pending(); n != 0 {
			t.Errorf("%d hooks wait", n)
		}
	})
}

// TestHookSecrets rotates secrets.
func TestHookSecrets(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		old := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`).want(201))
		created := s.call("POST", "/hooks/secrets").json(`{"provider":"github","secret":"a secret"}`).do()
		created.wantError(400, "parameter_invalid", "secret")
		fresh := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github","secret":"chosen-by-a-person"}`).want(201))
		if old.Secret == "" || fresh.Secret != "chosen-by-a-person" || old.Method != "signature" {
			t.Errorf("%+v, %+v", old, fresh)
		}
		for i, secret := range []string{old.Secret, fresh.Secret} {
			s.hook("github/acme", fmt.Sprintf(`{"a":%d}`, i)).signed(secret).do().want(202)
		}
		s.call("DELETE", "/hooks/secrets/"+old.ID).do().want(200)
		s.call("DELETE", "/hooks/secrets/"+old.ID).do().wantError(404, "not_found", "")
		s.hook("github/acme", `{"b":1}`).signed(old.Secret).do().wantError(401, "hook_refused", "")
		s.hook("github/acme", `{"b":2}`).signed(fresh.Secret).do().want(202)

		// The text is shown once.
		first := s.call("POST", "/hooks/secrets").with("Idempotency-Key", "k").json(`{"provider":"github"}`).do().want(201)
		replayed := s.call("POST", "/hooks/secrets").with("Idempotency-Key", "k").json(`{"provider":"github"}`).do().want(201)
		if read[api.HookSecret](first).Secret == "" || strings.Contains(string(replayed.body), "secret\":\"") {
			t.Errorf("%s", replayed.body)
		}
		for range vigil.MaxHookSecrets - 2 {
			s.post("/hooks/secrets", `{"provider":"github"}`).want(201)
		}
		s.post("/hooks/secrets", `{"provider":"github"}`).wantError(409, "hook_secrets_exhausted", "provider")
		for body, param := range map[string]string{
			`{}`: "provider", `{"provider":"zip"}`: "provider", `{"provider":"github","method":"token"}`: "method", `{"provider":"gitlab","secret":"short"}`: "secret",
			`{"provider":"gitlab","secret":"with spaces in between"}`: "secret", `{"provider":"gitlab","method":"signature","secret":"whsec_not*base64*at*all"}`: "secret",
			`{"provider":"gitlab","extra":1}`: "extra",
		} {
			if r := s.post("/hooks/secrets", body).want(400); !strings.Contains(string(r.body), `"param":"`+param+`"`) {
				t.Errorf("%s: %s", body, r.body)
			}
		}

		// GitLab: a token, and then a signing token.
		token := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"gitlab"}`))
		byToken := func(id string) *hook {
			return s.hook("gitlab/acme", "{}").with("X-Gitlab-Token", token.Secret).with("Idempotency-Key", id)
		}
		byToken("1").do().want(202)
		signing := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"gitlab","method":"signature"}`))
		byToken("2").do().wantError(401, "hook_refused", "")
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signing.Secret, "whsec_"))
		if err != nil {
			t.Fatal(err)
		}
		sign := func(id string, at time.Time) *hook {
			mac := hmac.New(sha256.New, key)
			fmt.Fprintf(mac, "%s.%d.{}", id, at.Unix())
			return s.hook("gitlab/acme", "{}").with("webhook-id", id).with("webhook-timestamp", fmt.Sprint(at.Unix())).with("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		}
		sign("3", time.Now()).do().want(202)
		sign("3", time.Now()).do().want(200)
		sign("4", time.Now().Add(-301*time.Second)).do().wantError(401, "hook_refused", "")
		sign("4", time.Now()).with("webhook-id", "5").do().wantError(401, "hook_refused", "")
	})
}

// TestHookPermissions: teams and keys see what is theirs.
func TestHookPermissions(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`))
		d := s.receiveHook(secret.Secret, "push", pushBody("acme/api"))
		other := s.newKey(storetest.Team(t, s.store, "other"))
		for _, path := range []string{"/hooks/secrets", "/hooks/deliveries"} {
			if n := len(read[api.List[any]](s.call("GET", path).as(other).do()).Data); n != 0 {
				t.Errorf("%s: another team sees %d", path, n)
			}
			if n := len(read[api.List[any]](s.get(path)).Data); n != 1 {
				t.Errorf("%s: the owner sees %d", path, n)
			}
		}
		s.call("GET", "/hooks/deliveries/"+d.ID).as(other).do().wantError(404, "not_found", "")
		s.call("POST", "/hooks/deliveries/"+d.ID+"/replay").as(other).do().wantError(404, "not_found", "")
		s.call("DELETE", "/hooks/secrets/"+secret.ID).as(other).do().wantError(404, "not_found", "")

		reader := s.newKey(s.team, vigil.IntegrationsRead)
		s.call("GET", "/hooks/deliveries").as(reader).do().want(200)
		s.call("GET", "/hooks/secrets").as(reader).do().want(200)
		s.call("POST", "/hooks/secrets").as(reader).json(`{"provider":"github"}`).do().wantError(403, "permission_denied", "")
		s.call("DELETE", "/hooks/secrets/"+secret.ID).as(reader).do().wantError(403, "permission_denied", "")
		s.call("POST", "/hooks/deliveries/"+d.ID+"/replay").as(reader).do().wantError(403, "permission_denied", "")
		s.call("GET", "/hooks/deliveries").as(s.newKey(s.team, vigil.ScansRead)).do().wantError(403, "permission_denied", "")
		s.call("GET", "/hooks/deliveries?status=nope").do().wantError(400, "parameter_invalid", "status")
	})
}

// TestHookReplay: a person has a hook processed again.
func TestHookReplay(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`))
		d := s.receiveHook(secret.Secret, "star", `{"action":"created"}`)
		replayed := read[api.HookDelivery](s.call("POST", "/hooks/deliveries/"+d.ID+"/replay").do().want(202))
		if replayed.Status != "pending" || replayed.ReplayCount != 1 || replayed.Outcome != nil || replayed.EndedAt != nil {
			t.Errorf("%+v", replayed)
		}
		if again := read[api.HookDelivery](s.call("POST", "/hooks/deliveries/"+d.ID+"/replay").do().want(202)); again.ReplayCount != 1 {
			t.Errorf("a pending hook was replayed: %+v", again)
		}
		if n := s.pending(); n != 1 {
			t.Errorf("%d hooks wait", n)
		}
	})
}

// TestHookLimits: a team's hooks are limited like a key, and senders of forged ones are told to stop.
func TestHookLimits(t *testing.T) {
	s := newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{Requests: 3, Per: time.Hour})
	secret := read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`)).Secret
	for i := range 3 {
		s.hook("github/acme", fmt.Sprintf(`{"a":%d}`, i)).signed(secret).do().want(202)
	}
	if r := s.hook("github/acme", `{"a":4}`).signed(secret).do().wantError(429, "rate_limited", ""); r.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.get("/me").want(200) // its keys are counted apart

	s = newServer(t, storetest.Open(t, storetest.SQLite(t)), httpapi.RateLimit{})
	secret = read[api.HookSecret](s.post("/hooks/secrets", `{"provider":"github"}`)).Secret
	for range 60 {
		s.hook("github/acme", "{}").signed("x").do().wantError(401, "hook_refused", "")
	}
	s.hook("github/acme", "{}").signed("x").do().wantError(429, "rate_limited", "")
	s.hook("github/acme", "{}").signed(secret).do().want(202) // a genuine one passes
}
