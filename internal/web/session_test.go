package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/httpapi"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
	"vigil/internal/web"
)

func TestSignIn(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		key, secret := b.newKey(b.team)
		in := b.browser()
		in.get("/").leadsTo("/sign-in")
		in.get("/sign-in").want(200, `<label for="key">`, `href="/docs/guide"`, `href="/docs"`)
		answer := in.post("/sign-in", url.Values{"key": {" " + string(secret) + "\n"}, "next": {"/scans?status=failed"}})
		answer.leadsTo("/scans?status=failed")
		cookie := answer.header.Get("Set-Cookie")
		for _, part := range []string{"; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200"} {
			if !strings.Contains(cookie, part) {
				t.Errorf("the cookie %q lacks %q", cookie, part)
			}
		}
		if strings.Contains(cookie, "Secure") || strings.Contains(cookie, string(secret)) {
			t.Errorf("the cookie is %q", cookie)
		}
		in.get("/scans").want(200)
		if k, err := b.store.GetKey(ctx, b.team.ID, key.ID); err != nil || k.LastUsedAt.IsZero() {
			t.Errorf("used %v, %v", k.LastUsedAt, err)
		}

		// A copied cookie is useless after signing out.
		copied := b.browser()
		copied.header.Set("Cookie", strings.Split(cookie, ";")[0])
		copied.get("/overview").want(200)
		in.post("/sign-out", nil).leadsTo("/sign-in")
		in.get("/overview").want(303)
		copied.get("/overview").want(303)
		copied.post("/vulnerabilities/triage", url.Values{}).want(401)

		// A session ends with its key, also when the key is rotated: at once, or after the
		// overlap.
		rotated, old := b.newKey(b.team)
		for _, overlap := range []time.Duration{0, 300 * time.Millisecond} {
			other := b.browser()
			other.post("/sign-in", url.Values{"key": {string(old)}}).leadsTo("/overview")
			other.get("/overview").want(200)
			storetest.Write(t, b.store, func(tx *store.Tx) (err error) {
				rotated, old, err = new(service.Service).RotateKey(ctx, tx, b.team.ID, rotated.ID, overlap)
				return err
			})
			for deadline := time.Now().Add(time.Minute); overlap > 0 && other.get("/overview").status == 200; {
				if time.Now().After(deadline) {
					t.Fatal("the session outlives the key")
				}
			}
			other.get("/overview").want(303)
		}
		in.post("/sign-in", url.Values{"key": {string(secret)}}).leadsTo("/overview")
		in.get("/overview").want(200)
		storetest.Write(t, b.store, func(tx *store.Tx) error { return new(service.Service).RevokeKey(ctx, tx, b.team.ID, key.ID) })
		in.get("/overview").want(303)
		in.post("/sign-in", url.Values{"key": {string(secret)}}).want(401)
	})
}

// TestWrongKeys: wrong keys get the same message, and another one after too many. A valid key
// is accepted regardless: behind a proxy all users share one address.
func TestWrongKeys(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	expired := vigil.NewSecret()
	storetest.Write(t, b.store, func(tx *store.Tx) error {
		ended := time.Now().Add(-time.Second)
		return tx.InsertKey(ctx, vigil.Key{ID: vigil.NewID(), Team: b.team, Name: "short", Prefix: expired.Prefix(), CreatedAt: ended, ExpiresAt: ended}, expired.Hash())
	})
	_, good := b.newKey(b.team)
	in := b.browser()
	var first string
	for i, secret := range []vigil.Secret{"", "nonsense", vigil.NewSecret(), expired, vigil.Secret(hostile), vigil.NewSecret(), vigil.NewSecret(), "x", "y", "z"} {
		answer := in.post("/sign-in", url.Values{"key": {string(secret)}}).want(401, "not valid").without(hostile)
		if i == 0 {
			first = answer.body
		}
		if answer.body != first {
			t.Errorf("%s is answered in another way", secret)
		}
	}
	limited := in.post("/sign-in", url.Values{"key": {string(vigil.NewSecret())}}).want(429, "Wait a minute")
	if limited.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	in.get("/overview").want(303)
	in.post("/sign-in", url.Values{"key": {string(good)}}).want(303)
	in.get("/overview").want(200)
}

// TestForms: forms from other sites are refused, with and without a session.
func TestForms(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	in := b.signedIn()
	_, secret := b.newKey(b.team)
	triage := url.Values{"id": {string(b.found[0].ID)}, "action": {"dismiss"}}
	for name, header := range map[string]http.Header{
		"cross-site":       {"Sec-Fetch-Site": {"cross-site"}},
		"same-site":        {"Sec-Fetch-Site": {"same-site"}},
		"of another page":  {"Origin": {"https://evil.test"}},
		"of no page":       {"Origin": {"null"}},
		"another port":     {"Origin": {"http://127.0.0.1:1"}},
		"without a header": {"Origin": nil},
	} {
		in.header = header
		for path, form := range map[string]url.Values{"/vulnerabilities/triage": triage, "/sign-in": {"key": {string(secret)}}, "/sign-out": nil, "/scans": {"repository": {"a/b"}}} {
			if in.post(path, form).status != 403 {
				t.Errorf("%s: %s was accepted", name, path)
			}
		}
	}
	if v, _ := b.store.GetVulnerability(ctx, b.team.ID, b.found[0].ID); v.Status != vigil.Open {
		t.Errorf("it is %s", v.Status)
	}
	in.header = http.Header{"Sec-Fetch-Site": {"same-origin"}, "Origin": {"https://vigil.example.com"}} // behind a proxy the host may differ
	in.post("/vulnerabilities/triage", triage).want(303)
	in.get("/vulnerabilities/triage").want(404)
}

// TestNext: no open redirect after signing in.
func TestNext(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	_, secret := b.newKey(b.team)
	for _, next := range []string{"//evil.test", "https://evil.test", "/\\evil.test", "", "javascript:alert(1)", "/\t/evil.test", "evil"} {
		b.browser().get("/sign-in?next="+url.QueryEscape(next)).want(200, `name="next" value="/overview"`)
		b.browser().post("/sign-in", url.Values{"key": {string(secret)}, "next": {next}}).leadsTo("/overview")
	}
}

// TestSecureCookie: the cookie is Secure if clients use HTTPS.
func TestSecureCookie(t *testing.T) {
	t.Parallel()
	b := newBoard(t, storetest.Open(t, storetest.SQLite(t)))
	_, secret := b.newKey(b.team)
	in := b.browser()
	in.header.Set("X-Forwarded-Proto", "https")
	if cookie := in.post("/sign-in", url.Values{"key": {string(secret)}}).want(303).header.Get("Set-Cookie"); !strings.Contains(cookie, "; Secure") {
		t.Errorf("the cookie is %q", cookie)
	}
}

// TestPagesAreCounted: pages count against the rate limit of the session's key, together with
// its API requests.
func TestPagesAreCounted(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, storetest.SQLite(t))
	limiter := httpapi.NewLimiter(httpapi.RateLimit{Requests: 4, Per: time.Hour})
	h := httptest.NewServer(httpapi.New(httpapi.Config{Store: db, Service: &service.Service{}, Limiter: limiter,
		Web: web.New(web.Config{Store: db, Service: &service.Service{}, Limit: limiter.Take})}))
	defer h.Close()
	b := seedBoard(t, db)
	b.url = h.URL
	_, secret := b.newKey(b.team)
	in := b.browser()
	in.post("/sign-in", url.Values{"key": {string(secret)}}).leadsTo("/overview")
	if page := in.get("/overview").want(200); page.header.Get("Ratelimit-Remaining") != "2" {
		t.Errorf("%v", page.header)
	}
	byAPI := b.browser()
	byAPI.header.Set("X-API-Key", string(secret))
	if answer := byAPI.get("/api/v1/me"); answer.status != 200 || answer.header.Get("Ratelimit-Remaining") != "1" {
		t.Errorf("%d: %v", answer.status, answer.header)
	}
	in.get("/").leadsTo("/overview")
	for _, path := range []string{"/overview", "/scans", "/"} {
		limited := in.get(path).want(429, "Too many requests", "4 requests", "<!doctype html>")
		if limited.header.Get("Retry-After") != "3600" {
			t.Errorf("%s: %v", path, limited.header)
		}
	}
	if answer := byAPI.get("/api/v1/me"); answer.status != 429 {
		t.Errorf("the API answers %d", answer.status)
	}
	in.post("/vulnerabilities/triage", url.Values{"id": {string(b.found[0].ID)}, "action": {"dismiss"}}).want(429)
	b.browser().post("/sign-in", url.Values{"key": {string(secret)}}).want(429)
	// Public pages and signing out are not limited, nor are other keys.
	in.get("/docs/guide").want(200)
	if answer := in.get("/assets/vigil.css"); answer.status != 200 {
		t.Errorf("an asset is answered with %d", answer.status)
	}
	in.post("/sign-out", nil).leadsTo("/sign-in")
	b.signedIn().get("/overview").want(200)
}

// TestSessionsAreBounded: too many sessions of a key end the oldest.
func TestSessionsAreBounded(t *testing.T) {
	t.Parallel()
	forEachBoard(t, func(t *testing.T, b *board) {
		_, secret := b.newKey(b.team)
		other := b.signedIn()
		first := b.browser()
		first.post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		for range 99 {
			b.browser().post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		}
		first.get("/overview").want(200)
		b.browser().post("/sign-in", url.Values{"key": {string(secret)}}).want(303)
		first.get("/overview").want(303)
		other.get("/overview").want(200)
	})
}
