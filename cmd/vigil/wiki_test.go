package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wikiSource is a small service with a secret in its start command, and a route without a
// guard that has a weakness.
func wikiSource() map[string]string {
	return map[string]string{
		"README.md":            "# Tiny <b>shop</b>\n\nSells things to people who want them.\n",
		"api/requirements.txt": "flask==3.0.3\n",
		"api/app.py": "\"\"\"The API.\"\"\"\nimport os\nfrom flask import Flask, request\n\napp = Flask(__name__)\nKEY = os.environ[\"SHOP_KEY\"]\n\n\n" +
			"@app.get(\"/run\")\ndef run_it():\n    os.system(request.args[\"c\"])\n    return \"\"\n",
		"Procfile": "web: serve " + token(7) + "\n",
	}
}

// wikiLines must be in the wiki of wikiSource.
var wikiLines = []string{
	"# Tiny shop\n", "Sells things to people who want them. ([`README.md:3`](README.md#L3))",
	"| Flask | `==3.0.3` | [`api/requirements.txt:1`](api/requirements.txt#L1)", "| `SHOP_KEY` | yes | environ | [`api/app.py:6`](api/app.py#L6) |",
	"| `GET` | `/run` | `run_it` |  | [`api/app.py:9`](api/app.py#L9) |", "| `GET /run` | 1 | critical ", "[`api/app.py:11`](api/app.py#L11)", "| Procfile | `web` | _(redacted: contains a secret)_",
}

func checkWiki(t *testing.T, text string) {
	t.Helper()
	for _, line := range wikiLines {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	if strings.Contains(text, token(7)) {
		t.Error("a secret is shown")
	}
}

func TestWikiOfAScan(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		r.commit(wikiSource())
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		scan := s.scan(key, "acme/api")
		if scan.Status != "completed" {
			t.Fatalf("%+v\n%s", scan, lastLines(s.log.String()))
		}
		request, err := http.NewRequest(http.MethodGet, s.url+"/api/v1/scans/"+scan.ID+"/wiki", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-API-Key", key)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if of := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || of != "text/markdown; charset=utf-8" {
			t.Errorf("%d %s", answer.StatusCode, of)
		}
		text := s.want(200, key, "GET", "/api/v1/scans/"+scan.ID+"/wiki", "")
		checkWiki(t, text)

		// Routes and wiki are stored in one row, and both are there.
		if routes := s.want(200, key, "GET", "/api/v1/scans/"+scan.ID+"/endpoints", ""); !strings.Contains(routes, "/run") {
			t.Errorf("%s", routes)
		}
		if again := s.scan(key, "acme/api"); s.want(200, key, "GET", "/api/v1/scans/"+again.ID+"/wiki", "") != text {
			t.Error("not the same twice")
		}
	})
}

func TestLocalWiki(t *testing.T) {
	t.Parallel()
	output := filepath.Join(t.TempDir(), "wiki.md")
	if stdout, stderr, code := run(t, "wiki", write(t, wikiSource()), "--output", output); code != 0 || stdout+stderr != "" {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	checkWiki(t, string(text))
	if stdout, stderr, code := run(t, "wiki", write(t, map[string]string{"README.md": "# Words\n"})); code != 0 || stderr != "" || !strings.HasPrefix(stdout, "# Words\n") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if _, stderr, code := run(t, "wiki"); code != 2 || !strings.Contains(stderr, "PATH") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, _, code := run(t, "wiki", filepath.Join(t.TempDir(), "nowhere")); code == 0 {
		t.Error("a path that is not there")
	}
}
