package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"vigil"
	"vigil/internal/gitlab/gitlabtest"
	"vigil/internal/sarif/sariftest"
)

// localRules report one thing of each of some levels.
const localRules = `rules:
- id: eval-used
  languages: [python]
  severity: ERROR
  message: eval of $X can run anything
  pattern: eval($X)
  metadata: {cwe: "CWE-95: eval", confidence: HIGH, references: ["https://example.com/eval?a=1&b=2"]}
- id: print-used
  languages: [python]
  severity: INFO
  message: print of $X
  pattern: print($X)
  metadata: {cwe: "CWE-532: log", confidence: LOW}
- id: flows
  mode: taint
  languages: [python]
  severity: ERROR
  message: input reaches a command
  pattern-sources: [{pattern: input()}]
  pattern-sinks: [{pattern: system(...)}]
`

// scanner runs local scans of one user.
type scanner struct {
	t           *testing.T
	home, rules string
	env         []string
}

func newScanner(t *testing.T) *scanner {
	return &scanner{t: t, home: t.TempDir(), rules: filepath.Join(write(t, map[string]string{"rules.yaml": localRules}), "rules.yaml")}
}

// command is a scan by the rules of the test, for code alone.
func (s *scanner) command(args ...string) *exec.Cmd {
	s.t.Helper()
	c := command(s.t, append([]string{"scan", "--rules", s.rules, "--only", "code"}, args...)...)
	c.Env = append(append(c.Env, "HOME="+s.home), s.env...)
	return c
}

// run wants an exit code and the beginning of the closing line.
func (s *scanner) run(code int, closing string, args ...string) (stdout, stderr string) {
	s.t.Helper()
	return s.end(s.command(args...), code, closing)
}

func (s *scanner) end(c *exec.Cmd, code int, closing string) (stdout, stderr string) {
	s.t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		s.t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	last := lines[len(lines)-1]
	if code == 2 && len(lines) > 1 {
		last = lines[len(lines)-2] // before the way to the help
	}
	if got := c.ProcessState.ExitCode(); got != code || !strings.HasPrefix(last, closing) {
		s.t.Errorf("%v: exit code %d: %s\nwant %d: %s", c.Args[1:], got, errs.String(), code, closing)
	}
	return out.String(), errs.String()
}

// golden holds a text to a file. UPDATE=1 writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, vigil.Version, "VERSION")
	name = filepath.Join("testdata", "scan", name)
	if os.Getenv("UPDATE") != "" {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != got {
		t.Errorf("%s: %v\n%s", name, err, got)
	}
}

var localSource = map[string]string{
	"app/a.py": "import os\n\ndef f(x):\n    eval(x)\n", "b.py": "print(1)\nx = input()\nsystem(x)\n", "readme.md": "# Read me\n",
}

func TestLocalScanFormats(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, localSource)
	for format, name := range map[string]string{"table": "table.txt", "json": "findings.json", "sarif": "findings.sarif", "markdown": "report.md", "html": "report.html"} {
		t.Run(format, func(t *testing.T) {
			s := *s
			s.t = t
			out, errs := s.run(0, "done: 3 findings (2 high, 1 medium)", source, "--format", format)
			golden(t, name, out)
			if strings.Count(errs, "\n") != 1 {
				t.Errorf("not on a terminal, standard error has more than a line:\n%s", errs)
			}
			switch format {
			case "sarif":
				if err := sariftest.Check([]byte(out)); err != nil {
					t.Error(err)
				}
			case "table", "markdown":
				out, _ := s.run(0, "done: ", source, "--format", format, "--verbose")
				golden(t, "verbose-"+name, out)
			}
			file := filepath.Join(t.TempDir(), "out")
			if inFile, errs := s.run(0, "", source, "--format", format, "--output", file, "--quiet"); inFile != "" || errs != "" {
				t.Errorf("%s%s", inFile, errs)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != out {
				t.Errorf("--output: %v\n%s", err, text)
			}
		})
	}
}

func TestLocalScanGate(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, localSource)
	clean := write(t, map[string]string{"a.py": "x = 1\n"})
	s.run(1, "failed: 2 findings at or above high", source, "--fail-on", "high")
	s.run(1, "failed: 3 findings at or above low", source, "--fail-on", "low", "--quiet")
	s.run(0, "clean: no findings at or above critical; 3 findings (2 high, 1 medium)", source, "--fail-on", "critical")
	if out, _ := s.run(0, "clean: no findings", clean, "--fail-on", "low"); out != "no findings\n" {
		t.Error(out)
	}
	// What is not shown still counts.
	out, _ := s.run(1, "failed: 3 findings at or above low", source, "--fail-on", "low", "--severity", "high")
	if strings.Contains(out, "print-used") || !strings.Contains(out, "eval-used") || !strings.Contains(out, "1 below --severity not shown") {
		t.Error(out)
	}
	if out, _ := s.run(0, "done: 3", source, "--severity", "critical", "--format", "json"); !strings.Contains(out, `"findings": []`) {
		t.Error(out)
	}
	if one, _ := s.run(0, "done: 3", source, "--jobs", "1", "--format", "json"); one != first(s.run(0, "done: 3", source, "--jobs", "7", "--format", "json")) {
		t.Error("--jobs changes what is found")
	}
	// A detector can be left out.
	secret := write(t, map[string]string{"a.py": "TOKEN = '" + token(1) + "'\neval(x)\n"})
	if out, _, code := run(t, "scan", secret, "--rules", s.rules, "--skip", "code"); code != 0 || !strings.Contains(out, "github-pat") || strings.Contains(out, "eval-used") || strings.Contains(out, token(1)) {
		t.Errorf("exit code %d: %s", code, out)
	}
}

func first(out, _ string) string { return out }

func TestLocalScanUsage(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	here, empty := write(t, localSource), t.TempDir()
	files := write(t, map[string]string{"page.html": "<html>", "other.json": `{"a":1}`, "list.json": `[1]`, "findings.json": `{"findings":"x"}`,
		"foreign.sarif": `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[{"message":{"text":"m"}}]}]}`})
	for _, c := range []struct{ closing, args string }{
		{"error: there is no file or folder /nowhere", "/nowhere"},
		{"error: " + empty + " is empty", empty},
		{"error: --format must be one of table, json, sarif, markdown, html", here + " --format xml"},
		{"error: --fail-on must be critical, high, medium, or low", here + " --fail-on sometimes"},
		{"error: --severity must be critical", here + " --severity 7"},
		{"error: --skip takes secrets, dependencies, code, routes, wiki, not \"magic\"", here + " --skip magic"},
		{"error: --skip leaves no detector", here + " --skip code"},
		{"error: --jobs must be", here + " --jobs -1"},
		{"error: --jobs must be a whole number, not \"many\"", here + " --jobs many"},
		{"error: --baseline and --diff", here + " --baseline a --diff b"},
		{"error: --output: there is no folder", here + " --output /nowhere/a"},
		{"error: --output: " + here + " is a folder", here + " --output " + here},
		{"error: --branch needs a URL", here + " --branch main"},
		{"error: --diff main: " + here + " is not in a git work tree", here + " --diff main"},
		{"error: --baseline main: there is no such file, and " + here + " is not in a git work tree", here + " --baseline main"},
		{"error: --baseline " + files + "/page.html: not valid JSON", here + " --baseline " + files + "/page.html"},
		{"error: --baseline " + files + "/other.json: neither a JSON nor a SARIF report of an earlier scan", here + " --baseline " + files + "/other.json"},
		{"error: --baseline " + files + "/list.json: neither", here + " --baseline " + files + "/list.json"},
		{"error: --baseline " + files + "/findings.json: neither", here + " --baseline " + files + "/findings.json"},
		{"error: --baseline " + files + "/foreign.sarif: it has results, but none with a Vigil fingerprint", here + " --baseline " + files + "/foreign.sarif"},
		{"error: URL must begin with https:// or file://", "http://example.com/a"},
		{"error: URL must begin with https:// or file://", "ssh://example.com/a"},
		{"error: URL must not contain a user or password", "https://me:canary@example.com/a"},
		{"error: URL is not valid", "https://exa%mple.com/canary"},
		{"error: there is no file or folder git@example.com:a/b; to clone it, write it as https://", "git@example.com:a/b"},
		{"error: The host of the repository is refused", "https://127.0.0.1/acme/api"},
		{"error: --diff main: a ref needs PATH", "file:///nowhere --diff main"},
		{"error: \"vigil scan\" takes PATH|URL", here + " " + here},
	} {
		if _, errs := s.run(2, c.closing, strings.Fields(c.args)...); strings.Contains(errs, "canary") {
			t.Errorf("a password is shown: %s", errs)
		}
	}
	if _, errs, code := run(t, "scan", ""); code != 2 || !strings.Contains(errs, "PATH is empty") {
		t.Errorf("%d %s", code, errs)
	}
	s.env = []string{"VIGIL_ALLOW_NETWORKS=everything"}
	s.run(2, "error: VIGIL_ALLOW_NETWORKS: ", "https://example.com/a")
	s.env = nil
	s.run(3, "error: The repository was not found", "file:///nowhere/at/all")
}

func TestLocalScanBaselineFile(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, localSource)
	for _, format := range []string{"json", "sarif"} {
		base := filepath.Join(t.TempDir(), "base")
		s.run(0, "done: 3", source, "--format", format, "--output", base)
		s.run(0, "clean: no new findings", source, "--baseline", base, "--fail-on", "low")

		changed := write(t, map[string]string{"app/a.py": "\n" + localSource["app/a.py"], "b.py": localSource["b.py"] + "eval(2)\n"})
		out, _ := s.run(1, "failed: 1 new finding at or above high", changed, "--baseline", base, "--fail-on", "high")
		if !strings.Contains(out, "b.py:4") || strings.Contains(out, "a.py") {
			t.Error(out)
		}
		out, _ = s.run(0, "done: 1 new finding", changed, "--baseline", base, "--format", "sarif")
		if err := sariftest.Check([]byte(out)); err != nil || strings.Count(out, `"baselineState":"new"`) != 1 {
			t.Errorf("%v\n%s", err, out)
		}
	}
	// Secrets are known again by the key of their user, or by one that is shared.
	secret := write(t, map[string]string{"a.py": "TOKEN = '" + token(1) + "'\n"})
	for _, shared := range []string{"", "VIGIL_SCAN_KEY=a key that is shared"} {
		base := filepath.Join(t.TempDir(), "base.json")
		for i, closing := range []string{"done: 1 finding", "clean: no new findings"} {
			c := command(t, "scan", secret, "--only", "secrets", "--format", "json", "--output", base)
			if i > 0 {
				c = command(t, "scan", secret, "--only", "secrets", "--baseline", base)
			}
			if shared == "" {
				c.Env = append(c.Env, "HOME="+s.home)
			} else {
				c.Env = append(c.Env, shared) // on another machine
			}
			s.end(c, 0, closing)
		}
	}
}

func TestLocalScanSinceRef(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	r := newRepository(t, t.TempDir(), "acme/api")
	long := strings.Repeat("y = 1\n", 30)
	r.commit(map[string]string{"app.py": "eval(1)\n", "moved.py": long + "eval(2)\n", "still.py": "eval(3)\n", ".gitignore": "generated/\n", ".vigilignore": "still.py\n"})
	r.git("checkout", "-q", "-b", "topic")
	r.git("checkout", "-q", "trunk")
	r.commit(map[string]string{"app.py": "eval(1)\n", "moved.py": long + "eval(2)\n", "still.py": "eval(3)\n", ".gitignore": "generated/\n", ".vigilignore": "still.py\n", "trunk.py": "eval(4)\n"})
	r.git("checkout", "-q", "topic")
	r.git("mv", "moved.py", "elsewhere.py")
	put := func(name, text string) {
		t.Helper()
		name = filepath.Join(r.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("generated/a.py", "eval(5)\n")
	s.run(0, "clean: no new findings", r.dir, "--diff", "trunk", "--fail-on", "low")
	s.run(0, "clean: no new findings", r.dir, "--baseline", "trunk", "--fail-on", "low")

	put("app.py", "import os\neval(1)\ndef f():\n    eval(6)\n")
	put("new file.py", "print(7)\n")
	for _, flag := range []string{"--diff", "--baseline"} {
		out, _ := s.run(1, "failed: 1 new finding at or above high", r.dir, flag, "trunk", "--fail-on", "high")
		if !strings.Contains(out, "app.py:4") || !strings.Contains(out, "new file.py:1") || strings.Count(out, ".py:") != 2 {
			t.Errorf("%s: %s", flag, out)
		}
	}
	// A folder, a file, a commit, and what is committed meanwhile.
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "more")
	s.run(1, "failed: 2 new findings at or above low", r.dir, "--diff", "HEAD~1", "--fail-on", "low")
	s.run(0, "clean: no new findings", r.dir, "--diff", "HEAD", "--fail-on", "low")
	s.run(1, "failed: 1 new finding at or above low", filepath.Join(r.dir, "new file.py"), "--diff", "trunk", "--fail-on", "low")
	put("sub/a.py", "eval(8)\n")
	out, _ := s.run(0, "done: 1 new finding", filepath.Join(r.dir, "sub"), "--diff", "HEAD", "--format", "sarif")
	if err := sariftest.Check([]byte(out)); err != nil || !strings.Contains(out, `"uri":"../"`) || !strings.Contains(out, `"branch":"topic"`) {
		t.Errorf("%v\n%s", err, out)
	}
	// The header says where it comes from; a password in the address stays out of it.
	r.git("remote", "add", "origin", "https://me:canary@example.com/acme/api.git")
	out, _ = s.run(0, "done: ", r.dir, "--format", "sarif")
	if err := sariftest.Check([]byte(out)); err != nil || !strings.Contains(out, `"repositoryUri":"https://example.com/acme/api.git","revisionId":"`) || strings.Contains(out, "canary") {
		t.Errorf("%v\n%s", err, out)
	}

	s.run(2, "error: --diff nowhere: git knows no such commit, branch, or tag here", r.dir, "--diff", "nowhere")
	s.run(2, "error: --diff --all: git knows no such commit", r.dir, "--diff=--all")
	s.run(2, "error: --baseline nowhere: there is no such file, and git knows no such commit", r.dir, "--baseline", "nowhere")
	r.git("checkout", "-q", "--orphan", "other")
	r.git("commit", "-q", "-m", "alone")
	s.run(3, "error: --diff trunk: it has no commit in common with HEAD", r.dir, "--diff", "trunk")

	// As in a hook of git, whose variables point elsewhere.
	s.env = []string{"GIT_DIR=/nowhere", "GIT_INDEX_FILE=/nowhere/index", "GIT_WORK_TREE=/nowhere"}
	s.run(0, "done: 1 new finding (1 high)", r.dir, "--diff", "HEAD") // sub/a.py
}

func TestLocalScanOfURL(t *testing.T) {
	s := newScanner(t)
	gitlab := gitlabtest.New(t)
	gitlab.GitDir = t.TempDir()
	r := newRepository(t, filepath.Join(gitlab.GitDir, "acme"), "work")
	r.commit(map[string]string{"a.py": "eval(1)\n"})
	r.git("checkout", "-q", "-b", "topic")
	r.commit(map[string]string{"a.py": "eval(1)\n", "b.py": "eval(2)\n"})
	r.git("checkout", "-q", "trunk")
	(&repository{t, gitlab.GitDir}).git("clone", "-q", "--bare", r.dir, filepath.Join(gitlab.GitDir, "acme/api.git"))
	gitlab.Set("glpat-of-acme", gitlabtest.Token{Scopes: []string{"api"}, ExpiresAt: "2099-01-01"})

	mirror := "file://" + r.dir
	out, _ := s.run(0, "done: 1 finding", mirror, "--format", "sarif")
	if err := sariftest.Check([]byte(out)); err != nil || !strings.Contains(out, `"repositoryUri":"`+mirror+`","revisionId":"`) || !strings.Contains(out, `"branch":"trunk"`) {
		t.Errorf("%v\n%s", err, out)
	}
	s.run(1, "failed: 2 findings at or above high", mirror, "--branch", "topic", "--fail-on", "high")
	s.run(3, `error: The repository has no branch "nowhere"`, mirror, "--branch", "nowhere")
	base := filepath.Join(t.TempDir(), "base.json")
	s.run(0, "done: 1", mirror, "--format", "json", "--output", base)
	s.run(1, "failed: 1 new finding at or above high", mirror, "--branch", "topic", "--fail-on", "high", "--baseline", base)

	// Over HTTPS: what is not public needs leave, and a token goes to its host alone.
	address := gitlab.URL + "/acme/api.git"
	s.env = []string{"SSL_CERT_FILE=" + gitlab.CAFile, "VIGIL_GITLAB_TOKEN=glpat-of-acme", "VIGIL_GITLAB_URL=" + gitlab.URL}
	s.run(2, "error: The host of the repository is refused", address)
	s.env = append(s.env, "VIGIL_ALLOW_NETWORKS=127.0.0.0/8")
	s.run(1, "failed: 1 finding at or above high", address, "--fail-on", "high")
	s.env = append(s.env, "VIGIL_GITLAB_URL=https://gitlab.example.com")
	if _, errs := s.run(3, "error: The repository was not found, or it is private", address); strings.Contains(errs, "glpat-of-acme") {
		t.Error(errs)
	}
}

// TestLocalScanHostileText puts into files, names and rules what a terminal or a page
// could obey.
func TestLocalScanHostileText(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	const esc = "\x1b]0;pwned\x07\x1b[2J"
	const markup = `</code></pre></details><script>alert(1)</script><img src=x onerror=alert(1)>|a|b|` + "`*[x](javascript:alert(1))* @victim #1 www.example.com https://example.com"
	source := write(t, map[string]string{
		"a.py": "eval('" + esc + "')\n\n" + markup + "\neval(\"\u202e\u2066\u200bgnp.exe\u2069\")\n\n\n" + markup + "\n",
		"odd/" + strings.ReplaceAll(markup, "/", "") + ".py": "eval(1)\n",
		"\u202egnp.py":       "eval(2)\n",
		"control\x1b[31m.py": "eval(3)\n",
		"app.py":             "from flask import Flask\napp = Flask(__name__)\n@app.route('/\u202egnp')\ndef f\u200bx():\n    pass\n",
	})
	rules := filepath.Join(write(t, map[string]string{"rules.yaml": "rules:\n- id: eval-used\n  languages: [python]\n  severity: ERROR\n  message: |\n    $X is run " + markup + "\n  pattern: eval($X)\n" +
		"  metadata: {cwe: CWE-95, references: ['javascript:alert(1)', 'https://example.com/']}\n"}), "rules.yaml")
	s.rules = rules
	for _, format := range []string{"table", "markdown", "html", "sarif", "json"} {
		t.Run(format, func(t *testing.T) {
			s := *s
			s.t = t
			out, errs := s.run(0, "done: ", source, "--format", format, "--verbose")
			if format == "json" || format == "sarif" {
				if !json.Valid([]byte(out)) {
					t.Error(out)
				}
				if format == "sarif" {
					if err := sariftest.Check([]byte(out)); err != nil {
						t.Error(err)
					}
				}
			}
			for _, text := range []string{out, errs} {
				if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Cf, r) }); i >= 0 {
					t.Errorf("a control character: %q", text[max(0, i-40):min(len(text), i+40)])
				}
			}
			switch format {
			case "markdown":
				page := render(t, out)
				for _, bad := range []string{"<script", "<img", "<a ", "onerror=alert(1)>", "@victim</"} {
					if strings.Contains(strings.ReplaceAll(page, "&lt;", "_"), bad) {
						t.Errorf("%s in\n%s", bad, page)
					}
				}
				table, _ := s.run(0, "done: ", source, "--format", "markdown")
				page = render(t, table)
				if rows, cells := strings.Count(page, "<tr>"), strings.Count(page, "<td"); rows != 2+1+4 || cells != 5+4*4 || strings.Contains(page, "<a ") || strings.Contains(page, "<script") {
					t.Errorf("%d rows, %d cells:\n%s", rows, cells, page)
				}
			case "html":
				for _, bad := range []string{"<script", "<img", `href="javascript:`} {
					if strings.Contains(out, bad) {
						t.Errorf("%s in\n%s", bad, out)
					}
				}
				if !strings.Contains(out, "default-src 'none'") {
					t.Error("no policy")
				}
			}
		})
	}
	for _, words := range [][]string{{"routes", source, "--format", "openapi"}, {"routes", source, "--format", "json"}} {
		out, errs, _ := run(t, words...)
		if i := strings.IndexFunc(out+errs, func(r rune) bool { return unicode.Is(unicode.Cf, r) }); i >= 0 || out == "" {
			t.Errorf("%v: a hidden character at %d in %q, %s", words, i, out, errs)
		}
	}
	// Errors too.
	_, errs := s.run(2, "error: ", "/nowhere/"+esc)
	if strings.ContainsAny(errs, "\x1b\x07") {
		t.Errorf("%q", errs)
	}
}

// TestLocalScanShowsNoSecret in any format.
func TestLocalScanShowsNoSecret(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, map[string]string{"a.py": "eval(x)\nTOKEN = '" + token(3) + "'\n"})
	for _, format := range []string{"table", "json", "sarif", "markdown", "html"} {
		out, errs := s.run(0, "done: 2 findings", source, "--format", format, "--verbose", "--only", "secrets")
		if text := out + errs; strings.Contains(text, token(3)[8:30]) || !strings.Contains(text, "github-pat") {
			t.Errorf("%s: %s", format, text)
		}
	}
}

// render shows Markdown as hosts do, before they clean it.
func render(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestLocalScanMuch holds that a comment stays short enough for hosts.
func TestLocalScanMuch(t *testing.T) {
	t.Parallel()
	s := newScanner(t)
	source := write(t, map[string]string{"a.py": strings.Repeat("eval(x)\n", 900), "b.py": strings.Repeat("print(x)\n", 900)})
	for _, more := range [][]string{nil, {"--verbose"}} {
		out, _ := s.run(0, "done: 1800 findings (900 high, 900 medium)", append([]string{source, "--format", "markdown"}, more...)...)
		if len(out) > 65_536 || len(out) < 50_000 || !strings.Contains(out, "more not listed") || !strings.Contains(out, "| 0 | 900 | 900 | 0 | 1800 |") {
			t.Errorf("%d bytes: %s", len(out), out[:500])
		}
	}
}
