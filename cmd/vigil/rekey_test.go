package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vigil/internal/store/storetest"
)

func TestRekeyBesideARunningServer(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		data := t.TempDir()
		s := start(t, data, args...)
		file := filepath.Join(data, "secret.key")
		keys := func() []string {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for line := range strings.Lines(string(text)) {
				if !strings.HasPrefix(line, "#") {
					keys = append(keys, line)
				}
			}
			return keys
		}
		first := keys()
		for range 3 {
			if out, errs, code := run(t, append([]string{"rekey"}, s.args...)...); code != 0 || !strings.Contains(out, "re-encrypted") {
				t.Fatalf("%d %s%s", code, out, errs)
			}
		}
		if after := keys(); len(first) != 1 || len(after) != 2 || strings.Contains(strings.Join(after, ""), first[0]) {
			t.Errorf("%d keys, then %d; the first must be gone", len(first), len(after))
		}
		s.want(200, s.key(), "GET", "/api/v1/me", "")
		if err := s.end(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		start(t, data, args...)
	})
}

func TestServerWithoutTheKeyOfTheDatabase(t *testing.T) {
	t.Parallel()
	c := storetest.Postgres(t)
	first := start(t, t.TempDir(), "--database-url", c.PostgresURL)
	second := start(t, t.TempDir(), "--database-url", c.PostgresURL)
	if !strings.Contains(second.log.String(), "copy secret.key") {
		t.Errorf("the second server does not say what is missing:\n%s", lastLines(second.log.String()))
	}
	if _, err := os.Stat(filepath.Join(second.data, "secret.key")); err == nil {
		t.Error("the second server made a key of its own")
	}
	second.want(201, first.key(), "POST", "/api/v1/scans", newScan)
	if _, errs, code := run(t, append([]string{"rekey"}, second.args...)...); code != 3 || !strings.Contains(errs, "copy secret.key") {
		t.Errorf("rekey without the key: %d %s", code, errs)
	}
}

func TestSecretKeyFromTheEnvironment(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"canary":                "VIGIL_SECRET_KEY",
		strings.Repeat("A", 43): "VIGIL_SECRET_KEY",
	} {
		c := command(t, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir())
		c.Env = append(c.Env, "VIGIL_SECRET_KEY="+value)
		out, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) || strings.Contains(string(out), value) {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
