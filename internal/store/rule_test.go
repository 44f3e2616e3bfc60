package store_test

import (
	"bytes"
	"reflect"
	"testing"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func TestRuleBundles(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		missing := func(team vigil.TeamID) {
			t.Helper()
			if _, err := s.GetRuleBundle(ctx, team); vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("bundle: %v", err)
			}
			if _, err := s.GetRuleBundleContent(ctx, team); vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("content: %v", err)
			}
		}
		missing(team)
		first := vigil.RuleBundle{
			ID: vigil.NewID(), MediaType: vigil.ZipBundle, Content: []byte{0, 1, 255}, SHA256: "ab", ReplacesBuiltIn: true, CreatedAt: vigil.Now(),
			Rules: []vigil.Rule{{
				ID: "a", Origin: vigil.TeamRule, Status: vigil.UnusableRule, Mode: "taint", Languages: []string{"python"}, CVSS: "v", Severity: 98, Confidence: 60,
				Type: "RCE", CWE: "CWE-95", Title: "T", Message: "nul \x00 and “quotes”", File: "f.yaml", Line: 3, Problems: []string{"p"},
			}},
		}
		second := first
		second.ID, second.MediaType, second.Content, second.ReplacesBuiltIn, second.Rules = vigil.NewID(), vigil.YAMLBundle, bytes.Repeat([]byte("x"), 5<<20), false, []vigil.Rule{}
		for _, want := range []vigil.RuleBundle{first, second} {
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.UpsertRuleBundle(ctx, team, want) })
			got, err := s.GetRuleBundleContent(ctx, team)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("got %.300v, %v", got, err)
			}
			got, err = s.GetRuleBundle(ctx, team)
			if want.Content = nil; err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("got %+v, %v", got, err)
			}
		}
		missing(other)
		err := s.Write(ctx, func(tx *store.Tx) error { _, err := tx.DeleteRuleBundle(ctx, other); return err })
		if vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("delete another team's: %v", err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			id, err := tx.DeleteRuleBundle(ctx, team)
			if id != second.ID {
				t.Errorf("deleted %s", id)
			}
			return err
		})
		missing(team)
	})
}
