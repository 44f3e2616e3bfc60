package gitlab_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/gitlab"
	"vigil/internal/gitlab/gitlabtest"
	"vigil/internal/netguard"
)

var loopback = netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}

func TestCheckToken(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	g := gitlabtest.New(t)
	api := []string{"read_user", "api"}
	g.Set("glpat-good", gitlabtest.Token{Scopes: api, ExpiresAt: "2027-01-31"})
	g.Set("glpat-endless", gitlabtest.Token{Scopes: api})
	g.Set("glpat-tomorrow", gitlabtest.Token{Scopes: api, ExpiresAt: "2026-11-16"})
	g.Set("glpat-expired", gitlabtest.Token{Scopes: api, ExpiresAt: "2026-11-15"})
	g.Set("glpat-revoked", gitlabtest.Token{Scopes: api, Revoked: true})
	g.Set("glpat-blocked", gitlabtest.Token{Scopes: api, Inactive: true})
	g.Set("glpat-reader", gitlabtest.Token{Scopes: []string{"read_api", "read_repository"}})
	g.Set("glpat-useless", gitlabtest.Token{})
	g.Set("glpat-odd", gitlabtest.Token{Scopes: api, ExpiresAt: "soon"})
	client := &gitlab.Client{HTTP: loopback.Client(time.Second)}

	for _, c := range []struct{ token, path, want string }{
		{"good", "", "2027-01-31"},
		{"good", "/gitlab", "2027-01-31"},
		{"endless", "", "never"},
		{"tomorrow", "", "2026-11-16"},
		{"expired", "", "integration_token_invalid of access_token: has expired"},
		{"revoked", "", "integration_token_invalid of access_token: was revoked"},
		{"blocked", "", "integration_token_invalid of access_token: is not active"},
		{"mistyped", "", "integration_token_invalid of access_token: was not accepted"},
		{"reader", "", "integration_token_scope of access_token: lacks the scope"},
		{"useless", "", "integration_token_scope of access_token: lacks the scope"},
		{"with space", "", "integration_token_invalid of access_token: holds characters"},
		{"line\nbreak", "", "integration_token_invalid of access_token: holds characters"},
		{"é", "", "integration_token_invalid of access_token: holds characters"},
		{strings.Repeat("x", 2000), "", "integration_token_invalid of access_token: holds characters"},
		{"odd", "", "integration_unreachable of : does not answer like GitLab"},
		{"good", "/broken", "integration_unreachable of : is out of order"},
		{"good", "/slow", "integration_unreachable of : did not answer"},
		{"good", "/moved", "integration_unreachable of : answered with a redirect"},
		{"good", "/page", "integration_unreachable of : does not answer like GitLab"},
		{"good", "/list", "integration_unreachable of : does not answer like GitLab"},
		{"good", "/empty", "integration_unreachable of : does not answer like GitLab"},
		{"good", "/huge", "integration_unreachable of : does not answer like GitLab"},
		{"good", "/missing", "integration_unreachable of : knows no"},
		{"good", "/cut", "integration_unreachable of : did not answer to the end"},
	} {
		expires, err := client.CheckToken(t.Context(), g.URL+c.path, vigil.AccessToken("glpat-"+c.token), now)
		got := "never"
		if !expires.IsZero() {
			got = expires.Format(time.DateOnly)
		}
		if err != nil {
			got = describe(err)
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q at %q: %s, want %s", c.token, c.path, got, c.want)
		}
		if strings.Contains(fmt.Sprint(got, err), "glpat") {
			t.Errorf("%q is in the error: %s", c.token, got)
		}
	}
	if strings.Contains(g.Seen(), "glpat") {
		t.Errorf("the token is in an address: %s", g.Seen())
	}
}

// describe removes the common prefix of messages.
func describe(err error) string {
	e, ok := errors.AsType[*vigil.Error](err)
	if !ok {
		return err.Error()
	}
	message := strings.TrimPrefix(strings.TrimPrefix(e.Message, `"access_token" `), "The GitLab instance ")
	return fmt.Sprintf("%s of %s: %s", e.Code, e.Param, message)
}

func TestInstanceMustBePublic(t *testing.T) {
	g := gitlabtest.New(t)
	g.Set("good", gitlabtest.Token{Scopes: []string{"api"}})
	public := &gitlab.Client{HTTP: netguard.Policy{}.Client(time.Second)}
	for _, instance := range []string{g.URL, strings.Replace(g.URL, "127.0.0.1", "localhost", 1), "http://gitlab.example.com", "https://10.0.0.1", "https://user@gitlab.example.com", "not a URL", "https://\x7f"} {
		if _, err := public.CheckToken(t.Context(), instance, "good", vigil.Now()); !strings.HasPrefix(describe(err), "parameter_invalid of instance_url") {
			t.Errorf("%s: %v", instance, err)
		}
	}
	if g.Asked() != 0 {
		t.Error("an address that is not public was asked")
	}
	// An untrusted certificate, and a closed port.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	client := &gitlab.Client{HTTP: loopback.Client(time.Second)}
	if _, err := client.CheckToken(ctx, "https://127.0.0.1:1", "good", vigil.Now()); !strings.HasPrefix(describe(err), "integration_unreachable") {
		t.Errorf("%v", err)
	}
}
