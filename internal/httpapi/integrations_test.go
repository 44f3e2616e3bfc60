package httpapi_test

import (
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vigil"
	"vigil/api"
	"vigil/internal/gitlab"
	"vigil/internal/gitlab/gitlabtest"
	"vigil/internal/httpapi"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// connected is a server that may talk to a GitLab on loopback.
type connected struct {
	*server
	gitlab  *gitlabtest.Instance
	service *service.Service
	config  store.Config
}

func forEachConnected(t *testing.T, fn func(t *testing.T, s *connected)) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		policy := netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
		verbs := &service.Service{GitHubURL: "https://github.com", GitLabURL: "https://gitlab.com", Ring: ring(t), Policy: policy,
			GitLab: &gitlab.Client{HTTP: policy.Client(10 * time.Second)}}
		log := new(syncBuffer)
		db := storetest.Open(t, c)
		s := newServerWith(t, db, httpapi.New(httpapi.Config{Store: db, Service: verbs, Log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))}))
		s.log = log
		fn(t, &connected{server: s, gitlab: gitlabtest.New(t), service: verbs, config: c})
	})
}

func (s *connected) state() api.GitLabIntegration {
	s.t.Helper()
	return read[api.GitLabIntegration](s.get("/integrations/gitlab"))
}

func (s *connected) rotate(token, instance, key string) *response {
	s.t.Helper()
	body := fmt.Sprintf(`{"access_token":%q}`, token)
	if instance != "" {
		body = fmt.Sprintf(`{"access_token":%q,"instance_url":%q}`, token, instance)
	}
	c := s.call("PATCH", "/integrations/gitlab").json(body)
	if key != "" {
		c.with("Idempotency-Key", key)
	}
	return c.do()
}

// token returns the token that scans would use.
func (s *connected) token() string {
	s.t.Helper()
	_, token, err := s.service.GitLabAccess(ctx, s.store, s.team.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(token)
}

func TestGitLabIntegration(t *testing.T) {
	forEachConnected(t, func(t *testing.T, s *connected) {
		s.service.GitLab.HTTP.Timeout = time.Second
		s.gitlab.Set("glpat-first", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2099-02-03"})
		s.gitlab.Set("glpat-second", gitlabtest.Token{Scopes: []string{"api", "read_user"}})
		s.gitlab.Set("glpat-reader", gitlabtest.Token{Scopes: []string{"read_api"}})
		s.gitlab.Set("glpat-expired", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2020-01-01"})
		s.gitlab.Set("glpat-revoked", gitlabtest.Token{Scopes: []string{"api"}, Revoked: true})
		for _, provider := range []vigil.Provider{vigil.GitLab, vigil.GitLab, vigil.GitHub} {
			storetest.Repository(t, s.store, s.team.ID, provider, "acme/"+string(vigil.NewID()))
		}
		none := api.GitLabIntegration{Object: "gitlab_integration", TrackedRepositoriesCount: 2}

		if got := s.state(); got != none {
			t.Errorf("before: %+v", got)
		}
		failures := func(stage string) {
			t.Helper()
			for _, c := range []struct {
				token, instance string
				status          int
				code, param     string
			}{
				{"glpat-mistyped", s.gitlab.URL, 400, "integration_token_invalid", "access_token"},
				{"glpat-expired", s.gitlab.URL, 400, "integration_token_invalid", "access_token"},
				{"glpat-revoked", s.gitlab.URL, 400, "integration_token_invalid", "access_token"},
				{"glpat first", s.gitlab.URL, 400, "integration_token_invalid", "access_token"},
				{"glpat-reader", s.gitlab.URL, 400, "integration_token_scope", "access_token"},
				{"glpat-first", s.gitlab.URL + "/broken", 502, "integration_unreachable", ""},
				{"glpat-first", s.gitlab.URL + "/moved", 502, "integration_unreachable", ""},
				{"glpat-first", s.gitlab.URL + "/page", 502, "integration_unreachable", ""},
				{"glpat-first", s.gitlab.URL + "/missing", 502, "integration_unreachable", ""},
				{"glpat-first", "https://127.0.0.1:1", 502, "integration_unreachable", ""},
				{"glpat-first", "https://10.0.0.1", 400, "parameter_invalid", "instance_url"},
				{"glpat-first", "https://[::1]/", 400, "parameter_invalid", "instance_url"},
				{"glpat-first", "http://gitlab.example.com", 400, "parameter_invalid", "instance_url"},
				{"glpat-first", "gitlab.example.com", 400, "parameter_invalid", "instance_url"},
				{"glpat-first", s.gitlab.URL + "?x=1", 400, "parameter_invalid", "instance_url"},
				{"glpat-first", "https://user:pass@gitlab.example.com", 400, "parameter_invalid", "instance_url"},
			} {
				r := s.rotate(c.token, c.instance, "").wantError(c.status, c.code, c.param)
				if strings.Contains(string(r.body), "glpat") {
					t.Errorf("%s: the token is in the answer: %s", stage, r.body)
				}
			}
		}
		failures("before")
		if got := s.state(); got != none {
			t.Errorf("after failures: %+v", got)
		}

		before := time.Now().Add(-time.Second)
		made := read[api.GitLabIntegration](s.rotate("glpat-first", strings.ToUpper(s.gitlab.URL[:5])+s.gitlab.URL[5:]+"/", "").want(200))
		validated, err := time.Parse(api.TimeFormat, *made.LastValidatedAt)
		if err != nil || validated.Before(before) || !made.Enabled || *made.InstanceURL != s.gitlab.URL || *made.AuthMode != "service_account_token" ||
			*made.TokenExpiresAt != "2099-02-03T00:00:00.000Z" || made.TrackedRepositoriesCount != 2 {
			t.Errorf("connected: %+v, %v", made, err)
		}
		if got := s.token(); got != "glpat-first" {
			t.Errorf("scans use %q", got)
		}

		failures("connected")
		if got := s.state(); !got.Enabled || *got.LastValidatedAt != *made.LastValidatedAt || *got.InstanceURL != s.gitlab.URL || s.token() != "glpat-first" {
			t.Errorf("the old token does not stand after failures: %+v, scans use %q", got, s.token())
		}

		// Without an instance, the connected one is kept.
		if got := read[api.GitLabIntegration](s.rotate("glpat-second", "", "").want(200)); *got.InstanceURL != s.gitlab.URL || got.TokenExpiresAt != nil || s.token() != "glpat-second" {
			t.Errorf("rotated: %+v, scans use %q", got, s.token())
		}
		if got := read[api.GitLabIntegration](s.rotate("glpat-first", s.gitlab.URL+"/gitlab/", "").want(200)); *got.InstanceURL != s.gitlab.URL+"/gitlab" {
			t.Errorf("moved: %+v", got)
		}
		// A repository that is tracked from now on has its page there.
		s.post("/scans", `{"name":"n","repository":"acme/new","provider":"gitlab"}`).want(201)
		if got := read[api.Repository](s.get("/repositories/acme/new")); *got.WebURL != s.gitlab.URL+"/gitlab/acme/new" {
			t.Errorf("page: %s", *got.WebURL)
		}
		if got := s.state(); got.TrackedRepositoriesCount != 3 {
			t.Errorf("%+v", got)
		}

		for body, param := range map[string]string{`{}`: "access_token", `{"instance_url":"https://gitlab.com"}`: "access_token"} {
			s.patch("/integrations/gitlab", body).wantError(400, "parameter_missing", param)
		}
		for body, param := range map[string]string{`{"access_token":""}`: "access_token", `{"access_token":null}`: "access_token", `{"access_token":7}`: "access_token",
			`{"access_token":"t","instance_url":null}`: "instance_url", `{"access_token":"t","instance_url":""}`: "instance_url"} {
			s.patch("/integrations/gitlab", body).wantError(400, "parameter_invalid", param)
		}
		s.patch("/integrations/gitlab", `{"access_token":"t","enabled":true}`).wantError(400, "parameter_unknown", "enabled")
		s.call("PATCH", "/integrations/gitlab").as(s.newKey(s.team, vigil.IntegrationsRead)).json(`{"access_token":"t"}`).do().wantError(403, "permission_denied", "")

		other := s.newKey(storetest.Team(t, s.store, "other"))
		if got := read[api.GitLabIntegration](s.call("GET", "/integrations/gitlab").as(other).do()); got != (api.GitLabIntegration{Object: "gitlab_integration"}) {
			t.Errorf("another team sees %+v", got)
		}
		s.checkNoToken()
	})
}

// checkNoToken fails if a token lies plain in the database or the log.
func (s *connected) checkNoToken() {
	s.t.Helper()
	if strings.Contains(s.log.String(), "glpat") {
		s.t.Errorf("a token is in the log:\n%s", s.log)
	}
	var kept strings.Builder
	if s.config.PostgresURL == "" {
		for _, suffix := range []string{"", "-wal"} {
			content, err := os.ReadFile(s.config.Path + suffix)
			if err != nil {
				s.t.Fatal(err)
			}
			kept.Write(content)
		}
	} else {
		conn, err := pgx.Connect(ctx, s.config.PostgresURL)
		if err != nil {
			s.t.Fatal(err)
		}
		defer conn.Close(ctx)
		rows, err := conn.Query(ctx, `SELECT g::text FROM gitlab_integrations g UNION ALL SELECT encode(body, 'escape') FROM idempotency_keys UNION ALL SELECT j::text FROM river_job j`)
		if err != nil {
			s.t.Fatal(err)
		}
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(texts) == 0 {
			s.t.Fatalf("%d rows, %v", len(texts), err)
		}
		kept.WriteString(strings.Join(texts, "\n"))
	}
	if strings.Contains(kept.String(), "glpat") || !strings.Contains(kept.String(), s.gitlab.URL) {
		s.t.Error("a token lies plain in the database, or what is there was not read")
	}
}

func TestGitLabReplays(t *testing.T) {
	forEachConnected(t, func(t *testing.T, s *connected) {
		s.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"api"}})
		s.gitlab.Set("glpat-two", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2099-01-01"})

		// A failure is not kept.
		s.rotate("glpat-one", s.gitlab.URL+"/broken", "k").want(502)
		first := s.rotate("glpat-one", s.gitlab.URL, "k").want(200)
		s.rotate("glpat-two", "", "").want(200)
		s.gitlab.Forget("glpat-one")
		asked := s.gitlab.Asked()
		// The repetition neither asks GitLab, which would refuse, nor brings the old
		// token back.
		again := s.rotate("glpat-one", s.gitlab.URL, "k").want(200)
		if string(again.body) != string(first.body) || again.header.Get("Idempotent-Replayed") != "true" || s.gitlab.Asked() != asked || s.token() != "glpat-two" {
			t.Errorf("replayed %s, asked %d times, scans use %q", again.body, s.gitlab.Asked()-asked, s.token())
		}
		if strings.Contains(string(again.body), "glpat") {
			t.Errorf("the token is in the replay: %s", again.body)
		}
		s.rotate("glpat-two", s.gitlab.URL, "k").wantError(422, "idempotency_key_reused", "Idempotency-Key")
		if s.gitlab.Asked() != asked {
			t.Error("GitLab was asked for a request that is refused")
		}

		const racers = 6
		answers := make([]*response, racers)
		var wg sync.WaitGroup
		for i := range racers {
			wg.Go(func() { answers[i] = s.rotate("glpat-two", s.gitlab.URL, "race") })
		}
		wg.Wait()
		replays := 0
		for _, a := range answers {
			if a.status != 200 || string(a.body) != string(answers[0].body) {
				t.Errorf("%d: %s", a.status, a.body)
			}
			if a.header.Get("Idempotent-Replayed") != "" {
				replays++
			}
		}
		if replays != racers-1 {
			t.Errorf("%d of %d were replays", replays, racers)
		}
		s.checkNoToken()
	})
}

// TestSlowGitLabHoldsNothing has writes go on while an instance hangs.
func TestSlowGitLabHoldsNothing(t *testing.T) {
	forEachConnected(t, func(t *testing.T, s *connected) {
		s.service.GitLab.HTTP.Timeout = time.Second
		done := make(chan *response)
		go func() { done <- s.rotate("glpat-one", s.gitlab.URL+"/slow", "k") }()
		if !poll(func() bool { return s.gitlab.Asked() > 0 }) {
			t.Fatal("GitLab is not asked")
		}
		storetest.Write(t, s.store, func(*store.Tx) error { return nil })
		select {
		case <-done:
			t.Error("the write had to wait for GitLab")
		default:
			(<-done).wantError(502, "integration_unreachable", "")
		}
	})
}

func TestIntegrationWithoutKeys(t *testing.T) {
	forEachConnected(t, func(t *testing.T, s *connected) {
		s.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"api"}})
		s.service.Ring = secretbox.Without(&vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "There is no key."})
		s.rotate("glpat-one", s.gitlab.URL, "").wantError(503, "unavailable", "")
		if got := s.state(); got.Enabled || got.InstanceURL != nil {
			t.Errorf("%+v", got)
		}
	})
}
