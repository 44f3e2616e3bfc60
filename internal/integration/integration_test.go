package integration

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/gitlab"
	"vigil/internal/gitlab/gitlabtest"
	"vigil/internal/netguard"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

type world struct {
	t      *testing.T
	gitlab *gitlabtest.Instance
	team   vigil.TeamID
	log    strings.Builder
	began  time.Time
	*Checker
}

// forEachWorld connects a team with a valid token.
func forEachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := &world{t: t, gitlab: gitlabtest.New(t), team: storetest.Team(t, s, "acme").ID}
		ring, err := secretbox.Parse("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
		if err != nil {
			t.Fatal(err)
		}
		policy := netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
		w.Checker = &Checker{Store: s, Log: slog.New(slog.NewTextHandler(&w.log, nil)),
			Service: &service.Service{Ring: ring, Policy: policy, GitLab: &gitlab.Client{HTTP: policy.Client(10 * time.Second)}}}
		w.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"api"}})
		w.connect(w.team, "glpat-one", "")
		w.began = w.state().LastValidatedAt
		fn(t, w)
	})
}

func (w *world) connect(team vigil.TeamID, token vigil.AccessToken, path string) {
	w.t.Helper()
	storetest.Write(w.t, w.Store, func(tx *store.Tx) error {
		_, err := w.Service.RotateToken(ctx, tx, team, service.CheckedToken{Instance: w.gitlab.URL + path, Token: token, At: vigil.Now()})
		return err
	})
}

func (w *world) state() vigil.Integration {
	w.t.Helper()
	i, err := w.Store.GetIntegration(ctx, w.team)
	if err != nil {
		w.t.Fatal(err)
	}
	return i
}

func (w *world) tick(now time.Time) {
	w.t.Helper()
	if err := w.runOnce(ctx, now); err != nil {
		w.t.Fatal(err)
	}
}

// uses returns the token that scans would use.
func (w *world) uses() string {
	w.t.Helper()
	instance, token, err := w.Service.GitLabAccess(ctx, w.Store, w.team)
	if err != nil || instance != w.gitlab.URL {
		w.t.Fatalf("%s, %v", instance, err)
	}
	return string(token)
}

func TestTokensAreCheckedOnceADay(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.tick(w.began.Add(life - time.Second))
		if w.gitlab.Asked() != 0 {
			t.Error("asked before a day was over")
		}
		w.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2099-05-06"})
		day := w.began.Add(life)
		w.tick(day)
		w.tick(day.Add(time.Hour))
		got := w.state()
		if w.gitlab.Asked() != 1 || !got.LastValidatedAt.Equal(day) || got.TokenExpiresAt.Format(time.DateOnly) != "2099-05-06" || !got.Enabled(day) {
			t.Errorf("asked %d times: %+v", w.gitlab.Asked(), got)
		}
	})
}

// TestRevokedTokenIsNoticed: also when GitLab accepts the token again, and when the team sets
// another one.
func TestRevokedTokenIsNoticed(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.gitlab.Forget("glpat-one")
		day := w.began.Add(life)
		w.tick(day)
		if got := w.state(); got.Enabled(day) || !got.LastValidatedAt.Equal(w.began) || got.InstanceURL != w.gitlab.URL || w.uses() != "" {
			t.Errorf("a revoked token: %+v, scans use %q", got, w.uses())
		}
		if !strings.Contains(w.log.String(), "no longer accepts") || strings.Contains(w.log.String(), "glpat") {
			t.Errorf("log: %s", &w.log)
		}

		w.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"api"}})
		w.tick(day.Add(life))
		if got := w.state(); !got.Enabled(day) || !got.LastValidatedAt.Equal(day.Add(life)) || w.uses() != "glpat-one" {
			t.Errorf("accepted again: %+v", got)
		}

		w.gitlab.Set("glpat-one", gitlabtest.Token{Scopes: []string{"read_api"}})
		w.tick(day.Add(2 * life))
		if got := w.state(); got.Enabled(day) {
			t.Errorf("without the scope: %+v", got)
		}
		w.connect(w.team, "glpat-two", "")
		if got := w.state(); !got.Enabled(day) || w.uses() != "glpat-two" {
			t.Errorf("a new token: %+v", got)
		}
	})
}

func TestExpiredTokenIsNotUsed(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		storetest.Write(t, w.Store, func(tx *store.Tx) error {
			_, err := w.Service.RotateToken(ctx, tx, w.team, service.CheckedToken{Instance: w.gitlab.URL, Token: "glpat-one", At: w.began, ExpiresAt: w.began.Add(-time.Second)})
			return err
		})
		if got := w.state(); got.Enabled(vigil.Now()) || w.uses() != "" {
			t.Errorf("%+v", got) // though GitLab was not asked since
		}
	})
}

// TestInstanceThatIsAway: an unavailable instance does not invalidate the token, and is asked
// again.
func TestInstanceThatIsAway(t *testing.T) {
	for _, path := range []string{"/broken", "/slow", "/page"} {
		forEachWorld(t, func(t *testing.T, w *world) {
			w.connect(w.team, "glpat-one", path)
			w.Service.GitLab.HTTP.Timeout = time.Second
			day := w.state().LastValidatedAt.Add(life)
			w.tick(day)
			w.tick(day.Add(again - time.Second))
			if got := w.state(); w.gitlab.Asked() != 1 || !got.Enabled(day) || !got.LastValidatedAt.Equal(day.Add(-life)) {
				t.Errorf("%s: asked %d times: %+v", path, w.gitlab.Asked(), got)
			}
			w.tick(day.Add(again))
			if w.gitlab.Asked() != 2 {
				t.Errorf("%s: asked %d times, want 2", path, w.gitlab.Asked())
			}
		})
	}
}

// TestOneServerChecksEach has several servers check more connections than fit at once, some of
// which fail.
func TestOneServerChecksEach(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		const teams = atOnce + 10
		for i := range teams {
			path := ""
			if i < 3 {
				path = "/broken"
			}
			w.connect(storetest.Team(t, w.Store, fmt.Sprint("team ", i)).ID, "glpat-one", path)
		}
		day := vigil.Now().Add(life)
		var servers sync.WaitGroup
		for range 3 {
			server := Checker{Store: w.Store, Service: w.Service, Log: slog.New(slog.DiscardHandler)}
			servers.Go(func() {
				if err := server.runOnce(ctx, day); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		if got := w.gitlab.Asked(); got != teams+1 {
			t.Errorf("asked %d times for %d tokens", got, teams+1)
		}
	})
}

// TestRotationDuringACheck: the result for the old token is not recorded for the new one.
func TestRotationDuringACheck(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		due, err := w.Store.ListUncheckedConnections(ctx, vigil.Now(), 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d, %v", len(due), err)
		}
		w.gitlab.Forget("glpat-one")
		w.gitlab.Set("glpat-two", gitlabtest.Token{Scopes: []string{"api"}})
		w.connect(w.team, "glpat-two", "")
		if err := w.check(ctx, due[0], vigil.Now().Add(life)); err != nil {
			t.Fatal(err)
		}
		if got := w.state(); !got.Enabled(vigil.Now()) || w.uses() != "glpat-two" {
			t.Errorf("%+v", got)
		}
	})
}
