package main_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vigil/internal/source/sourcetest"
)

// osv is an advisory about all versions of a package of PyPI below one.
func osv(id, name, fixed, more string) string {
	return fmt.Sprintf(`{"id": %q, "modified": %q, "summary": "bad things" %s, "aliases": ["CVE-2026-%d"],
		"affected": [{"package": {"ecosystem": "PyPI", "name": %q}, "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": %q}]}]}],
		"database_specific": {"severity": "HIGH", "cwe_ids": ["CWE-400"]}}`, id, time.Now().UTC().Format(time.RFC3339), more, len(id), name, fixed)
}

func textFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// must runs a command that is to succeed.
func must(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := run(t, args...)
	if code != 0 {
		t.Fatalf("%v: exit %d\n%s%s", args, code, out, errs)
	}
	return out
}

// vulnerability is one as the API shows it.
type vulnerability struct {
	ID, Status, Title, Type, CWE string
	Level                        string `json:"severity_level"`
}

// dependency returns the only vulnerability of a file.
func (s *service) dependency(key, path string) vulnerability {
	s.t.Helper()
	var list struct {
		Data []struct {
			vulnerability
			FilePath string `json:"file_path"`
		}
	}
	if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/vulnerabilities?limit=250", "")), &list); err != nil {
		s.t.Fatal(err)
	}
	var out vulnerability
	for _, v := range list.Data {
		if v.FilePath == path {
			if out.ID != "" {
				s.t.Errorf("%s has more than one", path)
			}
			out = v.vulnerability
		}
	}
	return out
}

// TestDependencies follows a vulnerable dependency through scans, advisories and versions.
func TestDependencies(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, args ...string) {
		mirror, data := t.TempDir(), t.TempDir()
		r := newRepository(t, mirror, "acme/api")
		s := start(t, data, append(args, "--github-url", "file://"+mirror)...)
		key := s.key()
		scan := func(files map[string]string) (coverage string) {
			t.Helper()
			if files != nil {
				r.commit(files)
			}
			done := s.scan(key, "acme/api")
			if done.Status != "completed" {
				t.Fatalf("%+v\n%s", done, lastLines(s.log.String()))
			}
			return s.want(200, key, "GET", "/api/v1/scans/"+done.ID+"/coverage", "")
		}
		status := func(path, want string) vulnerability {
			t.Helper()
			v := s.dependency(key, path)
			if v.Status != want {
				t.Errorf("%s is %q, want %q: %+v", path, v.Status, want, v)
			}
			return v
		}
		tree := func(left, right string) map[string]string {
			return map[string]string{"a/requirements.txt": left, "b/requirements.txt": right}
		}

		if c := scan(tree("left==1.2.3\n", "right==2.0\n")); !strings.Contains(c, "dependencies not checked: no advisories") {
			t.Errorf("the coverage does not say that nothing was looked at: %s", c)
		}
		status("a/requirements.txt", "")

		must(t, "advisories", "import", "--data", data, textFile(t, "a.json", osv("GHSA-left", "left", "1.3.0", "")))
		if c := scan(nil); !strings.Contains(c, `"looked_at":{"total":2,"data":["a/requirements.txt","b/requirements.txt"]}`) {
			t.Errorf("the coverage does not name the files: %s", c)
		}
		first := status("a/requirements.txt", "open")
		if first.Type != "VULNERABLE_DEPENDENCY" || first.CWE != "CWE-400" || first.Level != "high" || first.Title != "left 1.2.3: bad things (GHSA-left)" {
			t.Errorf("%+v", first)
		}
		evidence := s.want(200, key, "GET", "/api/v1/vulnerabilities/"+first.ID+"/evidence", "")
		if !strings.Contains(evidence, "Upgrade left to 1.3.0 or later.") || !strings.Contains(evidence, "GHSA-left") {
			t.Errorf("%s", evidence)
		}

		// Another version that has it too.
		scan(tree("# moved\nleft==1.2.9\n", "right==2.0\n"))
		if v := status("a/requirements.txt", "open"); v.ID != first.ID || v.Title != "left 1.2.9: bad things (GHSA-left)" {
			t.Errorf("%+v is not %+v", v, first)
		}
		// Newer advisories, the same commit.
		must(t, "advisories", "import", "--data", data, textFile(t, "b.json", osv("GHSA-right1", "right", "2.1", "")))
		scan(nil)
		status("b/requirements.txt", "open")

		// What nobody looked at is not fixed: no advisories, or no version.
		file := filepath.Join(data, "advisories.bin")
		if err := os.Rename(file, file+".away"); err != nil {
			t.Fatal(err)
		}
		scan(tree("left==1.3.0\n", "right==2.0\n"))
		status("a/requirements.txt", "open")
		if err := os.Rename(file+".away", file); err != nil {
			t.Fatal(err)
		}
		scan(tree("left>=1.3.0\n", "right==2.0\n"))
		status("a/requirements.txt", "open")

		// A version that is well, and an advisory that is withdrawn.
		scan(tree("left==1.3.0\n", "right==2.0\n"))
		if v := status("a/requirements.txt", "fixed"); v.ID != first.ID {
			t.Errorf("%+v is not %+v", v, first)
		}
		status("b/requirements.txt", "open")
		must(t, "advisories", "import", "--data", data, textFile(t, "c.json", osv("GHSA-right1", "right", "2.1", `, "withdrawn": "2026-01-01T00:00:00Z"`)))
		scan(nil)
		status("b/requirements.txt", "fixed")
		// And back again.
		scan(tree("left==1.0\n", "right==2.0\n"))
		if v := status("a/requirements.txt", "open"); v.ID != first.ID {
			t.Errorf("%+v is not %+v", v, first)
		}
	})
}

func TestAdvisories(t *testing.T) {
	data := t.TempDir()
	good := textFile(t, "good.json", osv("GHSA-left", "left", "1.3.0", ""))
	advisories := func() string { return doctor(t, 0, "--data", data)["advisories"] }
	if got := advisories(); !strings.HasPrefix(got, "warning: ") || !strings.Contains(got, "does not exist") {
		t.Errorf("missing: %s", got)
	}
	if out := must(t, "advisories", "import", "--data", data, good); !strings.Contains(out, "1 advisories") {
		t.Errorf("%s", out)
	}
	if got := advisories(); !strings.HasPrefix(got, "ok: 1 advisories") {
		t.Errorf("fine: %s", got)
	}
	old := strings.Replace(osv("GHSA-left", "left", "1.3.0", ""), time.Now().UTC().Format("2006-"), "2020-", 1)
	must(t, "advisories", "import", "--replace", "--data", data, textFile(t, "old.json", old))
	if got := advisories(); !strings.HasPrefix(got, "warning: ") || !strings.Contains(got, "is from 2020-") {
		t.Errorf("old: %s", got)
	}
	var status struct {
		Advisories int
		Ecosystems map[string]struct{ Packages int }
		Bytes      int
	}
	if err := json.Unmarshal([]byte(must(t, "advisories", "status", "--json", "--data", data)), &status); err != nil || status.Advisories != 1 || status.Ecosystems["PyPI"].Packages != 1 || status.Bytes == 0 {
		t.Errorf("%+v, %v", status, err)
	}
	if err := os.WriteFile(filepath.Join(data, "advisories.bin"), []byte("vigil advisories 1\nno"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := doctor(t, 1, "--data", data)["advisories"]; !strings.HasPrefix(got, "problem: ") || !strings.Contains(got, "damaged") {
		t.Errorf("unreadable: %s", got)
	}

	for says, args := range map[string][]string{
		"there is no file or folder none.zip": {"import", "none.zip"},
		"takes FILE or FOLDER":                {"import"},
		"--advisories-url must be a URL":      {"update", "--advisories-url", "http://example.com"},
		`there is no ecosystem "nmp"`:         {"update", "--ecosystem", "nmp"},
		"--allow-networks":                    {"update", "--allow-networks", "x"},
		"there are no advisories in":          {"status", "--data", filepath.Join(data, "none")},
		"is neither a zip archive of OSV":     {"import", "--replace", "--data", data, textFile(t, "x", "hello")},
		"bad.json: it is not in OSV's format": {"import", "--replace", "--data", data, textFile(t, "bad.json", "{")},
		"--replace starts anew":               {"import", "--data", data, good},
	} {
		if _, errs, code := run(t, append([]string{"advisories"}, args...)...); code < 2 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
}

// TestAdvisoriesUpdate fetches from a server on this machine, over TLS.
func TestAdvisoriesUpdate(t *testing.T) {
	archive := sourcetest.Archive(t, map[string]string{"GHSA-left.json": osv("GHSA-left", "left", "1.3.0", "")})
	mirror := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/osv/PyPI/all.zip" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(archive)
	}))
	defer mirror.Close()
	certificate := textFile(t, "ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: mirror.Certificate().Raw})))
	file := filepath.Join(t.TempDir(), "shared", "adv.bin")
	update := func(more ...string) (string, int) {
		c := command(t, append([]string{"advisories", "update", "--advisories-url", mirror.URL + "/osv", "--advisories", file}, more...)...)
		c.Env = append(c.Env, "SSL_CERT_FILE="+certificate)
		out, _ := c.CombinedOutput()
		return string(out), c.ProcessState.ExitCode()
	}
	if out, code := update("--ecosystem", "PyPI"); code != 3 || !strings.Contains(out, "not public") {
		t.Errorf("a private address is refused: exit %d: %s", code, out)
	}
	if out, code := update("--allow-networks", "127.0.0.0/8"); code != 3 || !strings.Contains(out, "404 Not Found") {
		t.Errorf("not all ecosystems are there: exit %d: %s", code, out)
	}
	if out, code := update("--allow-networks", "127.0.0.0/8", "--ecosystem", "pypi"); code != 0 || !strings.Contains(out, "1 advisories") {
		t.Fatalf("exit %d: %s", code, out)
	}

	// A scan without a server uses it.
	tree := write(t, map[string]string{"requirements.txt": "left==1.2.3\n", "other/requirements.txt": "left>1\n"})
	out, errs, code := run(t, "scan", tree, "--only", "dependencies", "--advisories", file, "--fail-on", "high")
	if code != 1 || !strings.Contains(out, "requirements.txt:1") || !strings.Contains(out, "left 1.2.3: bad things (GHSA-left)") || !strings.Contains(errs, "1 finding at or above high") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	out = must(t, "scan", tree, "--only", "dependencies", "--format", "json", "--advisories", filepath.Join(t.TempDir(), "none"))
	if !strings.Contains(out, "dependencies not checked: no advisories") {
		t.Errorf("%s", out)
	}
	// Without a data folder there is one for each user.
	home := t.TempDir()
	for _, args := range [][]string{{"advisories", "import", file}, {"scan", tree, "--only", "dependencies"}} {
		c := command(t, args...)
		c.Env = append(c.Env, "HOME="+home, "XDG_CACHE_HOME="+home)
		out, err := c.CombinedOutput()
		if err != nil || !strings.Contains(string(out), map[bool]string{true: filepath.Join(home, "vigil", "advisories.bin"), false: "left 1.2.3"}[args[0] == "advisories"]) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// TestDependenciesOfAChange looks at a change alone. Its files are not enough: the version of
// what it adds is given in a file that it does not touch.
func TestDependenciesOfAChange(t *testing.T) {
	advisories := filepath.Join(t.TempDir(), "adv.bin")
	of := strings.NewReplacer(`"PyPI"`, `"Maven"`)
	must(t, "advisories", "import", "--advisories", advisories, textFile(t, "a.json", of.Replace(osv("GHSA-left", "org.left:left", "1.3.0", ""))), textFile(t, "b.json", of.Replace(osv("GHSA-right", "org.right:right", "9", ""))))
	pom := func(dependencies string) string {
		return "<project>\n<parent><groupId>org.shop</groupId><artifactId>shop</artifactId><version>1</version></parent>\n<artifactId>app</artifactId>\n<dependencies>" + dependencies + "</dependencies>\n</project>\n"
	}
	const left, right = "\n<dependency><groupId>org.left</groupId><artifactId>left</artifactId></dependency>", "\n<dependency><groupId>org.right</groupId><artifactId>right</artifactId></dependency>"
	files := map[string]string{
		"pom.xml": `<project><groupId>org.shop</groupId><artifactId>shop</artifactId><version>1</version><dependencyManagement><dependencies>
			<dependency><groupId>org.left</groupId><artifactId>left</artifactId><version>1.2.3</version></dependency>
			<dependency><groupId>org.right</groupId><artifactId>right</artifactId><version>2</version></dependency>
		</dependencies></dependencyManagement></project>`,
		"app/pom.xml": pom(right),
	}
	r := newRepository(t, t.TempDir(), "acme/api")
	r.commit(files)
	r.git("checkout", "-q", "-b", "change")
	files["app/pom.xml"] = pom(right + left)
	r.commit(files)
	out := must(t, "scan", r.dir, "--only", "dependencies", "--advisories", advisories, "--diff", "trunk", "--verbose")
	if !strings.Contains(out, "app/pom.xml:6") || !strings.Contains(out, "The version is set in pom.xml, line 2.") || strings.Contains(out, "GHSA-right") {
		t.Errorf("%s", out)
	}
}
