package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"vigil/api"
)

// sarifOf is what a tool that found these things writes. A finding is rule, path and
// line.
func sarifOf(tool string, findings ...[3]string) string {
	var results []string
	for _, f := range findings {
		results = append(results, fmt.Sprintf(`{"ruleId":%q,"level":"error","message":{"text":"found"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":%q},"region":{"startLine":%s,"snippet":{"text":"code of %s"}}}}]}`,
			f[0], f[1], f[2], f[0]))
	}
	return fmt.Sprintf(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":%q,"rules":[]}},"results":[%s]}]}`, tool, strings.Join(results, ","))
}

// sends sends a document and returns the scan that will record it.
func (s *service) sends(key, query, document string) (scan api.Scan) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.url+"/api/v1/imports/sarif?"+query, strings.NewReader(document))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = http.Header{"X-Api-Key": {key}, "Content-Type": {"application/sarif+json"}}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&scan); err != nil || answer.StatusCode != http.StatusCreated {
		s.t.Fatalf("%d %v", answer.StatusCode, err)
	}
	return scan
}

// imports sends a document and returns the scan when it has ended.
func (s *service) imports(key, query, document string) api.Scan {
	s.t.Helper()
	scan := s.sends(key, query, document)
	eventually(s.t, s, "the import ended", func() bool {
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/scans/"+scan.ID, "")), &scan); err != nil {
			s.t.Fatal(err)
		}
		return scan.IsDone
	})
	return scan
}

// TestImport has findings of other tools keep their identity through imports.
func TestImport(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, args ...string) {
		s := start(t, t.TempDir(), args...)
		key := s.key()
		state := func() string {
			t.Helper()
			var l api.List[api.Vulnerability]
			if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/vulnerabilities?order=asc&limit=250", "")), &l); err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, v := range l.Data {
				out = append(out, v.FilePath+" "+v.Status)
			}
			return strings.Join(out, ", ")
		}
		check := func(what, want string) {
			t.Helper()
			if got := state(); got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
		const repository = "repository=acme/api"
		a, b := [3]string{"r1", "a.go", "10"}, [3]string{"r2", "b.go", "20"}

		scan := s.imports(key, repository+"&branch=main&commit=0123456789abcdef&name=semgrep", sarifOf("Semgrep", a, b))
		if *scan.Status != "completed" || scan.VulnerabilityCounts.Total != 2 || *scan.CommitSHA != "0123456789abcdef" || *scan.Branch != "main" {
			t.Errorf("%+v", scan)
		}
		check("first", "a.go open, b.go open")
		s.imports(key, repository, sarifOf("Semgrep", [3]string{"r1", "a.go", "99"}, b))
		check("moved lines", "a.go open, b.go open")
		s.imports(key, repository, sarifOf("gosec", [3]string{"G1", "c.go", "1"}))
		check("another tool closes nothing of this one", "a.go open, b.go open, c.go open")
		s.imports(key, repository+"&partial=true", sarifOf("Semgrep", a))
		check("a part closes nothing", "a.go open, b.go open, c.go open")
		s.imports(key, repository, strings.Replace(sarifOf("Semgrep", a), `"tool"`, `"invocations":[{"executionSuccessful":false}],"tool"`, 1))
		check("a run that failed closes nothing", "a.go open, b.go open, c.go open")
		s.imports(key, repository, strings.NewReplacer(`"tool"`, `"invocations":[{"executionSuccessful":false}],"tool"`, `"rules":[]`, `"rules":[{"id":"r1"},{"id":"r2"}]`).Replace(sarifOf("Semgrep", b)))
		check("nor what is of the rules that it names", "a.go open, b.go open, c.go open")
		s.imports(key, repository, sarifOf("Semgrep", a))
		check("what is gone is fixed", "a.go open, b.go fixed, c.go open")
		s.imports(key, repository, sarifOf("Semgrep", [3]string{"r1", "sub/renamed.go", "10"}, b))
		check("a file of another name, and one that is back", "sub/renamed.go open, b.go open, c.go open")

		failed := s.imports(key, repository, `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[{"ruleId":{}}]}]}`)
		text := s.want(200, key, "GET", "/api/v1/scans/"+failed.ID+"/coverage", "")
		if *failed.Status != "failed" || !strings.Contains(text, "could not be read") {
			t.Errorf("%+v %s", failed, text)
		}
		check("what cannot be read changes nothing", "sub/renamed.go open, b.go open, c.go open")
	})
}

// TestImportAndScan has both look at one repository, neither closes the other's.
func TestImportAndScan(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "--demo")
	key := s.key()
	anyVulnerability(s, key)
	count := func(query string) int {
		var l api.List[api.Vulnerability]
		if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/vulnerabilities?limit=250&status=open"+query, "")), &l); err != nil {
			t.Fatal(err)
		}
		return len(l.Data)
	}
	var repositories api.List[api.Repository]
	if err := json.Unmarshal([]byte(s.want(200, key, "GET", "/api/v1/repositories", "")), &repositories); err != nil {
		t.Fatal(err)
	}
	before, packages := count(""), count("&type=VULNERABLE_DEPENDENCY")
	s.imports(key, "repository="+repositories.Data[0].ID, sarifOf("Semgrep", [3]string{"r", "somewhere.py", "1"}))
	if got := count(""); got != before+1 {
		t.Errorf("%d open, then %d", before, got)
	}
	document, err := os.ReadFile("../../internal/sarif/testdata/trivy.sarif")
	if err != nil {
		t.Fatal(err)
	}
	s.imports(key, "repository="+repositories.Data[0].ID, string(document))
	if got := count("&type=VULNERABLE_DEPENDENCY"); got != packages+1 {
		t.Errorf("%d open, then %d", packages, got)
	}
	s.want(201, key, "POST", "/api/v1/scans", fmt.Sprintf(`{"name":"again","repository":%q}`, repositories.Data[0].ID))
	eventually(t, s, "the scan ended", func() bool {
		return !strings.Contains(s.want(200, key, "GET", "/api/v1/scans", ""), `"is_done":false`)
	})
	if got := count(""); got != before+2 {
		t.Errorf("%d open, then %d", before, got)
	}
}
