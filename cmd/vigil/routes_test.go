package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var routeFiles = map[string]string{
	"app/__init__.py": "from flask import Flask\nfrom .users import bp\napp = Flask(__name__)\napp.register_blueprint(bp, url_prefix='/api')\n",
	"app/users.py":    "from flask import Blueprint\nfrom flask_login import login_required\nbp = Blueprint('users', __name__)\n@bp.get('/users/<int:id>')\n@login_required\ndef show(id): ...\n",
}

// TestRoutes: the routes of a scan of a real repository, in a real sandbox.
func TestRoutes(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		r.commit(routeFiles)
		s := start(t, t.TempDir(), append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		first := s.scan(key, "acme/api")
		var got struct {
			Format, Endpoints string
			Parsed            struct {
				Paths map[string]map[string]struct {
					Source struct {
						File string
						Line int
					} `json:"x-source"`
					Guard string `json:"x-guard"`
				}
			}
		}
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/scans/"+first.ID+"/endpoints", "")), &got); err != nil {
			t.Fatal(err)
		}
		if op := got.Parsed.Paths["/api/users/{id}"]["get"]; got.Format != "json" || !json.Valid([]byte(got.Endpoints)) || op.Guard != "login_required" || op.Source.File != "app/users.py" || op.Source.Line != 4 {
			t.Errorf("%+v\n%s", got, lastLines(s.log.String()))
		}
		if text := s.want(200, key, "GET", "/api/v1/scans/"+first.ID+"/endpoints?format=yaml", ""); !strings.Contains(text, `"format":"yaml","endpoints":"openapi: 3.1.0\ninfo:\n    title: acme/api\n`) {
			t.Errorf("%s", text)
		}
		if text := s.want(200, key, "GET", "/api/v1/scans/"+first.ID+"/coverage", ""); !strings.Contains(text, `"detector":"routes"`) {
			t.Errorf("%s", text)
		}
		r.commit(map[string]string{"README.md": "nothing"})
		none := s.scan(key, "acme/api")
		if text := s.want(200, key, "GET", "/api/v1/scans/"+none.ID+"/endpoints", ""); !strings.Contains(text, `"format":null,"endpoints":null,"parsed":null`) {
			t.Errorf("%s", text)
		}
	})
}

// TestRoutesCommand: the same without a server.
func TestRoutesCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range routeFiles {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for format, want := range map[string]string{
		"table":   "GET     /api/users/{id}  app/users.py:4  login_required  flask",
		"json":    `"path": "/api/users/{id}"`,
		"openapi": `"x-guard": "login_required"`,
	} {
		if out, stderr, code := run(t, "routes", dir, "--format", format); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d: %s%s", format, code, out, stderr)
		}
	}
	if out, _, code := run(t, "scan", dir, "--format", "json"); code != 0 || !strings.Contains(out, `"method": "GET",
      "path": "/api/users/{id}",
      "file": "app/users.py",
      "line": 4`) {
		t.Errorf("exit code %d: %s", code, out)
	}
	if _, stderr, code := run(t, "routes", dir, "--format", "xml"); code != 2 || !strings.Contains(stderr, "--format must be table, json, or openapi") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, _, code := run(t, "routes", filepath.Join(dir, "nowhere")); code == 0 {
		t.Error("what is not there has routes")
	}
}
