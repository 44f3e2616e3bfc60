package rulescan

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"time"

	"vigil/internal/engine/files"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
	"vigil/internal/racetest"
)

// builtIn returns the built-in rules and a parser for them.
func builtIn(t *testing.T) ([]*rules.Rule, *syntax.Engine) {
	t.Helper()
	list, err := pack.Rules()
	if err != nil {
		t.Fatal(err)
	}
	e, err := syntax.New(t.Context(), syntax.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return list, e
}

// TestEveryRuleNeedsSomething checks that no built-in rule causes every file to be parsed: each has a word or a
// regular expression for the prefilter. It also checks that all patterns parse in each language.
func TestEveryRuleNeedsSomething(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	list, e := builtIn(t)
	set := NewSet(e, list, time.Now())
	seen := map[string]bool{}
	for _, r := range list {
		for _, l := range r.Languages {
			if seen[l] || rules.Grammar(l, "") == "" || l == "dockerfile" { // its files are small, and rules match every line
				continue
			}
			seen[l] = true
			c, err := set.compile(t.Context(), l, rules.Grammar(l, ""))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range c.problems {
				t.Errorf("scans of %s would tell of %s: %s", l, p.Rule, p.Message)
			}
			for _, r := range c.candidates("a", nil, func(*compiledRule) bool { return true }).whole {
				t.Errorf("%s is tried on every file of %s", r.ID, l)
			}
		}
	}
}

// TestNothingIsLost checks that a rule which the prefilter skips would have found nothing: on all examples of the
// built-in rules, for all rules of their language.
func TestNothingIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if racetest.Enabled {
		t.Skip("takes minutes with the race detector; make test runs it without")
	}
	list, e := builtIn(t)
	now := time.Now()
	quick, always := NewSet(e, list, now), NewSet(e, list, now)
	always.always = true
	all := 0
	err := fs.WalkDir(pack.Files(), "rules", func(p string, d fs.DirEntry, err error) error {
		languages := files.Languages(p, "")
		if err != nil || d.IsDir() || len(languages) == 0 {
			return err
		}
		text, err := fs.ReadFile(pack.Files(), p)
		if err != nil {
			return err
		}
		found := func(s *Set) (out []string) {
			findings, err := s.Find(t.Context(), Target{Path: p, Languages: languages, Source: text, AllPaths: true})
			if err != nil {
				t.Errorf("%s: %v", p, err)
			}
			for i := range findings {
				f := &findings[i]
				out = append(out, fmt.Sprintf("%s %d:%d", f.Rule, f.StartLine, f.StartColumn))
			}
			slices.Sort(out)
			return out
		}
		want, got := found(always), found(quick)
		if all += len(want); !slices.Equal(got, want) {
			t.Errorf("%s: found\n%q, but always looked for\n%q", p, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d findings", all)
}

// TestImportedNamesAreFound checks that imported names are found though the file does not have them where the pattern
// has them.
func TestImportedNamesAreFound(t *testing.T) {
	_, e := builtIn(t)
	member := "patterns: [{pattern: $M.$RUN(...)}, {metavariable-regex: {metavariable: $M, regex: '^(os|child_process|A\\.Proc)$'}}, {metavariable-regex: {metavariable: $RUN, regex: '^(run|exec)$'}}]"
	called := "patterns: [{pattern: $RUN(...)}, {metavariable-regex: {metavariable: $RUN, regex: '^(run|exec)$'}}]"
	indexed := "patterns: [{pattern: '$R[$KEY]'}, {metavariable-regex: {metavariable: $R, regex: '(?i)^(\\w+\\.)?\\w*request$'}}]"
	routed := "patterns: [{pattern: \"@$APP.$ROUTE(...)\\ndef $F(...):\\n  ...\"}, {metavariable-regex: {metavariable: $ROUTE, regex: '^(get|post)$'}}]"
	given := "patterns: [{pattern: '$N = \"$V\"'}, {metavariable-regex: {metavariable: $N, regex: '(?i).*password$'}}]"
	field := "patterns: [{pattern: $REQ.$F}, {metavariable-regex: {metavariable: $REQ, regex: '^(req|ctx\\.request)$'}}, {metavariable-regex: {metavariable: $F, regex: '^(body|query)$'}}]"
	function := "patterns: [{pattern: 'function $F($A) {...}'}, {metavariable-regex: {metavariable: $F, regex: '^(loader|action)$'}}]"
	for _, c := range []struct{ language, formula, text string }{
		{"python", "pattern: os.run(...)", "from os import run as r\nr(x)\n"},
		{"python", "pattern: os.run(...)", "import os as o\no.run(x)\n"},
		{"python", "pattern: os.run(...)", "from os import *\nrun(x)\n"},
		{"python", "pattern: a.os.run(...)", "from a import os as o\no.run(x)\n"},
		{"python", member, "from os import run as r\nr(x)\n"},
		{"python", called, "@run\ndef f(): pass\n"},
		{"python", "patterns: [{pattern: run($X)}, {semgrep-internal-pattern-anywhere: {pattern-regex: 'bad (?P<X>\\w+)'}}]", "# bad a, bad b\nrun(b)\n"},
		{"python", called, "exec 'x'\n"},
		{"javascript", "pattern: child_process.exec(...)", "import {exec as e} from 'child_process';\ne(x)\n"},
		{"javascript", "pattern: child_process.exec(...)", "const {exec: e} = require('node:child_process');\ne(x)\n"},
		{"javascript", "pattern: child_process.exec(...)", "require('child_process').exec(x)\n"},
		{"javascript", "pattern: child_process.exec(...)", "import * as c from 'child_process';\nc.exec(x)\n"},
		{"javascript", member, "import {exec as e} from 'child_process';\ne(x)\n"},
		{"javascript", member, "const {exec: e} = require('child_process');\ne(x)\n"},
		{"javascript", member, "const e = require('child_process').exec;\ne(x)\n"},
		{"javascript", member, "const c = require('child_process');\nconst e = util.promisify(c.exec);\ne(x)\n"},
		{"javascript", "pattern: $cookies.put(...)", "$cookies.put(x)\n"},
		{"javascript", "pattern: this.$route.query", "f(this.$route.query)\n"},
		{"javascript", called, "(exec)(x)\n"},
		{"javascript", called, "exec`x`\n"},
		{"go", "pattern: os.Run(...)", "package a\nimport o \"x/os\"\nfunc f() { o.Run(x) }\n"},
		{"go", "pattern: os.Run(...)", "package a\nimport o \"x/os/v2\"\nfunc f() { o.Run(x) }\n"},
		{"go", "pattern: '($R : *os.File).Run(...)'", "package a\nimport o \"x/os\"\nfunc f(r *o.File) { r.Run(x) }\n"},
		{"java", "pattern: a.Os.run(...)", "import a.Os;\nclass B { void f() { Os.run(x); } }\n"},
		{"java", "pattern: a.Os.run(...)", "import a.*;\nclass B { void f() { Os.run(x); } }\n"},
		{"java", "pattern: a.Os.run(...)", "import static a.Os.run;\nclass B { void f() { run(x); } }\n"},
		{"java", "pattern: a.Os.run(...)", "import static a.Os.*;\nclass B { void f() { run(x); } }\n"},
		{"csharp", "pattern: A.Proc.Run(...)", "using A;\nclass B { void F() { Proc.Run(x); } }\n"},
		{"csharp", "pattern: A.Proc.Run(...)", "using static A.Proc;\nclass B { void F() { Run(x); } }\n"},
		{"csharp", "pattern: A.Proc.Run(...)", "using P = A.Proc;\nclass B { void F() { P.Run(x); } }\n"},
		{"csharp", "pattern: (A.Proc $P).Run(...)", "using A;\nclass B { void F(Proc p) { p?.Run(x); } }\n"},
		{"csharp", indexed, "class B { void F() { f(this.HttpRequest?[\"x\"]); } }\n"},
		{"csharp", "patterns: [{pattern: \"[$ROUTE(...)]\\npublic $T $M(...) { ... }\"}, {metavariable-regex: {metavariable: $ROUTE, regex: '^(HttpGet|HttpPost)$'}}]", "class B {\n[HttpPost]\npublic int F() { return 1; } }\n"},
		{"ruby", "pattern: A::Proc.run(...)", "A::Proc&.run x\n"},
		{"ruby", "pattern: '@request.env'", "puts @request.env\n"},
		{"ruby", "patterns: [{pattern: '@request.$PART'}, {metavariable-regex: {metavariable: $PART, regex: '^(env|body)$'}}]", "puts @request.env\n"},
		{"ruby", "pattern: 'A.valid?(...)'", "puts A.valid? 1\n"},
		{"ruby", indexed, "puts web_request[:x]\n"},
		{"python", "pattern: a.b.run(...)", "import a as z\nz.b.run(x)\n"},
		{"python", "pattern: a.b.run(...)", "from a.b import (\n# it's\nrun)\nrun(x)\n"},
		{"python", routed, "@app . get('/')\ndef f(): pass\n"},
		{"python", routed, "@make(\n  'a').get('/')\ndef f(): pass\n"},
		{"python", routed, "from x.app import get\n@get('/')\ndef f(): pass\n"},
		{"python", given, "password: Annotated[\n  str, X] = 'x'\n"},
		{"python", given, "password: str \\\n = 'x'\n"},
		{"javascript", given, "let password\n  = 'x'\n"},
		{"javascript", given, "password = /* the */ 'x'\n"},
		{"typescript", given, "class A { private password: {a: string} | null = 'x' }\n"},
		{"javascript", member, "const { promisify } = require('util'); const e = promisify(require('child_process').exec); e(x)\n"},
		{"javascript", called, "exec ?. (x)\n"},
		{"javascript", field, "req // see https://x.y/z\n  .body\n"},
		{"javascript", field, "req /* see // x */\n  .body\n"},
		{"javascript", field, "req\n/**\n * see https://x\n */\n  .body\n"},
		{"javascript", field, "f(/a\\/\\//, req.\n  body)\n"},
		{"javascript", function, "const loader = a => {}\n"},
		{"javascript", function, "const loader: Foo\n = (a) => {}\n"},
		{"javascript", function, "class A { static async *loader(a) {} }\n"},
		{"java", "pattern: a.Os.run(...)", "import static a.Os // it's\n.*;\nclass B { void f() { run(x); } }\n"},
		{"java", "pattern: (a.Os $X).run(...)", "class B { void f(a.Os<T> o) { o.<T,\n U>run(x); } }\n"},
		{"go", "pattern: exec.Run(...)", "package a\nimport (\n\te /* it */ `os/exec`\n)\nfunc f() { e.Run(x) }\n"},
		{"csharp", "pattern: A.Proc.Run(...)", "using\n  A;\nclass B { void F() { Proc<T> ?. Run(x); } }\n"},
		{"python", "pattern: 'connect(..., password=\"$P\", ...)'", "PASSWORD = 'x'\nconnect(password=PASSWORD)\n"},
		{"javascript", "pattern: 'connect({..., password: \"$P\", ...})'", "const PASSWORD = 'x'; connect({password: PASSWORD})\n"},
		{"javascript", "patterns: [{pattern: 'f(\"$N\")'}, {metavariable-regex: {metavariable: $N, regex: '^(des-ecb|md5)$'}}]", "const D = 'des'; f(D + '-ecb')\n"},
		{"php", "pattern: echo $X;", "<p><?= $x ?></p>\n"},
		{"ruby", "pattern: $M.run(...)", "x\n  # it's\n  .run(1)\n"},
	} {
		list, problems := rules.Read("r.yaml", []byte("rules: [{id: r, languages: ["+c.language+"], severity: INFO, message: m, "+c.formula+"}]"))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		quick, always := NewSet(e, list, time.Now()), NewSet(e, list, time.Now())
		always.always = true
		found := func(s *Set) int {
			findings, err := s.Find(t.Context(), Target{Path: "a", Languages: []string{c.language}, Source: []byte(c.text)})
			if err != nil {
				t.Fatal(err)
			}
			return len(findings)
		}
		if want, got := found(always), found(quick); want == 0 || got != want {
			t.Errorf("%s, %s in %q: found %d, but always looked for %d", c.language, c.formula, c.text, got, want)
		}
	}
}
