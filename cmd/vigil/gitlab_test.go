package main_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil"
	"vigil/internal/gitlab/gitlabtest"
	"vigil/internal/store"
)

// TestGitLab connects a team to an instance and scans a private repository of it,
// before and after the keys are changed, and after the token was revoked.
func TestGitLab(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, args ...string) {
		gitlab := gitlabtest.New(t)
		gitlab.GitDir = t.TempDir()
		newRepository(t, filepath.Join(gitlab.GitDir, "acme"), "work").commit(map[string]string{"config.py": "TOKEN = '" + token(1) + "'\n"})
		(&repository{t, gitlab.GitDir}).git("clone", "-q", "--bare", filepath.Join(gitlab.GitDir, "acme/work"), filepath.Join(gitlab.GitDir, "acme/platform/api.git"))
		gitlab.Set("glpat-of-acme", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2099-01-01"})

		data := t.TempDir()
		begin := func() *service {
			s := launchIn(t, surroundings{env: []string{"SSL_CERT_FILE=" + gitlab.CAFile}}, data, append(args, "--gitlab-url", "https://gitlab.example.com", "--allow-networks", "127.0.0.0/8")...)
			s.await()
			return s
		}
		s := begin()
		key := s.key()
		const integration = "/api/v1/integrations/gitlab"
		if got := s.want(200, key, "GET", integration, ""); !strings.Contains(got, `"enabled":false,"instance_url":null`) {
			t.Errorf("before: %s", got)
		}
		s.want(400, key, "PATCH", integration, `{"access_token":"glpat-mistyped","instance_url":"`+gitlab.URL+`"}`)
		s.want(502, key, "PATCH", integration, `{"access_token":"glpat-of-acme","instance_url":"`+gitlab.URL+`/page"}`)
		if got := s.want(200, key, "PATCH", integration, `{"access_token":"glpat-of-acme","instance_url":"`+gitlab.URL+`"}`); !strings.Contains(got, `"enabled":true,"instance_url":"`+gitlab.URL+`"`) {
			t.Errorf("connected: %s", got)
		}

		scan := func(wanted string) {
			t.Helper()
			var started scanned
			if err := json.Unmarshal([]byte(s.want(201, key, "POST", "/api/v1/scans", `{"name":"n","repository":"acme/platform/api","provider":"gitlab"}`)), &started); err != nil {
				t.Fatal(err)
			}
			s.awaitScan(key, started.ID, wanted)
		}
		scan("completed")
		if found := s.vulnerabilities(key); len(found) != 1 {
			t.Errorf("found %v", found)
		}
		if out, errs, code := run(t, append([]string{"rekey"}, s.args...)...); code != 0 {
			t.Errorf("rekey: %s %s", out, errs)
		}
		scan("completed")
		if got := s.want(200, key, "GET", "/api/v1/repositories/acme/platform/api", ""); !strings.Contains(got, `"web_url":"`+gitlab.URL+`/acme/platform/api"`) {
			t.Errorf("page: %s", got)
		}
		gitlab.Forget("glpat-of-acme")
		scan("failed")

		// A day later the server notices by itself.
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		s.change(func(tx *store.Tx) error {
			team, err := tx.GetTeam(t.Context(), vigil.DefaultTeam)
			if err != nil {
				return err
			}
			c, err := tx.GetGitLabConnection(t.Context(), team.ID)
			c.CheckedAt = c.CheckedAt.Add(-25 * time.Hour)
			return errors.Join(err, tx.UpsertGitLabConnection(t.Context(), c))
		})
		s = begin()
		eventually(t, s, "the revoked token is noticed", func() bool {
			return strings.Contains(s.want(200, key, "GET", integration, ""), `"enabled":false`)
		})

		if strings.Contains(s.log.String(), "glpat") || strings.Contains(gitlab.Seen(), "glpat") {
			t.Errorf("the token is in the log or in an address:\n%s\n%s", s.log, gitlab.Seen())
		}
		content, err := os.ReadFile(filepath.Join(data, "vigil.db"))
		if err == nil && strings.Contains(string(content), "glpat") {
			t.Error("the token lies plain in the database")
		}
	})
}
