package confidence

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"vigil/internal/engine"
)

func TestConfidence(t *testing.T) {
	for _, c := range []struct {
		name   string
		ofRule float64
		e      evidence
		want   float64
	}{
		{"a pattern alone", 9, evidence{}, 9},
		{"source and sink in one line", 9, evidence{steps: 2, files: 1}, 9.5},
		{"over a variable", 6, evidence{steps: 3, files: 1}, 6.5},
		{"over four", 9, evidence{steps: 6, files: 1}, 9},
		{"into one function", 9, evidence{steps: 3, calls: 1, files: 1}, 9},
		{"into three functions", 9, evidence{steps: 6, calls: 3, files: 1}, 8.6},
		{"a long way", 9, evidence{steps: 10, calls: 4, files: 1}, 7.9},
		{"into another file", 9, evidence{steps: 4, calls: 1, files: 2}, 8.5},
		{"the longest way", 9, evidence{steps: 24, calls: 20, files: 9}, 6.5},
		{"a check on the way", 9, evidence{steps: 3, files: 1, cleaned: true}, 7.5},
		{"in a test", 9, evidence{test: true}, 5},
		{"in an example for a test", 6, evidence{test: true, example: true}, 2},
		{"in an example", 6, evidence{example: true}, 5},
		{"generated", 6, evidence{generated: true}, 5},
		{"vendored and generated", 6, evidence{vendored: true, generated: true}, 4},
		{"not below 0", 3, evidence{cleaned: true, test: true}, 0},
		{"not above 10", 10, evidence{steps: 2, files: 1}, 10},
		{"one decimal", 5.55, evidence{steps: 4, calls: 2, files: 1}, 5.4},
	} {
		if got := adjusted(c.ofRule, c.e); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestConfidencePage compares docs/reference/confidence.md with the weights.
func TestConfidencePage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/reference/confidence.md")
	if err != nil {
		t.Fatal(err)
	}
	// Each of these triggers exactly one weight, with the first value in its line.
	for i, e := range []evidence{
		{steps: 2}, {steps: 5, calls: 2}, {steps: 9}, {files: 2}, {cleaned: true}, {test: true}, {example: true}, {generated: true}, {vendored: true},
	} {
		line := fmt.Sprintf("| %s | %+.1f", weights[i].what, float64(weights[i].tenths(e))/10)
		if !strings.Contains(string(page), strings.Replace(line, "| -", "| −", 1)) {
			t.Errorf("the page does not say: %s", line)
		}
	}
	if n := strings.Count(string(page), "\n| "); n != len(weights)+1 {
		t.Errorf("%d lines for %d weights", n, len(weights))
	}
}

func TestPlaces(t *testing.T) {
	for path, want := range map[string]string{
		"app/users.py": "", "src/latest/Attest.java": "", "contest/specification.js": "", "src/main/java/Latest.java": "",
		"tests/a.py": "test", "spec/a.rb": "test", "src/__tests__/a.js": "test", "a_test.go": "test", "x/testdata/a.go": "test", "src/test/java/A.java": "test",
		"src/a.spec.ts": "test", "app/test_users.py": "test", "UserTest.java": "test", "a/fixtures/b.json": "test", "lib/conftest.py": "test",
		"examples/a.go": "example", "docs/conf.py": "example", "sample/a.js": "example",
	} {
		got := ""
		switch e := evidenceOf(&engine.Finding{Path: path}, nil); {
		case e.test:
			got = "test"
		case e.example:
			got = "example"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestCleans(t *testing.T) {
	for line, want := range map[string]bool{
		"name = clean(name)": true, "x = html.escapeString(x)": true, "if !isValidName(x) {": true, "y = my_sanitizer (x)": true, "$x = sanitize!(y)": true,
		"q := quoteName(x)": true, "schema.validate(body)": true, "f = SANITISED(x)": true, "purify(x)": true, "strip_tags(x)": true, "inAllowList(x)": true,
		"whitelisted(x)": true, "safe_join(x)": true, "makeSafe(x)": true, "verify(x)": true, "isVerified(x)": true, "is_safe(x)": true, "isAllowed(x)": true, "is_trusted(x)": true,
		"x = 'clean'": false, "html.unescape(x)": false, "cleanup(x)": false, "invalidate(x)": false, "unquote(x)": false, "name = request.args['escape']": false, "": false,
		"cleanup(); x = clean(y)": true,
	} {
		if Cleans(line) != want {
			t.Errorf("%s: %v", line, !want)
		}
	}
}
