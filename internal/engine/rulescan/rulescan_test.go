package rulescan_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
)

// grammars is shared by all tests: loading one takes a while.
var grammars *syntax.Engine

func TestMain(m *testing.M) {
	var err error
	if grammars, err = syntax.New(context.Background(), syntax.Config{}); err != nil {
		panic(err)
	}
	m.Run()
}

// detector makes one of a rule for Python; text is its pattern.
func detector(t testing.TB, text string) engine.Detector {
	t.Helper()
	return detectorOf(t, "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: m\n"+text)
}

func rulesOf(t testing.TB, text string) []*rules.Rule {
	t.Helper()
	list, problems := rules.Read("r.yaml", []byte(text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return list
}

func detectorOf(t testing.TB, text string) engine.Detector {
	t.Helper()
	return rulescan.New(rulescan.Config{Rules: rulesOf(t, text), Syntax: grammars, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
}

func TestOperators(t *testing.T) {
	for _, test := range []struct{ name, rule, file string }{
		{"pattern", "  pattern: f($X)\n", "f(1) # want r\ng(1)\n"},
		{"either", "  pattern-either:\n  - pattern: f(...)\n  - pattern: g(...)\n", "f() # want r\ng() # want r\nh()\n"},
		{"inside", "  patterns:\n  - pattern: f()\n  - pattern-inside: |\n      def g(): ...\n", "def g():\n  f() # want r\ndef h():\n  f()\n"},
		{"not is about the same code", "  patterns:\n  - pattern: f(...)\n  - pattern-not: f(1)\n", "f(1)\nf(2) # want r\nf(f(1)) # want r\n"},
		{"not inside", "  patterns:\n  - pattern: f()\n  - pattern-not-inside: |\n      def g(): ...\n", "def g():\n  f()\nf() # want r\n"},
		{"not regex", "  patterns:\n  - pattern: f($X)\n  - pattern-not-regex: secret\n", "f(secret)\nf(x) # want r\n"},
		{"regex", "  pattern-regex: pass(word)?\\s*=\n", "password = 1 # want r\npasswords = 2\n"},
		{"regex and pattern", "  patterns:\n  - pattern-regex: \\ba\\w+\n  - pattern: f($X)\n", "f(apple) # want r\nf(pear)\napple\n"},
		{"metavariables are the same everywhere", "  patterns:\n  - pattern: f($X)\n  - pattern-inside: |\n      def $F($X): ...\n", "def g(a):\n  f(a) # want r\n  f(b)\n"},
		{"the smaller of two", "  patterns:\n  - pattern: f(...)\n  - pattern: $X\n  - metavariable-regex: {metavariable: $X, regex: ^a$}\n", "f(\n a, # want r\n b)\na\n"},
		{"focus", "  patterns:\n  - pattern: f($X, $Y)\n  - focus-metavariable: $Y\n", "f(\n 1,\n 2) # want r\n"},
		{"focus on each of several", "  patterns:\n  - pattern: f($X, $Y)\n  - focus-metavariable: [$X, $Y]\n", "f(\n 1, # want r\n 2) # want r\n"},
		{"metavariable-regex begins at the start", "  patterns:\n  - pattern: f($X)\n  - metavariable-regex: {metavariable: $X, regex: a}\n", "f(ab) # want r\nf(ba)\n"},
		{"metavariable-regex sees quotes", "  patterns:\n  - pattern: f($X)\n  - metavariable-regex: {metavariable: $X, regex: '^\"a'}\n", "f(\"a\") # want r\nf(a)\n"},
		{"metavariable-regex of what is in quotes", "  patterns:\n  - pattern: f(\"$X\")\n  - metavariable-regex: {metavariable: $X, regex: ^a$}\n", "f(\"a\") # want r\nf(\"b\")\n"},
		{"named groups bind", "  patterns:\n  - pattern: f(\"$X\", $Y)\n  - metavariable-regex: {metavariable: $X, regex: '(?P<N>\\d+)'}\n  - metavariable-comparison: {comparison: int($N) > 3}\n", "f(\"12x\", 1) # want r\nf(\"2x\", 1)\n"},
		{"metavariable-pattern", "  patterns:\n  - pattern: f($X)\n  - metavariable-pattern: {metavariable: $X, pattern: g(...)}\n", "f(g(1)) # want r\nf(1)\n"},
		{"metavariable-pattern with a negation", "  patterns:\n  - pattern: f($X)\n  - metavariable-pattern: {metavariable: $X, patterns: [{pattern-not: g(...)}]}\n", "f(g(1))\nf(1) # want r\n"},
		{"metavariable-pattern in another language", "  patterns:\n  - pattern: f(\"$X\")\n  - metavariable-pattern: {metavariable: $X, language: javascript, pattern: eval(...)}\n", "f(\"eval(1)\") # want r\nf(\"x(1)\")\n"},
		{"metavariable-pattern in generic", "  patterns:\n  - pattern: f($X)\n  - metavariable-pattern: {metavariable: $X, language: generic, pattern: select ... from}\n", "f(\"select a from b\") # want r\nf(\"x\")\n"},
		{"comparison", "  patterns:\n  - pattern: f($X)\n  - metavariable-comparison: {comparison: $X > 10}\n", "f(11) # want r\nf(9)\nf(0x10) # want r\nf(x)\n"},
		{"comparison of a text", "  patterns:\n  - pattern: f($X)\n  - metavariable-comparison: {metavariable: $X, comparison: $X > 10, strip: true}\n", "f(\"11\") # want r\nf(\"9\")\n"},
		{"comparison of dates", "  patterns:\n  - pattern: f($X)\n  - metavariable-comparison: {comparison: strptime($X) < today()}\n", "f(\"2020-01-01\") # want r\nf(\"2030-01-01\")\n"},
		{"entropy", "  patterns:\n  - pattern: f($X)\n  - metavariable-analysis: {metavariable: $X, analyzer: entropy}\n", "f(\"Zq3xV8bT1kLwR7mYc5hJ\") # want r\nf(\"just some words in a row\")\n"},
		{"redos", "  patterns:\n  - pattern: f(\"$X\")\n  - metavariable-analysis: {metavariable: $X, analyzer: redos}\n", "f(\"(a+)+$\") # want r\nf(\"a+\")\n"},
		{"the newer syntax", "  match:\n    all:\n    - f($X)\n    - inside: |\n        def g(): ...\n    - not: f(1)\n    where:\n    - metavariable: $X\n      regex: \\d\n", "def g():\n  f(1)\n  f(2) # want r\n  f(x)\nf(3)\n"},
		{"anywhere", "  match:\n    all:\n    - f()\n    - anywhere: import os\n", "import os\nf() # want r\n"},
		{"not anywhere", "  match:\n    all:\n    - f()\n    - not: {anywhere: import os}\n", "import os\nf()\n"},
		{"taint", "  mode: taint\n  pattern-sources: [{pattern: source()}]\n  pattern-sinks: [{pattern: sink(...)}]\n  pattern-sanitizers: [{pattern: clean(...)}]\n",
			"def f():\n  x = source()\n  sink(x) # want r\n  sink(clean(x))\n  sink(1)\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			enginetest.Want(t, detector(t, test.rule), map[string]string{"a.py": test.file})
		})
	}
}

// TestWords: a file is parsed only if it has the words that a rule needs, so the prefilter must not
// require words that a match can do without.
func TestWords(t *testing.T) {
	regex := func(pattern, re string) string {
		return "  patterns:\n  - pattern: " + pattern + "\n  - metavariable-regex: {metavariable: $X, regex: '" + re + "'}\n"
	}
	for _, test := range []struct{ name, rule, file string }{
		{"an imported name", regex("$X.run(...)", "^subprocess$"), "from subprocess import run as go\ngo(1) # want r\n"},
		{"a name of an imported name", regex("$X.join(...)", "^os\\.path$"), "from os.path import join as j\nj(1) # want r\n"},
		{"beside other letters", regex("$X.run(...)", "^(self\\.)?db$"), "self.db.run(1) # want r\nmydb.run()\ndb.run() # want r\nDB.run()\n"},
		{"any case", regex("$X.run(...)", "(?i)^(.*_)?client$"), "HTTP_CLIENT.run(1) # want r\n"},
		{"a literal of several parts", "  pattern: f(\"=~/select .* from/\")\n", "a = 'select a '\nf(a + 'from b') # want r\n"},
		{"what is in quotes", regex("f(\"$X\")", "^db_password$"), "f('db' + '_password') # want r\n"},
		{"a key", "  pattern: '{..., \"one\": $X, ...}'\n", "{'one': 1} # want r\n"},
		{"with two underscores", "  pattern: __import__(...)\n", "__import__('a') # want r\n"},
		{"a condition on what is known", "  patterns:\n  - pattern: f($X)\n  - metavariable-regex: {metavariable: $X, regex: ^secret$, constant-propagation: true}\n", "f('sec' + 'ret') # want r\n"},
		{"a type", "  pattern: '($X : str).run()'\n", "'a'.run() # want r\n"},
		{"a condition of a condition", "  patterns:\n  - pattern: f($Y)\n  - metavariable-pattern: {metavariable: $Y, patterns: [{pattern: $X(...)}, {pattern-not: g(...)}]}\n", "f(h(1)) # want r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			enginetest.Want(t, detector(t, test.rule), map[string]string{"a.py": test.file})
		})
	}
	second := "rules:\n- id: r\n  languages: [java]\n  severity: INFO\n  message: m\n  patterns:\n  - pattern: 'void $M(Request $A, Response $B) { ... }'\n  - metavariable-regex: {metavariable: $B, regex: ^(resp|answer)$}\n"
	enginetest.Want(t, detectorOf(t, second), map[string]string{"A.java": "class A {\n void m(Request r, Response resp) {} // want r\n}\n"})
	java := "rules:\n- id: r\n  languages: [java]\n  severity: INFO\n  message: m\n  pattern: (a.b.Request $R).get(...)\n"
	enginetest.Want(t, detectorOf(t, java), map[string]string{"A.java": "import a.b.*;\nclass A { void m(Request r) {\n r.get(1); // want r\n} }\n"})
}

func TestTextRules(t *testing.T) {
	rule := func(language, text string) string {
		return "rules:\n- id: r\n  languages: [" + language + "]\n  severity: INFO\n  message: m\n" + text
	}
	enginetest.Want(t, detectorOf(t, rule("generic", "  patterns:\n  - pattern: key $X;\n  - pattern-not-inside: safe { ... }\n")),
		map[string]string{"a.conf": "key one; # want r\nsafe { key two; }\n"})
	enginetest.Want(t, detectorOf(t, rule("regex", "  patterns:\n  - pattern-regex: ws://\\w+\n  - pattern-not: ws://localhost\n")),
		map[string]string{"a.txt": "ws://there // want r\nws://localhost\n"})
	enginetest.Want(t, detectorOf(t, rule("generic", "  pattern: a ... b\n  paths: {include: ['*.conf', sub/], exclude: [sub/not.txt]}\n")),
		map[string]string{"a.conf": "a b # want r\n", "a.txt": "a b\n", "x/sub/y.txt": "a b # want r\n", "sub/not.txt": "a b\n"})
}

// TestPages checks that rules for Java apply to JSP pages, and that positions are preserved.
func TestPages(t *testing.T) {
	d := detectorOf(t, "rules:\n- id: r\n  languages: [java]\n  severity: INFO\n  message: m\n  mode: taint\n"+
		"  pattern-sources: [{pattern: request.getParameter(...)}]\n  pattern-sinks: [{pattern: java.lang.Danger.run(...)}]\n")
	enginetest.Want(t, d, map[string]string{
		"a.jsp": "<%@ page import=\"java.lang.Danger\" %>\n<% String a = request.getParameter(\"a\"); if (a != null) { %>\n<p>Danger.run(a)</p>\n<%= Danger.run(a) %><!-- // want r -->\n<% } %>\n",
		"b.txt": "<% Danger.run(request.getParameter(\"a\")); %>\n",
	})
}

func TestFinding(t *testing.T) {
	d := detectorOf(t, "rules:\n- id: a.b.sql-in-text\n  languages: [python]\n  severity: ERROR\n  message: $F gets $X of value($X), $1 and $Y\n  pattern: $F($X)\n  fix: safe($X)\n"+
		"  metadata:\n    cwe: ['CWE-089: SQL', 'CWE-1']\n    confidence: HIGH\n    impact: HIGH\n    likelihood: LOW\n    references: https://example.com/a\n")
	got := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a.py": "class C:\n  def m(self):\n    é = f( # why\n      'x')\n"}), engine.Options{}, d)
	if len(got.Findings) != 1 {
		t.Fatalf("%d findings", len(got.Findings))
	}
	f := got.Findings[0]
	for what, pair := range map[string][2]string{
		"cwe": {f.CWE, "CWE-89"}, "type": {f.Type, "SQLI"}, "title": {f.Title, "Sql in text: `f` in `C.m`"}, "weakness": {f.Weakness, "Sql in text"}, "symbol": {f.Symbol, "C.m"}, "identity": {f.Identity, "f ( ' x ' )"},
		"message": {f.Description, "f gets 'x' of x, $1 and $Y"}, "cvss": {f.CVSS, "CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:N"},
		"remediation": {f.Remediation, "Replace it by:\n\nsafe($X)"}, "reference": {f.References[0], "https://example.com/a"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %q, want %q", what, pair[0], pair[1])
		}
	}
	if f.StartLine != 3 || f.StartColumn != 9 || f.EndLine != 4 || f.EndColumn != 11 || f.Confidence != 9 {
		t.Errorf("%+v", f)
	}
}

func TestCoverage(t *testing.T) {
	list, problems := rules.Read("r.yaml", []byte("rules:\n- {id: good, languages: [python], severity: INFO, message: m, pattern: f()}\n- {id: bad, languages: [python], severity: INFO, message: m, pattern: 'f(('}\n"+
		"- {id: foreign, languages: [swift], severity: INFO, message: m, pattern: f()}\n- {id: unread, languages: [python], severity: INFO, message: m, mode: join}\n"+
		"- {id: part, languages: [python], severity: INFO, message: m, pattern-either: [{pattern: g()}, {pattern: 'g(('}]}\n"))
	d := rulescan.New(rulescan.Config{Rules: list, Problems: problems, Syntax: grammars})
	got := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a.py": "f()\ng()\n", "a.swift": "f()\n", "b.bin": "\x00\x01\x02"}), engine.Options{}, d)
	c := got.Coverage["code"]
	if s := strings.Join(c.Rules, " "); s != "good part" {
		t.Errorf("applied: %s", s)
	}
	var skips bytes.Buffer
	for _, s := range c.Skipped {
		skips.WriteString(s.Path + s.Rule + ": " + s.Reason + "\n")
	}
	for _, want := range []string{"bad: r.yaml:3:", "foreign: r.yaml:4:3: the language swift is not supported", "unread: r.yaml:5:", "b.bin: binary", "part: r.yaml:6:"} {
		if !strings.Contains(skips.String(), want) {
			t.Errorf("%q is not in\n%s", want, skips.String())
		}
	}
	if len(got.Findings) != 2 {
		t.Errorf("%d findings", len(got.Findings))
	}
}

func TestAccept(t *testing.T) {
	enginetest.Accept(t, func() engine.Detector {
		return detector(t, "  pattern-either:\n  - pattern: eval($X)\n  - pattern: exec($X)\n")
	}, enginetest.Sample{Path: "a.py", Comment: "#", Blocks: []string{
		"def one(a):\n    eval(a)\n    exec('x' + a)\n\n", "def two(b):\n    eval(b)\n\n", "class C:\n    def m(self):\n        return eval(self.x)\n\n",
	}})
}

// TestEvidence: the confidence of a finding depends on the data flow and on the file.
func TestEvidence(t *testing.T) {
	d := detector(t, "  mode: taint\n  pattern-sources: [{pattern: source()}]\n  pattern-sinks: [{pattern: sink(...)}]\n  metadata: {confidence: HIGH}\n")
	direct := "sink(source())\n"
	want := map[string]float64{"a.py": 9.5, "tests/a.py": 5.5, "vendor/a.py": 8.5, "examples/a.py": 8.5, "generated.py": 8.5, "checked.py": 7.5, "calls.py": 8.6}
	r := enginetest.Run(t, enginetest.Tree(t, map[string]string{
		"a.py": direct, "tests/a.py": direct, "vendor/a.py": direct, "examples/a.py": direct,
		"generated.py": "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n" + direct,
		"checked.py":   "x = tidy_and_validate(source())\nsink(x)\n",
		"calls.py":     "def a(x):\n  b(x)\ndef b(x):\n  c(x)\ndef c(x):\n  sink(x)\na(source())\n",
	}), engine.Options{}, d)
	for _, f := range r.Findings {
		if f.Confidence != want[f.Path] {
			t.Errorf("%s: %v, want %v: %+v", f.Path, f.Confidence, want[f.Path], f.Trace)
		}
		delete(want, f.Path)
	}
	if len(want) > 0 {
		t.Errorf("nothing was found in %v", want)
	}
}
