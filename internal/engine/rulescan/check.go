package rulescan

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Check reads the rules of a bundle and compiles them in all their languages. It returns
// the rules that could be read, and all problems, in order.
func Check(ctx context.Context, e *syntax.Engine, b rules.Bundle) ([]*rules.Rule, []rules.Problem, error) {
	list, problems := b.Rules()
	problems = append(problems, twice(list)...)
	set := NewSet(e, list, time.Time{})
	if err := set.Compile(ctx, Languages(list)); err != nil {
		return nil, nil, err
	}
	problems = append(problems, set.Failed()...)
	slices.SortStableFunc(problems, func(a, b rules.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list, problems, nil
}

// twice finds rules that share both id and language: their findings could not be told
// apart. One id in two languages may well be two rules.
func twice(list []*rules.Rule) (problems []rules.Problem) {
	type key struct{ id, language string }
	first := map[key]*rules.Rule{}
	for _, r := range list {
		for _, l := range r.Languages {
			if before, there := first[key{r.ID, l}]; there {
				problems = append(problems, rules.Problem{Place: r.Place, Rule: r.ID, Message: fmt.Sprintf("another rule for %s has this id, at %s", l, before.Place)})
				break
			}
			first[key{r.ID, l}] = r
		}
	}
	return problems
}

// Languages returns the languages of rules, sorted.
func Languages(list []*rules.Rule) (out []string) {
	for _, r := range list {
		out = append(out, r.Languages...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Usable reports whether code in any language of a rule can be examined.
func Usable(r *rules.Rule) bool {
	return slices.ContainsFunc(r.Languages, func(l string) bool { return rules.Grammar(l, "") == "" }) || len(GrammarsOf(r.Languages)) > 0
}

// Describe returns what all findings of a rule have in common. The metavariables in its
// message are not interpolated.
func Describe(r *rules.Rule) engine.Finding {
	d := detailsOf(r)
	return engine.Finding{
		Rule: r.ID, Type: d.Type, CWE: d.CWE, CVSS: d.CVSS, Confidence: d.Confidence,
		Title: d.Title, Description: clip(cmp.Or(r.Message, d.Title), messageMost), Remediation: d.Remediation, References: d.References,
	}
}

// detailsOf returns what all findings of a rule share.
func detailsOf(r *rules.Rule) rules.Details {
	d := r.Details()
	d.Type = cmp.Or(d.Type, engine.TypeOf(d.CWE))
	return d
}
