package scan

import (
	"context"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/source"
	"vigil/internal/store"
)

// TestOperatorsOwn: the token and the mirrors of the operator are only for teams that may use them.
func TestOperatorsOwn(t *testing.T) {
	ours := vigil.TeamID(vigil.NewID())
	f := &Fetcher{
		GitHubToken: "operator's",
		Operated:    func(_ context.Context, team vigil.TeamID) (bool, error) { return team == ours, nil },
		GitLab: func(context.Context, vigil.TeamID) (string, vigil.AccessToken, error) {
			return "https://gitlab.example", "team's", nil
		},
	}
	for _, c := range []struct {
		name        string
		provider    vigil.Provider
		base        string
		ours        bool
		host, token string // empty: rejected
	}{
		{"token", vigil.GitHub, "https://github.com", true, "https://github.com", "operator's"},
		{"token of another team", vigil.GitHub, "https://github.com", false, "https://github.com", ""},
		{"mirror", vigil.GitHub, "file:///mirror", true, "file:///mirror", "operator's"},
		{"mirror for another team", vigil.GitHub, "file:///mirror", false, "", ""},
		{"GitLab mirror", vigil.GitLab, "file:///mirror", true, "file:///mirror", ""},
		{"GitLab mirror for another team", vigil.GitLab, "file:///mirror", false, "", ""},
		{"GitLab of another team", vigil.GitLab, "https://gitlab.com", false, "https://gitlab.example", "team's"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f.GitHubURL, f.GitLabURL = c.base, c.base
			s := store.ScanInProgress{Team: vigil.TeamID(vigil.NewID())}
			if c.ours {
				s.Team = ours
			}
			s.Repository.Provider = c.provider
			var r source.Repository
			host, err := f.host(t.Context(), s, &r)
			if host != c.host || r.Token != c.token || (err == nil) != (c.host != "") {
				t.Errorf("%q, %q, %v", host, r.Token, err)
			}
			if err != nil && !strings.Contains(err.Error(), "VIGIL_GITHUB_TOKEN_TEAMS") {
				t.Errorf("it does not say why: %v", err)
			}
		})
	}
	if host, err := (&Fetcher{GitHubURL: "file:///mirror"}).host(t.Context(), store.ScanInProgress{Repository: vigil.Repository{Provider: vigil.GitHub}}, new(source.Repository)); err == nil {
		t.Errorf("%q without a word of the operator", host)
	}
}
