package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write makes files in a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const evalRules = `rules:
- id: eval-used
  languages: [python]
  severity: ERROR
  message: eval of $X
  pattern: eval($X)
  metadata: {cwe: "CWE-95: eval", confidence: HIGH}
- id: flows
  mode: taint
  languages: [javascript]
  severity: ERROR
  message: flows
  pattern-sources: [{pattern: input()}]
  pattern-sinks: [{pattern: run(...)}]
- id: joined
  mode: join
  languages: [python]
  severity: ERROR
  message: m
`

func TestLocalScan(t *testing.T) {
	t.Parallel()
	source := write(t, map[string]string{
		"app/a.py": "import os\n\ndef f(x):\n    eval(x)\n", "b.js": "const x = input();\nrun(x);\n", ".git/config": "eval(x)\n", "big.py": strings.Repeat("eval(x)\n", 1<<20),
	})
	if err := os.Symlink("/etc/passwd", filepath.Join(source, "link")); err != nil {
		t.Fatal(err)
	}
	rules := write(t, map[string]string{"r/code.yaml": evalRules})
	output := filepath.Join(t.TempDir(), "o.json")
	stdout, stderr, code := run(t, "scan", source, "--rules", rules, "--only", "code", "--format", "json", "--output", output)
	if code != 0 || stdout != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	type finding struct {
		RuleID      string  `json:"rule_id"`
		Path        string  `json:"path"`
		Line        int     `json:"line"`
		EndLine     int     `json:"end_line"`
		Column      int     `json:"column"`
		CWE         string  `json:"cwe"`
		Type        string  `json:"type"`
		Severity    float64 `json:"severity"`
		Confidence  float64 `json:"confidence"`
		Title       string  `json:"title"`
		Detector    string  `json:"detector"`
		Fingerprint string  `json:"fingerprint"`
		Trace       []struct {
			Path         string
			Line, Column int
			Message      string
		} `json:"trace"`
	}
	var got struct {
		Findings  []finding         `json:"findings"`
		Endpoints []json.RawMessage `json:"endpoints"`
		Skipped   []struct{ Path, Reason, Kind string }

		Suppressed      json.RawMessage   `json:"suppressed"`
		NewSuppressions []json.RawMessage `json:"new_suppressions"`
		Unconfined      *string           `json:"unconfined"`
		Gate            json.RawMessage   `json:"gate"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(got.Findings) != 2 || got.Endpoints == nil || got.Suppressed == nil || got.NewSuppressions == nil || got.Unconfined != nil {
		t.Fatalf("%s", text)
	}
	a, b := got.Findings[0], got.Findings[1]
	if !strings.HasPrefix(a.Fingerprint, "v1:") {
		t.Errorf("fingerprint %q", a.Fingerprint)
	}
	a.Fingerprint = ""
	if a.Trace != nil || a.RuleID != "eval-used" || a.Path != "app/a.py" || a.Line != 4 || a.EndLine != 4 || a.Column != 5 || a.CWE != "CWE-95" || a.Type != "RCE" ||
		a.Severity != 8.1 || a.Confidence != 9 || a.Title != "Eval used: `eval` in `f`" || a.Detector != "code" {
		t.Errorf("%+v", a)
	}
	if b.RuleID != "flows" || len(b.Trace) < 2 || b.Trace[0].Line != 1 {
		t.Errorf("%+v", b)
	}
	var skipped []string
	for _, s := range got.Skipped {
		skipped = append(skipped, s.Path+": "+s.Reason)
	}
	for _, want := range []string{"link: symbolic link", "big.py: larger than 5 MiB", "r/code.yaml: joined: mode join is not supported"} {
		if !slices.Contains(skipped, want) {
			t.Errorf("%q is not in %q", want, skipped)
		}
	}

	for range 2 {
		again, _, _ := run(t, "scan", source, "--rules", rules, "--only", "code", "--format", "json")
		if again != string(text) {
			t.Fatal("another scan says something else")
		}
	}
	if out, _, code := run(t, "scan", filepath.Join(source, "app/a.py"), "--rules", filepath.Join(rules, "r/code.yaml"), "--only", "code", "--fail-on", "high"); code != 1 || !strings.Contains(out, "a.py:4") {
		t.Errorf("a file with --fail-on: exit code %d: %s", code, out)
	}
	if _, _, code := run(t, "scan", source, "--rules", rules, "--only", "code", "--fail-on", "critical"); code != 3 { // a rule was not applied, and a file was not scanned
		t.Errorf("--fail-on critical: exit code %d", code)
	}
}

func TestLocalScanGivenWrongly(t *testing.T) {
	t.Parallel()
	here := t.TempDir()
	for _, args := range [][]string{
		{"scan"}, {"scan", "/nowhere/at/all"}, {"scan", here, "--rules", "/nowhere"}, {"scan", here, "--format", "xml"}, {"scan", here, "--only", "magic"},
		{"scan", here, "--fail-on", "sometimes"}, {"rules", "test", "/nowhere"}, {"rules", "validate"},
	} {
		if _, stderr, code := run(t, args...); code != 2 || stderr == "" {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}

func TestRulesCommands(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"eval.yaml":     "rules:\n- id: eval-used\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: eval($X)\n",
		"eval.py":       "# ruleid: eval-used\neval(x)\n# ok: eval-used\nevil(x)\n# todook: eval-used\neval(y)\n",
		"eval.fixed.py": "eval(z)\n",
	})
	if out, stderr, code := run(t, "rules", "test", dir); code != 0 || !strings.Contains(out, "100.0%  2/2") {
		t.Errorf("exit code %d: %s%s", code, out, stderr)
	}
	if out, _, code := run(t, "rules", "validate", dir); code != 0 || out != "" {
		t.Errorf("validate: exit code %d: %s", code, out)
	}
	if out, _, code := run(t, "rules", "list", dir); code != 0 || !strings.Contains(out, "eval-used") {
		t.Errorf("list: exit code %d: %s", code, out)
	}
	wrong := write(t, map[string]string{
		"a.yaml": "rules:\n- id: a\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: 'f(('\n- id: b\n  languages: [klingon]\n  severity: ERROR\n  message: m\n  pattern: x\n",
		"a.py":   "# ruleid: a\nf(1)\n",
	})
	out, _, code := run(t, "rules", "validate", wrong)
	if code != 3 || !strings.Contains(out, "a.yaml:6:12: a: not a valid python pattern") || !strings.Contains(out, `a.yaml:8:15: b: the language "klingon" is not known`) {
		t.Errorf("validate: exit code %d: %s", code, out)
	}
	if out, _, code := run(t, "rules", "test", wrong); code != 3 || !strings.Contains(out, "a.py:2: missing a: f(1)") {
		t.Errorf("test: exit code %d: %s", code, out)
	}
}

func TestListAndExplainRules(t *testing.T) {
	t.Parallel()
	out, _, code := run(t, "rules", "list", "--language", "PY,golang", "--cwe", "89", "--cwe", "cwe-078", "--json")
	var listed struct {
		Rules []struct {
			ID, CWE   string
			Languages []string
		}
	}
	if err := json.Unmarshal([]byte(out), &listed); err != nil || code != 0 || len(listed.Rules) < 4 {
		t.Fatalf("exit code %d, %v: %s", code, err, out)
	}
	for _, r := range listed.Rules {
		if r.CWE != "CWE-89" && r.CWE != "CWE-78" || r.Languages[0] != "python" && r.Languages[0] != "go" {
			t.Errorf("%+v was not asked for", r)
		}
	}
	if out, _, code := run(t, "rules", "list", "--language", "swift"); code != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("a language without rules: exit code %d: %s", code, out)
	}
	page, _, code := run(t, "rules", "explain", "python-sql-injection")
	if served, err := os.ReadFile("../../docs/reference/rules/python-sql-injection.md"); err != nil || code != 0 || page != string(served) {
		t.Errorf("exit code %d, %v: %s", code, err, page)
	}
	if out, _, code := run(t, "rules", "explain", "python-sql-injection", "--json"); code != 0 || !json.Valid([]byte(out)) || !strings.Contains(out, `"sinks"`) {
		t.Errorf("exit code %d: %s", code, out)
	}
	for want, args := range map[string][]string{
		`no language "klingon"; these rules are for`: {"rules", "list", "--language", "go,klingon"},
		`not "sql"`:                         {"rules", "list", "--cwe", "sql"},
		`Did you mean python-sql-injection`: {"rules", "explain", "python-sql-injecton"},
		`takes ID`:                          {"rules", "explain"},
	} {
		if _, stderr, code := run(t, args...); code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
	}
}

// TestServerScansWithRules holds that --rules-dir reaches the scans of a server.
func TestServerScansWithRules(t *testing.T) {
	t.Parallel()
	mirror := t.TempDir()
	r := newRepository(t, mirror, "acme/shop")
	r.commit(map[string]string{"a.py": "eval(x)\n"})
	rules := write(t, map[string]string{"code.yaml": evalRules})
	s := start(t, t.TempDir(), "--github-url", "file://"+mirror, "--rules-dir", rules)
	s.scan(s.key(), "acme/shop")
	if text := s.want(200, s.key(), "GET", "/api/v1/vulnerabilities", ""); !strings.Contains(text, `"cwe":"CWE-95"`) {
		t.Error(text)
	}
}

// TestTeamBringsRules holds that rules which a team sends are checked, and used by its
// scans alone.
func TestTeamBringsRules(t *testing.T) {
	t.Parallel()
	mirror := t.TempDir()
	r := newRepository(t, mirror, "acme/shop")
	r.commit(map[string]string{"a.py": "forbidden(x)\n"})
	s := start(t, t.TempDir(), "--github-url", "file://"+mirror, "--github-token-teams", "default, other", "--rules-dir", write(t, map[string]string{"policy.yaml": evalRules[:strings.Index(evalRules, "- id: flows")]}))
	put := func(key, text string) (int, string) {
		t.Helper()
		q, err := http.NewRequest(http.MethodPut, s.url+"/api/v1/rules", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-API-Key", key)
		q.Header.Set("Content-Type", "application/yaml")
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	const rule = "rules:\n- id: no-forbidden\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: "
	// What is wrong is said as by the command.
	status, body := put(s.key(), rule+"'f(('\n")
	var e struct {
		Error struct{ Code, Param, Message string }
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || status != 400 || e.Error.Code != "rules_invalid" || e.Error.Param != "rules" {
		t.Fatalf("%d %s", status, body)
	}
	said, _, _ := run(t, "rules", "validate", filepath.Join(write(t, map[string]string{"rules.yaml": rule + "'f(('\n"}), "rules.yaml"))
	line := strings.TrimSpace(strings.TrimPrefix(said, "error: "))
	if !strings.HasPrefix(line, "rules.yaml:6:12: no-forbidden: not a valid python pattern") || !strings.HasSuffix(e.Error.Message, "\n"+line) {
		t.Errorf("the command says %q, the server %q", line, e.Error.Message)
	}
	if status, body := put(s.key(), strings.Replace(rule, "no-forbidden", "eval-used", 1)+"x\n"); status != 400 || !strings.Contains(body, "operator") {
		t.Errorf("the operator's id: %d %s", status, body)
	}
	if status, body := put(s.key(), rule+"forbidden($X)\n"); status != 201 || !strings.Contains(body, `"rule_count":1`) {
		t.Fatalf("%d %s", status, body)
	}
	if text := s.want(200, s.key(), "GET", "/api/v1/rules?origin=team,operator&order=asc", ""); !strings.Contains(text, `"id":"no-forbidden"`) || !strings.Contains(text, `"id":"eval-used","origin":"operator"`) {
		t.Error(text)
	}
	scan := s.scan(s.key(), "acme/shop")
	if text := s.want(200, s.key(), "GET", "/api/v1/vulnerabilities", ""); !strings.Contains(text, `"title":"No forbidden: `) {
		t.Error(text)
	}
	if text := s.want(200, s.key(), "GET", "/api/v1/scans/"+scan.ID+"/coverage", ""); !strings.Contains(text, `"team_rules":{"sha256":"`) {
		t.Error(text)
	}
	if _, stderr, code := run(t, append([]string{"team", "create", "other"}, s.args...)...); code != 0 {
		t.Fatal(stderr)
	}
	other, stderr, code := run(t, append([]string{"key", "create", "--name", "k", "--team", "other"}, s.args...)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	key := strings.TrimSpace(other)
	s.scan(key, "acme/shop")
	if text := s.want(200, key, "GET", "/api/v1/vulnerabilities", ""); strings.Contains(text, "No forbidden") {
		t.Errorf("another team's: %s", text)
	}
}
