package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"vigil/internal/engine/rules"
)

// head is a rule without a pattern.
const head = "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: m\n"

func TestProblems(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"not YAML", "rules:\n- id: [", "r.yaml:2:1: not YAML"},
		{"empty", "", "r.yaml:1:1: the file is empty"},
		{"not a list", "rules: 7\n", "r.yaml:1:8: rules must be a list"},
		{"no id", "rules:\n- languages: [go]\n  message: m\n  severity: INFO\n  pattern: x\n", "r.yaml:2:3: the rule has no id"},
		{"no message", "rules:\n- id: r\n  languages: [go]\n  severity: INFO\n  pattern: x\n", "r.yaml:2:3: r: the rule has no message"},
		{"no pattern", head, "r.yaml:2:3: r: the rule has no pattern"},
		{"unknown language", "rules:\n- id: r\n  languages: [go, klingon]\n  severity: INFO\n  message: m\n  pattern: x\n", `r.yaml:3:19: r: the language "klingon" is not known`},
		{"unknown severity", strings.Replace(head, "ERROR", "AWFUL", 1) + "  pattern: x\n", `r.yaml:4:13: r: the severity must be`},
		{"two operators", head + "  pattern: x\n  pattern-regex: y\n", "r.yaml:7:3: r: pattern-regex is next to another operator"},
		{"only negations", head + "  patterns:\n  - pattern-not: x\n", "r.yaml:2:3: r: the rule has only negations"},
		{"negation under either", head + "  pattern-either:\n  - pattern: x\n  - pattern-not: x\n", "r.yaml:8:5: r: a negation is only allowed under patterns"},
		{"condition under either", head + "  pattern-either:\n  - pattern: x\n  - metavariable-regex: {metavariable: $X, regex: a}\n", "r.yaml:8:5: r: metavariable-regex is not allowed under pattern-either"},
		{"unknown operator", head + "  patterns:\n  - pattern: x\n  - pattern-inwards: y\n", `r.yaml:8:5: r: "pattern-inwards" is not an operator`},
		{"empty list", head + "  patterns: []\n", "r.yaml:6:13: r: patterns is empty"},
		{"bad regex", head + "  pattern-regex: '(a'\n", "r.yaml:6:18: r: pattern-regex: regular expression"},
		{"not a metavariable", head + "  patterns:\n  - pattern: x\n  - focus-metavariable: X\n", "r.yaml:8:25: r: focus-metavariable must be a metavariable such as $X"},
		{"bad comparison", head + "  patterns:\n  - pattern: $X\n  - metavariable-comparison:\n      comparison: $X <\n", "r.yaml:9:19: r: comparison: unexpected end of the comparison"},
		{"unknown function", head + "  patterns:\n  - pattern: $X\n  - metavariable-comparison:\n      comparison: eval($X)\n", "the function eval is not supported"},
		{"unknown analyzer", head + "  patterns:\n  - pattern: $X\n  - metavariable-analysis: {metavariable: $X, analyzer: magic}\n", `the analyzer "magic" is not supported`},
		{"unknown mode", head + "  mode: dream\n  pattern: x\n", `r.yaml:6:9: r: the mode must be search or taint, not "dream"`},
		{"mode join", head + "  mode: join\n", "r.yaml:6:9: r: mode join is not supported"},
		{"unsupported part", head + "  pattern: x\n  pattern-where-python: y\n", "r.yaml:7:3: r: pattern-where-python is not supported"},
		{"aliengrep", head + "  pattern: x\n  options: {generic_engine: aliengrep}\n", "generic_engine: aliengrep is not supported"},
		{"taint without sinks", head + "  mode: taint\n  pattern-sources:\n  - pattern: x\n", "r.yaml:2:3: r: a taint rule needs pattern-sinks"},
		{"taint with a pattern", head + "  mode: taint\n  pattern: x\n  pattern-sources: [{pattern: x}]\n  pattern-sinks: [{pattern: x}]\n", "r.yaml:7:3: r: pattern is not allowed in a rule of mode taint"},
		{"unknown field of a source", head + "  mode: taint\n  pattern-sources: [{pattern: x, loud: true}]\n  pattern-sinks: [{pattern: x}]\n", `a source has no "loud"`},
		{"propagator without to", head + "  mode: taint\n  pattern-sources: [{pattern: x}]\n  pattern-sinks: [{pattern: x}]\n  pattern-propagators: [{pattern: f($X), from: $X}]\n", "a propagator needs from and to"},
		{"key twice", head + "  pattern: x\n  pattern: y\n", `r.yaml:7:3: a rule has "pattern" twice`},
		{"id twice", head + "  pattern: x\n" + strings.TrimPrefix(head, "rules:\n") + "  pattern: y\n", "another rule of the file has this id"},
		{"paths", head + "  pattern: x\n  paths: {only: a}\n", `paths has include and exclude, but no "only"`},
		{"unknown option", head + "  pattern: x\n  options: {haste: true}\n", `option "haste" is not known and not heeded`},
		{"unknown key", head + "  pattern: x\n  colour: red\n", `"colour" is not known and not heeded`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := rules.Read("r.yaml", []byte(test.text))
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			for _, p := range problems {
				if strings.Contains(p.String(), test.want) {
					return
				}
			}
			t.Errorf("got %v, want %q", problems, test.want)
		})
	}
}

// show writes a formula on one line.
func show(f *rules.Formula) string {
	names := map[rules.Kind]string{rules.All: "all", rules.Any: "any", rules.Inside: "inside", rules.Not: "not", rules.Anywhere: "anywhere"}
	var out string
	switch f.Kind {
	case rules.Pattern:
		out = strings.TrimSpace(f.Pattern)
	case rules.Regex:
		out = "/" + f.Regex.String() + "/"
	default:
		var of []string
		for _, sub := range f.Of {
			of = append(of, show(sub))
		}
		out = names[f.Kind] + "(" + strings.Join(of, ", ") + ")"
	}
	for _, c := range f.Conditions {
		switch c.Kind {
		case rules.RegexCondition:
			out += fmt.Sprintf(" %s~%s", c.Metavariable, c.Regex)
		case rules.PatternCondition:
			out += fmt.Sprintf(" %s:%s%s", c.Metavariable, c.Language, show(c.Formula))
		case rules.ComparisonCondition:
			out += " compare" + strings.Join(c.Comparison.Names(), ",")
		case rules.TypeCondition:
			out += fmt.Sprintf(" %s is %v", c.Metavariable, c.Types)
		case rules.AnalysisCondition:
			out += fmt.Sprintf(" %s %s %s", c.Metavariable, c.Analyzer, c.Mode)
		}
	}
	for _, focus := range f.Focus {
		out += fmt.Sprintf(" focus%v", focus)
	}
	if f.As != "" {
		out += " as " + f.As
	}
	return out
}

func TestFormulas(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"pattern", "  pattern: f($X)\n", "f($X)"},
		{"either", "  pattern-either:\n  - pattern: a\n  - pattern-regex: b\n", "any(a, /b/)"},
		{"patterns", "  patterns:\n  - pattern: a\n  - pattern-inside: b\n  - pattern-not: c\n  - pattern-not-inside: d\n  - pattern-not-regex: e\n",
			"all(a, inside(b), not(c), not(inside(d)), not(/e/))"},
		{"nested", "  patterns:\n  - pattern-either:\n    - patterns:\n      - pattern: a\n      - pattern: b\n    - pattern: c\n  - pattern-not:\n      patterns:\n      - pattern: d\n",
			"all(any(all(a, b), c), not(all(d)))"},
		{"conditions", "  patterns:\n  - pattern: a\n  - metavariable-regex: {metavariable: $X, regex: b}\n  - metavariable-pattern: {metavariable: $Y, language: js, pattern: c}\n" +
			"  - metavariable-comparison: {metavariable: $Z, comparison: $Z > 3 and $W == 1}\n  - metavariable-type: {metavariable: $T, types: [int, str]}\n" +
			"  - metavariable-analysis: {metavariable: $S, analyzer: entropy_v2, options: {mode: lax}}\n  - focus-metavariable: [$A, $B]\n  - focus-metavariable: $C\n",
			"all(a) $X~b $Y:javascriptc compare$Z,$W $T is [int str] $S entropy_v2 lax focus[$A $B] focus[$C]"},
		{"a condition that is a negation", "  patterns:\n  - pattern: a\n  - metavariable-pattern:\n      metavariable: $X\n      patterns:\n      - pattern-not: b\n", "all(a) $X:all(not(b))"},
		{"the newer syntax", "  match:\n    all:\n    - f($X)\n    - inside: g\n    - not: {any: [h, {regex: i}]}\n    - anywhere: j\n    where:\n    - metavariable: $X\n      regex: k\n" +
			"    - metavariable: $X\n      any: [l, m]\n    - comparison: $X > 1\n    - focus: $X\n    as: $ALL\n",
			"all(f($X), inside(g), not(any(h, /i/)), anywhere(j)) $X~k $X:any(l, m) compare$X focus[$X] as $ALL"},
		{"anchors", "  pattern-either: &x\n  - pattern: a\n", "any(a)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, problems := rules.Read("r.yaml", []byte(head+test.text))
			if len(problems) > 0 || len(list) != 1 {
				t.Fatal(problems)
			}
			if got := show(list[0].Formula); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestTaint(t *testing.T) {
	classic := "  mode: taint\n  pattern-sources:\n  - pattern: a\n    label: A\n    requires: B and not C\n    by-side-effect: only\n    exact: true\n    control: true\n" +
		"  pattern-sinks:\n  - patterns:\n    - pattern: f($X)\n    - focus-metavariable: $X\n    exact: false\n    at-exit: true\n    requires: [{$X: A}]\n" +
		"  pattern-sanitizers:\n  - pattern: c\n    not_conflicting: true\n    by-side-effect: true\n  - pattern: d\n    clean-if: true\n  - pattern: e\n    clean-if: false\n" +
		"  pattern-propagators:\n  - pattern: $TO.add($FROM)\n    from: $FROM\n    to: $TO\n    replace-labels: [A]\n    label: D\n"
	newer := "  taint:\n    sources: [a, {any: [b, c]}]\n    sinks: [f(...)]\n"
	list, problems := rules.Read("r.yaml", []byte(head+classic))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	tt := list[0].Taint
	s := tt.Sources[0]
	has := func(labels string) bool {
		return s.Requires.Holds(func(l string) bool { return strings.Contains(labels, l) })
	}
	if s.Label != "A" || s.BySideEffect != rules.OnlyBySideEffect || !s.Exact || !s.Control || !has("B") || has("BC") || has("") {
		t.Errorf("source: %+v", s)
	}
	if k := tt.Sinks[0]; k.Exact || !k.AtExit || k.RequiresOf["$X"] == nil || show(k.Formula) != "all(f($X)) focus[$X]" {
		t.Errorf("sink: %+v", k)
	}
	if k := tt.Sanitizers[0]; !k.NotConflicting || !k.BySideEffect {
		t.Errorf("sanitizer: %+v", k)
	}
	if a, b := tt.Sanitizers[1], tt.Sanitizers[2]; a.CleanIf != rules.IfTrue || b.CleanIf != rules.IfFalse || a.BySideEffect {
		t.Errorf("checks: %+v, %+v", a, b)
	}
	if p := tt.Propagators[0]; p.From != "$FROM" || p.To != "$TO" || !p.BySideEffect || p.Label != "D" || len(p.ReplaceLabels) != 1 {
		t.Errorf("propagator: %+v", p)
	}
	list, problems = rules.Read("r.yaml", []byte(head+newer))
	if len(problems) > 0 || show(list[0].Taint.Sources[1].Formula) != "any(b, c)" || !list[0].Taint.Sinks[0].Exact {
		t.Errorf("the newer syntax: %v", problems)
	}
}

func TestRuleFields(t *testing.T) {
	list, problems := rules.Read("a/r.yaml", []byte("rules:\n- id: r\n  languages: [js, JavaScript, golang, C#, terraform, none]\n  severity: warning\n  message: ' m '\n"+
		"  pattern-regex: x\n  min-version: 1.2.3\n  fix: y\n  metadata: {cwe: 'CWE-89: x', n: 3}\n  paths: {include: a, exclude: ['*.b', c/]}\n  options: {constant_propagation: false, generic_ellipsis_max_span: 3}\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := list[0]
	if got := strings.Join(r.Languages, " "); got != "javascript go csharp hcl regex" {
		t.Errorf("languages: %s", got)
	}
	if r.Severity != "WARNING" || r.Message != "m" || r.Fix != "y" || r.Metadata["n"] != 3 || r.Include[0] != "a" || len(r.Exclude) != 2 ||
		r.Options.ConstantPropagation || r.Options.EllipsisSpan != 3 || !r.Options.VardefAssign || r.Place.String() != "a/r.yaml:2:3" {
		t.Errorf("%+v", r)
	}
}

func TestBundle(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	bundle, err := rules.ReadBundle(fstest.MapFS{
		"b/r.yml": file(head + "  pattern: x\n"), "a.yaml": file(head + "  pattern: y\n- id: bad\n"), "a.test.yaml": file(head), "other.yaml": file("kind: Pod\n"),
		".hidden/r.yaml": file(head), "r.txt": file(head),
	})
	if err != nil {
		t.Fatal(err)
	}
	list, problems := bundle.Rules()
	if len(bundle) != 2 || len(list) != 2 || list[0].Path != "a.yaml" || list[1].Path != "b/r.yml" || len(problems) == 0 || problems[0].Rule != "bad" {
		t.Errorf("%v %v", list, problems)
	}
}

// TestAliases checks that a file whose aliases expand to much more than itself is
// rejected.
func TestAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("x0: &x0 [{pattern: a}, {pattern: a}]\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&b, "x%d: &x%d [{pattern-either: *x%d}, {pattern-either: *x%d}]\n", i, i, i-1, i-1)
	}
	b.WriteString(head + "  pattern-either: *x29\n")
	if list, problems := rules.Read("r.yaml", []byte(b.String())); len(list) > 0 || len(problems) == 0 {
		t.Error("it was read")
	}
}
