package main_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil/api"
)

// gated is a repository with a gate, and the server that scans it.
type gated struct {
	t   *testing.T
	r   *repository
	s   *service
	p   *person
	key string
}

// pull makes the pull request bring the files and scans it.
func (g *gated) pull(number int, files map[string]string) string {
	g.t.Helper()
	g.r.git("checkout", "-q", "-B", "topic", "trunk")
	g.r.commit(files)
	g.r.git("update-ref", fmt.Sprintf("refs/pull/%d/head", number), "HEAD")
	g.r.git("checkout", "-q", "trunk")
	return g.run("/api/v1/pull-request-scans", fmt.Sprintf(`{"name":"n","repository":"acme/api","pull_request_number":%d}`, number))
}

func (g *gated) main() string {
	g.t.Helper()
	return g.run("/api/v1/scans", `{"name":"n","repository":"acme/api"}`)
}

func (g *gated) run(path, body string) string {
	g.t.Helper()
	var scan scanned
	if err := json.Unmarshal([]byte(g.s.want(201, g.key, "POST", path, body)), &scan); err != nil {
		g.t.Fatal(err)
	}
	g.s.awaitScan(g.key, scan.ID, "completed", "failed")
	return scan.ID
}

// verdict reads the gate of a scan, which must have this verdict and mention these words, and
// compares all that shows it: the coverage and the export.
func (g *gated) verdict(scan, passed string, words ...string) api.Gate {
	g.t.Helper()
	text := g.s.want(200, g.key, "GET", "/api/v1/scans/"+scan+"/gate", "")
	var gate api.Gate
	if err := json.Unmarshal([]byte(text), &gate); err != nil {
		g.t.Fatal(err)
	}
	if gate.Object != "gate" || gate.ScanID != scan || !strings.Contains(text, `"passed":`+passed+",") {
		g.t.Errorf("want %s: %s", passed, text)
	}
	for _, word := range words {
		if !strings.Contains(gate.Reason, word) {
			g.t.Errorf("%q does not mention %q", gate.Reason, word)
		}
	}
	if gate.FailOnSeverity != nil {
		if coverage := g.s.want(200, g.key, "GET", "/api/v1/scans/"+scan+"/coverage", ""); !strings.Contains(coverage, `"gate":{"fail_on_severity":"`+*gate.FailOnSeverity+`","passed":`+passed+",") {
			g.t.Errorf("the coverage differs: %s", coverage)
		}
	}
	if sarif := g.s.want(200, g.key, "GET", "/api/v1/scans/"+scan+"/sarif", ""); !strings.Contains(sarif, `"vigil/gate":{"passed":`+passed+",") {
		g.t.Errorf("the export differs: %s", sarif[max(0, len(sarif)-1000):])
	}
	return gate
}

// exits checks the exit codes of the commands that wait for a scan and show its verdict, and that
// they say why.
func (g *gated) exits(scan string, code int, word string) {
	g.t.Helper()
	for _, command := range []string{"watch", "gate"} {
		if _, errs, got := g.p.types("", "scans", command, scan); got != code || !strings.Contains(errs, word) {
			g.t.Errorf("vigil scans %s: exit %d: %s", command, got, errs)
		}
	}
}

// announced compares the gate of a scan with that in its event.
func (g *gated) announced(scan string) {
	g.t.Helper()
	var events struct {
		Data []struct {
			Data struct {
				Object struct{ ID string }
				Gate   json.RawMessage
			}
		}
	}
	if err := json.Unmarshal([]byte(g.s.want(200, g.key, "GET", "/api/v1/events?limit=100&type=scan.completed", "")), &events); err != nil {
		g.t.Fatal(err)
	}
	gate := strings.TrimSpace(g.s.want(200, g.key, "GET", "/api/v1/scans/"+scan+"/gate", ""))
	for _, e := range events.Data {
		if e.Data.Object.ID == scan {
			if string(e.Data.Gate) != gate {
				g.t.Errorf("the event has\n%s\nthe resource is\n%s", e.Data.Gate, gate)
			}
			return
		}
	}
	g.t.Errorf("no event of %s", scan)
}

func with(files map[string]string, more ...string) map[string]string {
	files = maps.Clone(files)
	for i := 0; i < len(more); i += 2 {
		files[more[i]] = more[i+1]
	}
	return files
}

// TestGate: the verdict is never falsely green.
func TestGate(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror := t.TempDir()
		g := &gated{t: t, r: newRepository(t, mirror, "acme/api")}
		files := map[string]string{"README.md": "# API\n", "app.py": "print(1)\n"}
		g.r.commit(files)
		g.s, g.p = loggedIn(t, surroundings{}, append(args, "--github-url", "file://"+mirror)...)
		g.key = g.s.key()
		large := strings.Repeat("f(1);\n", 1_000_000)

		clean := g.main()
		g.verdict(clean, "null", "no fail_on_severity")
		g.exits(clean, 0, "")
		g.announced(clean)
		g.s.want(200, g.key, "PATCH", "/api/v1/repositories/acme/api", `{"fail_on_severity":"high"}`)
		g.verdict(clean, "true", "No open vulnerability at or above high on trunk.")
		g.exits(clean, 0, "")
		g.verdict(g.run("/api/v1/pull-request-scans", `{"name":"n","repository":"acme/api","pull_request_number":99}`), "null", "The scan failed")

		files = with(files, "app.py", "TOKEN = '"+token(1)+"'\n")
		g.r.commit(files)
		bad := g.main()
		g.announced(bad)
		gate := g.verdict(bad, "false", "1 open vulnerability at or above high on trunk.")
		g.exits(bad, 1, "1 open vulnerability")
		if len(gate.Violations) != 1 || gate.Violations[0].FilePath != "app.py" || gate.New.Total != 1 || gate.Persisting.Total != 0 || gate.Fixed.Total != 0 {
			t.Errorf("%+v", gate)
		}

		// Only what a pull request brings counts. A violation stays one, whatever else could not be
		// examined.
		pull := g.pull(7, with(files, "new.py", "TOKEN = '"+token(2)+"'  # vigil:ignore github-pat\n", "large.js", large))
		g.announced(pull)
		gate = g.verdict(pull, "false", "1 new vulnerability", "large.js: larger than 5 MiB")
		if len(gate.Violations) != 1 || gate.Violations[0].FilePath != "new.py" || gate.New.Total != 1 || gate.Persisting.Total != 1 || gate.Fixed.Total != 0 ||
			len(gate.NewSuppressions) != 1 || gate.NewSuppressions[0].FilePath != "new.py" || gate.NewSuppressions[0].Line != 1 {
			t.Errorf("%+v", gate)
		}
		// It cannot excuse itself.
		pull = g.pull(8, with(files, "app.py", "print(2)\n", "large.js", large, ".vigilignore", "large.js\n"))
		if gate := g.verdict(pull, "null", "large.js: larger than 5 MiB", ".vigilignore"); gate.Fixed.Total != 1 || gate.New.Total+gate.Persisting.Total != 0 {
			t.Errorf("%+v", gate)
		}
		g.exits(pull, 3, "large.js: larger than 5 MiB")
		// Nor turn code into something that is not looked at: that fixes nothing.
		if gate := g.verdict(g.pull(9, with(files, "app.py", files["app.py"]+"# \x00\n")), "null", "app.py: binary content in a source file"); gate.Fixed.Total != 0 {
			t.Errorf("%+v", gate)
		}

		g.s.want(200, g.key, "PATCH", "/api/v1/vulnerabilities/"+g.s.vulnerabilities(g.key)["app.py"][0], `{"action":"dismiss","reason":"a test"}`)
		g.verdict(bad, "true")

		// A branch with a file that nobody looked into has no verdict, until somebody excludes it.
		files = with(files, "large.js", large)
		g.r.commit(files)
		unknown := g.main()
		g.announced(unknown)
		if gate := g.verdict(unknown, "null", "Not examined whole: large.js: larger than 5 MiB."); gate.Persisting.Total != 1 || gate.New.Total != 0 || len(gate.Violations) != 0 {
			t.Errorf("%+v", gate)
		}
		// Both sides of a pull request lack it equally.
		g.verdict(g.pull(10, with(files, "lib.min.js", "f()\n")), "true", "excluded by design: lib.min.js (minified)")
		files[".vigilignore"] = "large.js\n"
		g.r.commit(files)
		g.verdict(g.main(), "true")
		g.verdict(g.pull(11, with(files, "large.js", large+"g();\n")), "true")
	})
}

// TestLocalGate: a local scan judges by the same rules.
func TestLocalGate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := newRepository(t, dir, "api")
	large := strings.Repeat("f(1);\n", 1_000_000)
	files := map[string]string{"app.py": "print(1)\n", "large.js": large}
	r.commit(files)
	p := newPerson(t)
	scan := func(code int, word string, args ...string) {
		t.Helper()
		out, errs, got := p.types("", append([]string{"scan", r.dir, "--only", "code,secrets"}, args...)...)
		if got != code || !strings.Contains(errs, word) {
			t.Errorf("%v: exit %d: %s%s", args, got, out, errs)
		}
	}
	scan(0, "1 file or rule incomplete")
	scan(3, "Not examined whole: large.js: larger than 5 MiB. Fix the cause, or exclude the file in .vigilignore.", "--fail-on", "high")
	scan(0, "clean", "--fail-on", "high", "--diff", "HEAD")
	var result struct {
		Gate struct {
			Passed *bool
			Reason string
		}
		Skipped []struct{ Path, Kind string }
	}
	out, _, _ := p.types("", "scan", r.dir, "--only", "secrets", "--fail-on", "low", "--format", "json")
	if err := json.Unmarshal([]byte(out), &result); err != nil || result.Gate.Passed != nil || !strings.Contains(result.Gate.Reason, "large.js") || len(result.Skipped) != 1 || result.Skipped[0].Kind != "incomplete" {
		t.Errorf("%+v %v", result, err)
	}
	if out, _, code := p.types("", "scan", r.dir, "--only", "secrets", "--fail-on", "low", "--format", "sarif"); code != 3 || !strings.Contains(out, `"vigil/gate":{"fail_on_severity":"low","passed":null,`) {
		t.Errorf("exit %d: %s", code, out)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("large.js", large+"g();\n")
	scan(3, "on the branch that this is compared with", "--fail-on", "high", "--diff", "HEAD")
	write("new.py", "TOKEN = '"+token(1)+"'\n")
	scan(1, "1 new finding at or above high. Not examined whole: large.js", "--fail-on", "high", "--diff", "HEAD")
	write(".vigilignore", "large.js\n")
	scan(1, "1 finding at or above high", "--fail-on", "high")
	scan(1, "Not examined whole: large.js", "--fail-on", "high", "--diff", "HEAD")
	if err := os.Remove(filepath.Join(r.dir, "new.py")); err != nil {
		t.Fatal(err)
	}
	scan(0, "out of scope: dependencies (--only or --skip)", "--fail-on", "low")
	// Nobody looked.
	look := func(code int, word string, args ...string) {
		t.Helper()
		if out, errs, got := p.types("", append([]string{"scan", r.dir, "--fail-on", "low"}, args...)...); got != code || !strings.Contains(errs, word) {
			t.Errorf("%v: exit %d: %s%s", args, got, out, errs)
		}
	}
	look(2, "--fail-on needs a detector that reports findings", "--only", "wiki,routes")
	look(3, "--rules has no usable rule", "--only", "code", "--rules", t.TempDir())
	look(0, "out of scope: secrets", "--only", "dependencies") // there is no manifest
	write("go.mod", "module m\n")
	look(3, "nothing was looked for", "--only", "dependencies")
	// A name that cannot be scanned does not hide a file.
	write("a\nb.py", "TOKEN = '"+token(1)+"'\n")
	write("large.js", large)
	scan(3, `Not examined whole: "a\nb.py": control character in the name.`, "--fail-on", "high", "--diff", "HEAD")
}
