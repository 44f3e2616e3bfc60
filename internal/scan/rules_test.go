package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/engine/rules"
	"vigil/internal/examine"
	"vigil/internal/racetest"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
	"vigil/internal/service"
	"vigil/internal/source/sourcetest"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestTeamRules follows the findings of a team's own rules while the team changes them.
func TestTeamRules(t *testing.T) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	// The language regex needs no grammar, which would take seconds to compile.
	rule := func(id, regex string) string {
		return fmt.Sprintf("- id: %s\n  languages: [regex]\n  severity: ERROR\n  message: m\n  pattern-regex: %s\n", id, regex)
	}
	plain := func(text string) vigil.RuleBundle {
		return vigil.RuleBundle{MediaType: vigil.YAMLBundle, Content: []byte(text)}
	}
	forEachMirror(t, func(t *testing.T, m *mirror) {
		examiner := &examine.Examiner{
			Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: []byte("k"), Only: []string{"code"},
			Rules: rulebundle.Set{
				Own:      rules.Bundle{{Path: "built-in.yaml", Text: []byte("rules:\n" + rule("general", "gen") + rule("shared", "sha"))}},
				Operator: rules.Bundle{{Path: "operator.yaml", Text: []byte("rules:\n" + rule("policy", "pol"))}},
			},
		}
		m.runner.Examine = examiner.Examine
		bring := func(b vigil.RuleBundle) (out vigil.RuleBundle) {
			t.Helper()
			storetest.Write(t, m.store, func(tx *store.Tx) (err error) {
				out, _, err = new(service.Service).ReplaceRules(ctx, tx, m.team.ID, b)
				return err
			})
			return out
		}
		rulesOf := func() (out []string) {
			t.Helper()
			l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range l.Items {
				e, err := m.store.GetEvidence(ctx, m.team.ID, v.ID)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, e.Rule+":"+string(v.Status))
			}
			slices.Sort(out)
			return out
		}
		want := func(when string, want ...string) {
			t.Helper()
			_, _, c := m.scan(service.NewScan{})
			if got := rulesOf(); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", when, got, want)
			}
			own, err := m.store.GetRuleBundle(ctx, m.team.ID)
			switch {
			case vigil.KindOf(err) == vigil.NotFound:
				if c.TeamRules != nil {
					t.Errorf("%s: coverage has %+v", when, c.TeamRules)
				}
			case err != nil || c.TeamRules == nil || c.TeamRules.SHA256 != own.SHA256 || c.TeamRules.ReplacesBuiltIn != own.ReplacesBuiltIn:
				t.Errorf("%s: coverage has %+v, %v", when, c.TeamRules, err)
			}
		}
		m.commit(map[string]string{"a.txt": "gen sha pol one two\n"})
		want("before", "general:open", "policy:open", "shared:open")
		both := vigil.RuleBundle{MediaType: vigil.ZipBundle, Content: sourcetest.Archive(t, map[string]string{"x/one.yaml": "rules:\n" + rule("one", "one"), "x/two.yaml": "rules:\n" + rule("two", "two")})}
		bring(both)
		want("added", "general:open", "one:open", "policy:open", "shared:open", "two:open")

		// A rule that is gone cannot tell whether its findings are.
		bring(plain("rules:\n" + rule("two", "two")))
		want("one removed", "general:open", "one:open", "policy:open", "shared:open", "two:open")
		m.commit(map[string]string{"a.txt": "gen sha pol one\n"})
		want("two no longer there", "general:open", "one:open", "policy:open", "shared:open", "two:fixed")
		m.commit(map[string]string{"a.txt": "gen sha pol\n"})
		want("one no longer there, and not looked for", "general:open", "one:open", "policy:open", "shared:open", "two:fixed")
		bring(both)
		want("one looked for again", "general:open", "one:fixed", "policy:open", "shared:open", "two:fixed")

		// Without the built-in rules, their findings stay as they are; the operator's rules still apply.
		alone := both
		alone.ReplacesBuiltIn = true
		bring(alone)
		m.commit(map[string]string{"a.txt": "empty\n"})
		want("alone", "general:open", "one:fixed", "policy:fixed", "shared:open", "two:fixed")

		// The id of a built-in rule with another pattern: the team's rule replaces it.
		m.commit(map[string]string{"a.txt": "sha mine\n"})
		bring(plain("rules:\n" + rule("shared", "mine")))
		want("another version", "general:fixed", "one:fixed", "policy:fixed", "shared:fixed", "shared:open", "two:fixed")

		// A bundle that bypassed the check and is invalid shows up in the coverage.
		bring(plain("rules:\n" + rule("broken", "'('")))
		_, _, c := m.scan(service.NewScan{})
		if skipped := c.Detectors[0].Skipped; len(skipped.Data) != 1 || *skipped.Data[0].Rule != "broken" || !strings.Contains(skipped.Data[0].Reason, "rules.yaml:6") {
			t.Errorf("%+v", skipped)
		}
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).DeleteRules(ctx, tx, m.team.ID)
			return err
		})
		want("deleted", "general:fixed", "one:fixed", "policy:fixed", "shared:fixed", "shared:open", "two:fixed")
	})
}
