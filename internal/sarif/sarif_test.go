package sarif_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/sarif"
)

var sample = engine.Finding{
	Detector: "code", Rule: "python-sql-injection", Path: "a folder/ü:b.py", StartLine: 3, StartColumn: 5, EndLine: 4, EndColumn: 9, Symbol: "find",
	Match: `db.execute("SELECT <b> " + x)`, Type: "SQLI", CWE: "CWE-89", CVSS: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", Confidence: 9, Title: "SQL injection",
	Description: "What a client sends becomes SQL.", Remediation: "Use parameters:\n\n    db.execute(sql, (x,))", References: []string{"https://example.com/sql"},
	Trace:    []engine.Step{{Path: "views.py", Line: 1, Column: 2, Message: "source"}, {Path: "a folder/ü:b.py", Line: 3, Column: 5, Message: "sink"}},
	Identity: "x", Fingerprint: "v1:" + strings.Repeat("a", 64),
}

func results(all ...sarif.Result) iter.Seq2[sarif.Result, error] {
	return func(yield func(sarif.Result, error) bool) {
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func write(t *testing.T, h sarif.Header, all ...sarif.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := sarif.Write(&b, h, results(all...)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWrite(t *testing.T) {
	low := sample
	low.Rule, low.CVSS, low.Confidence, low.Trace, low.Symbol, low.References, low.CWE = "other", "CVSS:3.1/AV:N/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N", 2, nil, "", nil, "CWE-1004"
	for name, document := range map[string][]byte{
		"nothing": write(t, sarif.Header{Version: "0.1.0"}),
		"all": write(t, sarif.Header{
			Version: "0.1.0", Repository: "https://github.com/acme/api", Commit: strings.Repeat("0", 40), Branch: "main", Compared: true,
			Skipped: []engine.Skip{{Path: "big.js", Reason: "larger than 16 MiB"}, {Rule: "r", Reason: "not supported"}},
		}, sarif.Result{Finding: sample}, sarif.Result{Finding: low, Suppressed: "false positive: a test", Known: true}, sarif.Result{Finding: sample}),
	} {
		t.Run(name, func(t *testing.T) {
			validate(t, document)
			golden := filepath.Join("testdata", "written-"+name+".sarif")
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, document, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || !bytes.Equal(document, want) {
				t.Errorf("%v\n%s", err, document)
			}
		})
	}
	t.Run("a fault", func(t *testing.T) {
		bad := sample
		bad.CVSS = "none"
		if err := sarif.Write(&bytes.Buffer{}, sarif.Header{}, results(sarif.Result{Finding: bad})); err == nil {
			t.Error("a finding without severity is written")
		}
	})
}

// TestRuleIsNotAboutOneFinding: titles say what a finding is about, rules must not.
func TestRuleIsNotAboutOneFinding(t *testing.T) {
	one := sample
	one.Title, one.Weakness = "SQL injection: `a` reaches `b` in `c`", "SQL injection"
	document := string(write(t, sarif.Header{}, sarif.Result{Finding: one}))
	if !strings.Contains(document, `"shortDescription":{"text":"SQL injection"}`) || !strings.Contains(document, `"message":{"text":"SQL injection: `+"`a` reaches `b` in `c`: ") {
		t.Error(document)
	}
}

// read imports a document like a scan.
func read(document []byte) (found []engine.Finding, coverages []engine.Coverage, err error) {
	ds, err := sarif.Detectors(bytes.NewReader(document))
	if err != nil {
		return nil, nil, err
	}
	err = engine.Run(context.Background(), &engine.Tree{}, ds, engine.Options{}, func(m engine.Message) error {
		switch {
		case m.Finding != nil:
			found = append(found, *m.Finding)
		case m.Coverage != nil:
			coverages = append(coverages, *m.Coverage)
		}
		return nil
	})
	return found, coverages, err
}

// TestWhatIsWrittenCanBeRead: a round trip keeps everything relevant.
func TestWhatIsWrittenCanBeRead(t *testing.T) {
	got, coverages, err := read(write(t, sarif.Header{}, sarif.Result{Finding: sample}, sarif.Result{Finding: sample, Suppressed: "accepted"}))
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	want := sample
	want.Detector, want.Description, want.Snippet, want.Weakness = "import-vigil", sample.Title+": "+sample.Description, sample.Match, sample.Title
	want.Identity, want.Fingerprint = got[0].Identity, got[0].Fingerprint
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("%+v\n%+v", got[0], want)
	}
	if c := coverages[0]; !c.Complete || !slices.Equal(c.Rules, []string{sample.Rule}) || len(c.Suppressed) != 1 || c.Suppressed[0].By != "accepted" {
		t.Errorf("%+v", c)
	}
}

// TestOthers reads the output of other scanners.
func TestOthers(t *testing.T) {
	for tool, want := range map[string]string{
		"semgrep": "import-semgrep-oss acme.python.sql-built shop/orders.py:12:5-12:44 CWE-89 SQLI 7.5 9 0 steps",
		"codeql":  "import-codeql js/reflected-xss web/lib x/render.js:8:12-8:20 CWE-79 XSS 7.8 7.5 2 steps",
		"gosec":   "import-gosec G204 internal/run/run.go:41:9-41:9 CWE-78 RCE 7.5 7.5 0 steps",
		"trivy":   "import-trivy CVE-2099-1234 web/package-lock.json:120:1-124:1 CWE-1395 VULNERABLE_DEPENDENCY 9.1 9 0 steps",
	} {
		t.Run(tool, func(t *testing.T) {
			document, err := os.ReadFile(filepath.Join("testdata", tool+".sarif"))
			if err != nil {
				t.Fatal(err)
			}
			validate(t, document)
			if err := sarif.Check(bytes.NewReader(document)); err != nil {
				t.Error(err)
			}
			if sarif.Check(strings.NewReader(string(document)+"{}")) == nil {
				t.Error("two documents pass for one")
			}
			found, coverages, err := read(document)
			if err != nil || len(found) != 1 {
				t.Fatal(found, err)
			}
			f := found[0]
			score, err := cvss.Score(f.CVSS)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%s %s %s:%d:%d-%d:%d %s %s %s %g %d steps", f.Detector, f.Rule, f.Path, f.StartLine, f.StartColumn, f.EndLine, f.EndColumn, f.CWE, f.Type, score, f.Confidence, len(f.Trace))
			if got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
			if f.Title == "" || f.Description == "" || f.Remediation == "" || !coverages[0].Complete {
				t.Errorf("%+v %+v", f, coverages)
			}
			if tool == "semgrep" && (len(coverages[0].Rules) != 3 || len(coverages[0].Suppressed) != 1) {
				t.Errorf("%+v", coverages[0])
			}
			// Lines inserted above do not change the fingerprint.
			moved := bytes.ReplaceAll(document, []byte(fmt.Sprintf(`"startLine":%d`, f.StartLine)), []byte(`"startLine":500`))
			moved = bytes.ReplaceAll(moved, []byte(fmt.Sprintf(`"endLine":%d`, f.EndLine)), []byte(`"endLine":500`))
			again, _, err := read(moved)
			if err != nil || len(again) != 1 || again[0].StartLine != 500 || again[0].Fingerprint != f.Fingerprint {
				t.Errorf("moved: %+v %v", again, err)
			}
		})
	}
}

// TestSeverity: the severity follows from what the tool reports.
func TestSeverity(t *testing.T) {
	for said, want := range map[string]string{
		`"level":"error"`: "7.5", `"level":"warning"`: "5.3", `"level":"note"`: "3.1", `"level":"none"`: "0.0", `"kind":"review"`: "5.3",
		`"properties":{"security-severity":"6.4"}`: "6.4", `"properties":{"security-severity":9.9}`: "9.9", `"properties":{"security-severity":"x"}`: "5.3",
		`"properties":{"security-severity":"4.05"}`: "4.1", `"properties":{"security-severity":"0.4"}`: "0.0", `"properties":{"security-severity":"99"}`: "10.0",
		`"properties":{"cvss":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N","security-severity":"1"}`: "5.3",
	} {
		found, _, err := read([]byte(one(said)))
		if err != nil || len(found) != 1 {
			t.Fatal(said, found, err)
		}
		if score, err := cvss.Score(found[0].CVSS); err != nil || score.String() != want {
			t.Errorf("%s: %s, want %s (%v)", said, score, want, err)
		}
	}
}

// one returns a document with one result.
func one(said string) string {
	return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[{"ruleId":"r","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.go"},"region":{"startLine":1}}}],` + said + `}]}]}`
}

func TestPaths(t *testing.T) {
	for uri, want := range map[string]string{
		"a/b.go": "a/b.go", "./a.go": "a.go", "a%20b.go": "a b.go", `a\\b.go`: "a/b.go", "a/../b.go": "b.go",
		"file:///src/x/a.go": "x/a.go", "/src/a.go": "a.go",
		"../a.go": "", "a/../../b.go": "", "/etc/passwd": "", "file:///etc/passwd": "", "https://example.com/a.go": "", "%00": "", "": "", "%2e%2e/a": "", "file:///src/../etc/x": "",
	} {
		document := strings.Replace(one(`"level":"error"`), `"uri":"a.go"`, `"uri":"`+uri+`"`, 1)
		document = strings.Replace(document, `"tool"`, `"originalUriBaseIds":{"ROOT":{"uri":"file:///src/"}},"tool"`, 1)
		found, coverages, err := read([]byte(document))
		if err != nil {
			t.Fatal(uri, err)
		}
		switch {
		case want == "" && (len(found) != 0 || len(coverages[0].Skipped) != 1):
			t.Errorf("%s: %+v", uri, found)
		case want != "" && (len(found) != 1 || found[0].Path != want):
			t.Errorf("%s: %+v, want %s", uri, found, want)
		}
	}
}

// TestRootsInEachOther: the innermost root wins, on each import.
func TestRootsInEachOther(t *testing.T) {
	document := strings.Replace(one(`"level":"error"`), `"uri":"a.go"`, `"uri":"file:///home/x/src/a.go"`, 1)
	document = strings.Replace(document, `"tool"`, `"originalUriBaseIds":{"HOME":{"uri":"file:///home/"},"X":{"uri":"file:///home/x"},"SRC":{"uri":"file:///home/x/src/"},"U":{"uri":"file:///usr/"}},"tool"`, 1)
	for range 20 { // map iteration order is random
		if found, _, err := read([]byte(document)); err != nil || len(found) != 1 || found[0].Path != "a.go" {
			t.Fatalf("%+v %v", found, err)
		}
	}
}

// TestLongTexts: values for columns and lists are limited, whatever a tool writes.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("T", 100_000)
	for _, said := range []string{`"properties":{"type":"` + long + `"}`, `"properties":{"type":"a,b <x>"}`, `"properties":{"type":"A\u0000"}`} {
		if found, _, err := read([]byte(one(said))); err != nil || len(found) != 1 || found[0].Type != engine.TypeOf(found[0].CWE) {
			t.Errorf("%.40s: %v", said, err)
		}
	}
	document := strings.Replace(one(`"level":"error"`), `"name":"T"`, `"name":"`+long+`","version":"`+long+`","rules":[{"id":"`+long+`"}]`, 1)
	found, coverages, err := read([]byte(document))
	if err != nil || len(found) != 1 || len(found[0].Remediation) > 1000 || len(coverages[0].Version) > 100 || len(coverages[0].Rules[0]) > 200 {
		t.Errorf("%v", err)
	}
}

func TestWhatIsNoFinding(t *testing.T) {
	for _, said := range []string{`"kind":"pass"`, `"kind":"notApplicable"`, `"kind":"informational"`, `"baselineState":"absent"`, `"suppressions":[{"kind":"inSource"}]`, `"suppressions":[{"kind":"external","status":"accepted"}]`} {
		if found, _, err := read([]byte(one(said))); err != nil || len(found) != 0 {
			t.Errorf("%s: %v %v", said, found, err)
		}
	}
	if found, _, err := read([]byte(one(`"suppressions":[{"kind":"external","status":"rejected"}]`))); err != nil || len(found) != 1 {
		t.Errorf("a rejected suppression: %v %v", found, err)
	}
	failed := strings.Replace(one(`"level":"error"`), `"tool"`, `"invocations":[{"executionSuccessful":false}],"tool"`, 1)
	if _, coverages, err := read([]byte(failed)); err != nil || coverages[0].Complete || len(coverages[0].Rules) > 0 {
		t.Errorf("a run that failed closes nothing: %+v %v", coverages, err)
	}
}

func TestWrongDocuments(t *testing.T) {
	for document, want := range map[string]string{
		``:                                "EOF",
		`[]`:                              "{ is expected",
		`{}`:                              `version is ""`,
		`{"version":"2.0.0"}`:             `version is "2.0.0"`,
		`{"version":"2.1.0"}`:             "runs is missing",
		`{"version":"2.1.0","runs":1}`:    "a list is expected",
		`{"version":"2.1.0","runs":[{}]}`: "runs[0]: tool.driver.name is missing",
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[{"ruleId":1}]}]}`:         "runs[0]: results[0]: json",
		`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"T"}},"results":[{]}]}`:                    "invalid character",
		`{"version":"2.1.0","runs":[` + strings.Repeat("[", 20000):                                       "runs[0]",
		`{"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `,` + one(`"kind":"pass"`)[1:]: "1000 deep",
	} {
		if _, _, err := read([]byte(document)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", document, err, want)
		}
		if err := sarif.Check(strings.NewReader(document)); err == nil && !strings.Contains(document, `"ruleId":1`) {
			t.Errorf("%.60s passes the first check", document)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"semgrep", "codeql", "gosec", "trivy", "written-all"} {
		document, err := os.ReadFile(filepath.Join("testdata", name+".sarif"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(document)
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		found, _, err := read(document)
		if err != nil {
			return
		}
		for _, r := range found {
			if _, err := cvss.Score(r.CVSS); err != nil || r.Path == "" || r.Rule == "" || r.Title == "" || r.StartLine < 1 || r.EndLine < r.StartLine || strings.HasPrefix(r.Path, "/") || strings.HasPrefix(r.Path, "..") {
				t.Errorf("%+v %v", r, err)
			}
		}
	})
}

func TestFingerprints(t *testing.T) {
	other := sample
	other.Fingerprint = "v1:" + strings.Repeat("b", 64)
	known, n, err := sarif.Fingerprints(bytes.NewReader(write(t, sarif.Header{Up: "../", Repository: "https://example.com/a"}, sarif.Result{Finding: sample}, sarif.Result{Finding: other, Suppressed: "accepted"})))
	if err != nil || n != 2 || !known[sample.Fingerprint] || !known[other.Fingerprint] {
		t.Errorf("%v %d %v", known, n, err)
	}
	known, n, err = sarif.Fingerprints(strings.NewReader(one(`"partialFingerprints":{"vigil/v1":"v1:a"},"baselineState":"absent"`)))
	if err != nil || n != 1 || len(known) != 0 {
		t.Errorf("what is gone: %v %d %v", known, n, err)
	}
	for _, wrong := range []string{"", "{}", "[]", `{"version":"2.1.0","runs":{}}`, one(`"partialFingerprints":[]`)} {
		if _, _, err := sarif.Fingerprints(strings.NewReader(wrong)); err == nil {
			t.Errorf("accepted: %s", wrong)
		}
	}
	document := write(t, sarif.Header{Up: "../../", Repository: "https://example.com/a"})
	if validate(t, document); !bytes.Contains(document, []byte(`"mappedTo":{"uri":"../../","uriBaseId":"%SRCROOT%"}`)) {
		t.Errorf("%s", document)
	}
}
