package rulebundle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vigil"
	"vigil/internal/racetest"
	"vigil/internal/sandbox"
	"vigil/internal/source/sourcetest"
)

func newChecker(t *testing.T, fixed ...vigil.Rule) *Checker {
	t.Helper()
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	return NewChecker(sandbox.Supported() != nil, t.TempDir(), fixed)
}

// packed is a bundle of files.
func packed(t *testing.T, files map[string]string) vigil.RuleBundle {
	t.Helper()
	return vigil.RuleBundle{MediaType: vigil.ZipBundle, Content: sourcetest.Archive(t, files)}
}

func plain(text string) vigil.RuleBundle {
	return vigil.RuleBundle{MediaType: vigil.YAMLBundle, Content: []byte(text)}
}

// oneRule is a rule in a list, with what is given.
func oneRule(id, language, more string) string {
	return fmt.Sprintf("- id: %s\n  languages: [%s]\n  severity: ERROR\n  message: m\n  %s\n", id, language, more)
}

func TestCheckRules(t *testing.T) {
	c := newChecker(t)
	list, err := c.Check(ctx, "acme", packed(t, map[string]string{
		"mine-main/a/eval.yaml":      "rules:\n" + oneRule("eval", "python", "pattern: eval($X)\n  metadata: {cwe: 'CWE-95: eval', confidence: HIGH}"),
		"mine-main/a/eval.py":        "eval(x)\n",
		"mine-main/a/eval.test.yaml": "rules: nonsense\n",
		"mine-main/.github/x.yaml":   "rules: nonsense\n",
		"mine-main/deploy.yml":       "kind: Pod\n",
		"mine-main/b.yml":            "rules:\n" + oneRule("flow", "js, swift", "mode: taint\n  pattern-sources: [{pattern: input()}]\n  pattern-sinks: [{pattern: run(...)}]") + oneRule("quick", "swift", "pattern: x\n  made-up: 1"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprint(r.ID, " ", r.Origin, " ", r.Status, " ", r.Mode, " ", r.Languages, " ", r.Severity, " ", r.Confidence, " ", r.Type, " ", r.CWE, " ", r.Title, " ", r.File, ":", r.Line, " ", r.Problems))
	}
	want := []string{
		"eval team active search [python] 8.1 9.0 RCE CWE-95 Eval a/eval.yaml:2 []",
		"flow team active taint [javascript swift] 8.1 5.0 CODE_QUALITY CWE-710 Flow b.yml:2 [b.yml:2:3: the language swift is not supported]",
		`quick team unusable search [swift] 8.1 5.0 CODE_QUALITY CWE-710 Quick b.yml:9 [b.yml:9:3: the language swift is not supported b.yml:14:3: "made-up" is not known and not heeded]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCheckRulesRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	c := newChecker(t, vigil.Rule{ID: "policy"})
	good := oneRule("good", "python", "pattern: f($X)")
	many := new(strings.Builder)
	many.WriteString("rules:\n")
	for i := range maxRules + 1 {
		fmt.Fprintf(many, "- {id: r%d, languages: [regex], severity: INFO, message: m, pattern-regex: x%d}\n", i, i)
	}
	filling := "#" + incompressible(1<<20) + strings.Repeat(" ", 4<<20-1<<20-1)
	bomb := new(strings.Builder)
	bomb.WriteString("a0: &a0 [x, x]\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(bomb, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	bomb.WriteString("rules:\n" + oneRule("bomb", "python", "pattern: x\n  metadata: {x: *a59}"))
	for name, x := range map[string]struct {
		bundle vigil.RuleBundle
		code   string
		says   []string
	}{
		"a pattern that is none": {packed(t, map[string]string{"x/p.yaml": "rules:\n" + good + oneRule("bad", "python", "pattern: 'f(('"), "y.yaml": "rules:\n" + oneRule("worse", "klingon", "pattern: x")}), "rules_invalid",
			[]string{"x/p.yaml:11:12: bad: not a valid python pattern", `y.yaml:3:15: worse: the language "klingon" is not known`}},
		"a regular expression that is none": {plain("rules:\n" + oneRule("re", "regex", "pattern-regex: '(a'")), "rules_invalid", []string{"rules.yaml:6:18: re: pattern-regex: regular expression: error parsing regexp: missing closing )"}},
		"an id twice":                       {packed(t, map[string]string{"a.yaml": "rules:\n" + good, "b.yaml": "rules:\n" + good}), "rules_invalid", []string{"b.yaml:2:3: good: another rule for python has this id, at a.yaml:2:3"}},
		"the id of the operator":            {plain("rules:\n" + oneRule("policy", "python", "pattern: x")), "rules_invalid", []string{"rules.yaml:2:1: policy: the operator"}},
		"what is not supported":             {plain("rules:\n" + oneRule("j", "python", "mode: join")), "rules_invalid", []string{"rules.yaml:6:9: j: mode join is not supported"}},
		"not YAML":                          {plain("rules: [\n"), "rules_invalid", []string{"rules.yaml:", "not YAML"}},
		"not text":                          {plain("\x00\x01\xff"), "rules_invalid", []string{"rules.yaml:"}},
		"nothing":                           {plain(""), "rules_invalid", []string{"empty"}},
		"no rules":                          {plain("rules: []\n"), "rules_invalid", []string{"The bundle has no rules"}},
		"an archive without rules":          {packed(t, map[string]string{"a.py": "x", "k.yaml": "kind: Pod"}), "rules_invalid", []string{"The bundle has no rules"}},
		"an archive of nothing":             {packed(t, nil), "rules_invalid", []string{"no files"}},
		"no archive":                        {vigil.RuleBundle{MediaType: vigil.ZipBundle, Content: []byte("PK")}, "archive_damaged", nil},
		"a path that leads out":             {packed(t, map[string]string{"../a.yaml": good}), "archive_refused", []string{"leads out"}},
		"a file that is too large":          {packed(t, map[string]string{"a.yaml": "rules:\n#" + incompressible(6<<20)}), "rules_invalid", []string{"a.yaml:1:1: larger than 5 MiB"}},
		"files that are too large":          {packed(t, map[string]string{"a.yaml": "rules:\n" + filling, "b.yaml": "rules:\n" + filling, "c.yaml": "rules:\n" + filling, "d.yaml": "rules:\n" + filling}), "rules_invalid", []string{"16 MiB together"}},
		"too many":                          {plain(many.String()), "rules_invalid", []string{"more rules than the limit of 5000"}},
		"aliases of aliases":                {plain(bomb.String()), "rules_invalid", []string{"rules.yaml:"}},
		"nested too deeply":                 {plain("rules: " + strings.Repeat("[", 1<<20)), "rules_invalid", nil},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := c.Check(ctx, "acme", x.bundle)
			e, ok := errors.AsType[*vigil.Error](err)
			if !ok || e.Code != x.code || e.Param != "rules" || list != nil {
				t.Fatalf("%d rules, %v", len(list), err)
			}
			for _, says := range x.says {
				if !strings.Contains(e.Message, says) {
					t.Errorf("%q is not in %q", says, e.Message)
				}
			}
			if len(e.Message) > 20_000 {
				t.Errorf("a message of %d bytes", len(e.Message))
			}
		})
	}
}

func incompressible(n int) string {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = 'a' + byte(x>>24)%26
	}
	return string(b)
}

// TestCheckRulesIsBounded checks that rules which would use up all time or memory only use that
// of a process, which is then killed.
func TestCheckRulesIsBounded(t *testing.T) {
	c := newChecker(t)
	deep := plain("rules:\n" + oneRule("r", "python", "pattern: '"+strings.Repeat("f(", 400_000)+"'"))
	for says, config := range map[string]sandbox.Config{"takes too long": {Wall: 50 * time.Millisecond}, "too much memory": {Memory: 64 << 20}} {
		config.BestEffort = sandbox.Supported() != nil
		c.sandbox = sandbox.New(config)
		if _, err := c.Check(ctx, "acme", deep); vigil.KindOf(err) != vigil.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("want %q, got %v", says, err)
		}
	}
}

// TestCheckRulesWaits checks the limit of concurrent checks.
func TestCheckRulesWaits(t *testing.T) {
	c := newChecker(t)
	for range checksAtOnce {
		c.slots <- struct{}{}
	}
	soon, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if _, err := c.Check(soon, "acme", plain("rules: []")); vigil.KindOf(err) != vigil.Unavailable {
		t.Error(err)
	}
}

// TestTeamsCheckRulesInTurn has one team send many bundles: it gets one slot, one more bundle
// may wait, and another team gets its slot at once.
func TestTeamsCheckRulesInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewChecker(true, "", nil)
		enter := func(team vigil.TeamID) <-chan func() {
			in := make(chan func())
			go func() {
				leave, err := c.enter(ctx, team)
				if err != nil {
					t.Error(err)
				}
				in <- leave
			}()
			return in
		}
		there := func(team vigil.TeamID) int {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.teams[team] == nil {
				return 0
			}
			return c.teams[team].there
		}
		first := <-enter("loud")
		second := enter("loud")
		synctest.Wait() // it is in the queue
		for range 100 {
			if _, err := c.enter(ctx, "loud"); vigil.KindOf(err) != vigil.RateLimited {
				t.Fatalf("one more of the same team: %v", err)
			}
		}
		other := <-enter("quiet") // the second slot is free for it, though others wait
		select {
		case <-second:
			t.Error("a team has two slots")
		default:
		}

		// A caller that gives up leaves no trace.
		soon, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := c.enter(soon, "third"); vigil.KindOf(err) != vigil.Unavailable || there("third") != 0 {
			t.Errorf("%v, %d are there", err, there("third"))
		}
		first()
		(<-second)()
		other()
		if len(c.slots) != 0 || len(c.teams) != 0 {
			t.Errorf("%d slots and %d teams are left", len(c.slots), len(c.teams))
		}
	})
}
