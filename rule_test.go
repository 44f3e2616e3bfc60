package vigil_test

import (
	"slices"
	"testing"

	"vigil"
)

func TestRulesOf(t *testing.T) {
	server := []vigil.Rule{
		{ID: "b", Origin: vigil.BuiltInRule, Status: vigil.ActiveRule}, {ID: "a", Origin: vigil.BuiltInRule, Status: vigil.ActiveRule},
		{ID: "a-b", Origin: vigil.BuiltInRule, Status: vigil.ActiveRule}, {ID: "c", Origin: vigil.OperatorRule, Status: vigil.ActiveRule},
	}
	own := vigil.RuleBundle{Rules: []vigil.Rule{
		{ID: "b", Origin: vigil.TeamRule, Status: vigil.ActiveRule, Line: 10}, {ID: "c", Origin: vigil.TeamRule, Status: vigil.ActiveRule},
		{ID: "b", Origin: vigil.TeamRule, Status: vigil.UnusableRule, Line: 9},
	}}
	show := func(rules []vigil.Rule) (out []string) {
		for _, r := range rules {
			out = append(out, r.ID+" "+string(r.Origin)+" "+string(r.Status))
		}
		return out
	}
	want := []string{"a built_in active", "a-b built_in active", "b built_in replaced", "b team unusable", "b team active", "c operator active", "c team replaced"}
	if got := show(vigil.RulesOf(server, own)); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	own.ReplacesBuiltIn = true
	want[0], want[1] = "a built_in replaced", "a-b built_in replaced"
	if got := show(vigil.RulesOf(server, own)); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if server[0].Status != vigil.ActiveRule {
		t.Error("the rules that were given are changed")
	}
}
