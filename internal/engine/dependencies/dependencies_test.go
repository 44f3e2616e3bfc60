package dependencies

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil/internal/advisory"
	"vigil/internal/ecosystem"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// known are advisories by ecosystem and package.
type known map[string][]advisory.Advisory

func (k known) Lookup(kind ecosystem.Kind, name string) ([]advisory.Advisory, error) {
	return k[string(kind)+" "+kind.Normal(name)], nil
}

const vector = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H"

func below(id, fixed string, aliases ...string) advisory.Advisory {
	return advisory.Advisory{ID: id, Aliases: aliases, Summary: "bad things", CVSS: vector, CWE: "CWE-400", Ranges: []advisory.Range{{Fixed: fixed}}}
}

var sample = known{
	"npm left":         {below("GHSA-left", "1.3.0", "CVE-2026-1")},
	"npm right":        {below("GHSA-right", "2.1.0")},
	"PyPI left":        {below("PYSEC-1", "1.3.0", "CVE-2026-2"), below("GHSA-py", "1.3.0", "CVE-2026-2")},
	"PyPI open":        {below("GHSA-open", "9.0")},
	"Go example.com/m": {below("GO-1", "1.3.0")},
}

func detector(k known) func() engine.Detector {
	return func() engine.Detector { return New(Config{Advisories: k, Digest: "test"}) }
}

func TestAccept(t *testing.T) {
	enginetest.Accept(t, detector(sample), enginetest.Sample{
		Path: "requirements.txt", Comment: "#", Blocks: []string{"left==1.2.3\n", "other==1.0\n"},
	})
}

// scan returns a line for each finding.
func scan(t *testing.T, k known, files map[string]string) (enginetest.Result, string) {
	t.Helper()
	r := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, detector(k)())
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s:%d %s %s %.0f", f.Path, f.StartLine, f.Rule, f.CWE, f.Confidence))
	}
	return r, strings.Join(lines, "\n")
}

func TestFindings(t *testing.T) {
	lock := `{"lockfileVersion": 3, "packages": {
 "": {"dependencies": {"left": "1"}},
 "node_modules/left": {"version": "1.2.3"},
 "node_modules/right": {"version": "2.0.0", "dev": true},
 "node_modules/right/node_modules/left": {"version": "1.0.0"}}}`
	r, got := scan(t, sample, map[string]string{"web/package-lock.json": lock, "web/package.json": `{"dependencies": {"left": "1.2.3"}}`, "go.mod": "require example.com/m v1.3.0\n"})
	if want := "web/package-lock.json:3 GHSA-left CWE-400 9\nweb/package-lock.json:4 GHSA-right CWE-400 5"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f := r.Findings[0]
	for what, pair := range map[string][2]string{
		"title":       {f.Title, "left 1.2.3, 1.0.0: bad things (GHSA-left)"},
		"description": {f.Description, "left 1.2.3, 1.0.0 (direct dependency) has a known vulnerability: bad things (GHSA-left, CVE-2026-1)."},
		"remediation": {f.Remediation, "Upgrade left 1.2.3 to 1.3.0 or later. Upgrade left 1.0.0 to 1.3.0 or later, or upgrade the dependency that pulls it in."},
		"match":       {f.Match, `"node_modules/left": {"version": "1.2.3"},`},
		"type":        {f.Type, "VULNERABLE_DEPENDENCY"},
		"severity":    {f.CVSS, vector},
		"reference":   {f.References[0], "https://osv.dev/vulnerability/GHSA-left"},
		"dev":         {r.Findings[1].Description, "right 2.0.0 (transitive dependency, development only) has a known vulnerability: bad things (GHSA-right)."},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %q, want %q", what, pair[0], pair[1])
		}
	}
	c := r.Coverage["dependencies"]
	if !c.Complete || c.Files != 2 || !slices.Equal(c.Looked, []string{"go.mod", "web/package-lock.json"}) || c.Version != "1-test" || len(c.Skipped) > 0 {
		t.Errorf("coverage %+v", c)
	}
}

func TestAliasesAreOneFinding(t *testing.T) {
	if _, got := scan(t, sample, map[string]string{"requirements.txt": "left==1.2\n"}); got != "requirements.txt:1 GHSA-py CWE-400 8" {
		t.Error(got)
	}
	// The databases need not agree: what one of them says is enough, under the same name.
	k := known{"PyPI left": {below("PYSEC-1", "1.3.0", "CVE-2026-2"), below("GHSA-py", "1.0", "CVE-2026-2")}}
	if _, got := scan(t, k, map[string]string{"requirements.txt": "left==1.2\n"}); got != "requirements.txt:1 GHSA-py CWE-400 8" {
		t.Error(got)
	}
}

// TestIdentity bumps a version: as long as the vulnerability is there, it is the same.
func TestIdentity(t *testing.T) {
	of := func(text string) []string {
		r, _ := scan(t, sample, map[string]string{"requirements.txt": text})
		return r.Fingerprints()
	}
	first := of("left==1.2.3\n")
	if len(first) != 1 || !slices.Equal(first, of("# moved\nother==1\nLeft==1.2.9 ; python_version > '3'\n")) {
		t.Error("another version is another finding")
	}
	if got := of("left==1.3.0\n"); len(got) != 0 {
		t.Errorf("a fixed version has %v", got)
	}
	r, _ := scan(t, sample, map[string]string{"other/requirements.txt": "left==1.2.3\n"})
	if slices.Equal(first, r.Fingerprints()) {
		t.Error("another file is the same finding")
	}
}

func TestWhatIsLeftOpen(t *testing.T) {
	r, got := scan(t, sample, map[string]string{"requirements.txt": "open>=1\nunknown>=1\nleft==1.2\n", "vendor/x/go.mod": "require example.com/m v1.0.0", "web/package-lock.json": "{"})
	if got != "requirements.txt:3 GHSA-py CWE-400 8" {
		t.Error(got)
	}
	want := []engine.Skip{
		{Path: "requirements.txt", Rule: "GHSA-open", Reason: "requirements.txt:1:1: open: no exact version", Kind: engine.Excluded},
		{Path: "requirements.txt", Rule: "unknown", Reason: "requirements.txt:2:1: unknown: no exact version", Kind: engine.Excluded},
		{Path: "vendor/x/go.mod", Reason: "part of a third-party package", Kind: engine.Excluded},
		{Path: "web/package-lock.json", Reason: "npm lockfile: not valid JSON at byte 1", Kind: engine.Incomplete},
	}
	if c := r.Coverage["dependencies"]; !slices.Equal(c.Skipped, want) {
		t.Errorf("skipped %q", c.Skipped)
	}
}

func TestWithoutAdvisories(t *testing.T) {
	run := func(files map[string]string) engine.Coverage {
		r := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, New(Config{Damaged: "none"}))
		return r.Coverage["dependencies"]
	}
	if c := run(map[string]string{"go.mod": "module m"}); c.Complete || len(c.Skipped) != 1 || c.Skipped[0] != (engine.Skip{Reason: "none", Kind: engine.Incomplete}) {
		t.Errorf("coverage %+v", c)
	}
	if c := run(map[string]string{"main.go": "package main"}); len(c.Skipped) != 0 {
		t.Errorf("coverage %+v", c)
	}
}

type broken struct{}

func (broken) Lookup(ecosystem.Kind, string) ([]advisory.Advisory, error) {
	return nil, errors.New("disk")
}

func TestBrokenAdvisories(t *testing.T) {
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"requirements.txt": "left==1\n"}), engine.Options{}, New(Config{Advisories: broken{}}))
	if c := r.Coverage["dependencies"]; len(c.Skipped) != 1 || c.Skipped[0].Reason != "cannot read the advisories: disk" {
		t.Errorf("coverage %+v", c)
	}
}

func TestMovingTags(t *testing.T) {
	k := known{"GitHub Actions owner/action": {{ID: "GHSA-a", CVSS: vector, Ranges: []advisory.Range{{From: "2.0.0", Fixed: "4.1.2"}}}}}
	for tag, affected := range map[string]bool{"v1": false, "v2": true, "v3": true, "v4": false, "v4.0": true, "v4.1": false, "4.1.1": true, "v4.1.2": false} {
		_, got := scan(t, k, map[string]string{".github/workflows/a.yml": "jobs:\n  a:\n    steps:\n      - uses: Owner/Action@" + tag + "\n"})
		if (got != "") != affected {
			t.Errorf("%s: %s", tag, got)
		}
	}
}

func TestSuppressions(t *testing.T) {
	r, got := scan(t, sample, map[string]string{"requirements.txt": "left==1.2.3 # vigil:ignore GHSA-py not reached\n"})
	if c := r.Coverage["dependencies"]; got != "" || len(c.Suppressed) != 1 {
		t.Errorf("%s, %+v", got, c)
	}
}

// TestHostile has files that are made to take long, or much memory.
func TestHostile(t *testing.T) {
	const n = 20_000
	for name, text := range map[string]string{
		"package-lock.json":       strings.Repeat(`{"dependencies":{"a":`, n),
		"bun.lock":                "[" + strings.Repeat("[],", n*10),
		"pom.xml":                 strings.Repeat("<project>", n),
		"a/pom.xml":               `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><project>&b;</project>`,
		"packages.config":         "<packages>" + strings.Repeat(`<package id="a" version="1"/>`, n),
		"poetry.lock":             "[[package]]\nfiles = [\n" + strings.Repeat("[\n", n*5),
		"uv.lock":                 strings.Repeat("[[package]]\nname = \"\"\"\n", n),
		"pnpm-lock.yaml":          strings.Repeat("a: &a [*a]\n", n) + strings.Repeat(" ", n) + "x:",
		"yarn.lock":               strings.Repeat("a@1:\n  version 1.0.0\n", n*2),
		"requirements.txt":        strings.Repeat("a==1\\\n", n),
		"Gemfile.lock":            "GEM\n" + strings.Repeat("    a (1.0)\n", n*2),
		"go.mod":                  "require (\n" + strings.Repeat("a v1.0.0\n", n*2),
		"Cargo.lock":              strings.Repeat("[[package]]\nname = \"a\"\nversion = \"1\"\nsource = \"registry+x\"\n", n*2),
		"x.versions.toml":         "[libraries]\n" + strings.Repeat("a = { module = \"a:b\" , \n", n),
		".github/workflows/a.yml": strings.Repeat("- ", n) + "uses: a/b@v1",
	} {
		t.Run(name, func(t *testing.T) {
			r := enginetest.Run(t, enginetest.Tree(t, map[string]string{name: text}), engine.Options{}, detector(sample)())
			for _, s := range r.Coverage["dependencies"].Skipped {
				if strings.Contains(s.Reason, "took longer") || strings.Contains(s.Reason, "failed") {
					t.Error(s)
				}
			}
		})
	}
	// Many dependencies, and many lists that might decide on them.
	var b strings.Builder
	b.WriteString("<project><dependencyManagement><dependencies>")
	for i := range 5000 {
		fmt.Fprintf(&b, "<dependency><groupId>${g}</groupId><artifactId>a%d</artifactId><scope>import</scope></dependency>", i)
	}
	b.WriteString("</dependencies></dependencyManagement><dependencies>")
	for i := range 20_000 {
		fmt.Fprintf(&b, "<dependency><groupId>g</groupId><artifactId>b%d</artifactId></dependency>", i)
	}
	b.WriteString("</dependencies></project>")
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{"pom.xml": b.String()}), engine.Options{}, detector(sample)())
	if c := r.Coverage["dependencies"]; len(c.Skipped) != 1 || !strings.Contains(c.Skipped[0].Reason, "without an exact version") {
		t.Errorf("%d skips, the first %+v", len(c.Skipped), c.Skipped[:min(1, len(c.Skipped))])
	}
}
