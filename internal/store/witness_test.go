package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// insertWitnesses stores witnesses of a repository with the numbers from first to last, a second
// apart from each other.
func insertWitnesses(t *testing.T, s *store.Store, team vigil.TeamID, repository vigil.ID, first, last int, state func(i int) vigil.WitnessState) (out []vigil.Witness) {
	t.Helper()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	storetest.Write(t, s, func(tx *store.Tx) error {
		for i := first; i <= last; i++ {
			p := vigil.Proposal{CWE: "CWE-639", File: "a.py", Line: i + 1, Witness: fmt.Sprint(i)}
			w := vigil.Witness{ID: vigil.NewID(), RepositoryID: repository, Hash: p.Hash(), State: state(i), Proposal: p, Rule: "rule", CreatedAt: start.Add(time.Duration(i) * time.Second)}
			if inserted, err := tx.InsertWitness(ctx, team, w); err != nil || !inserted {
				return fmt.Errorf("%v, %w", inserted, err)
			}
			out = append(out, w)
		}
		return nil
	})
	return out
}

// TestWitnessesAreFoundByIndexes checks the query plans of what scans, triage, and lists ask: of a
// table with the witnesses of all teams, they read those of one repository at most.
func TestWitnessesAreFoundByIndexes(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		team := storetest.Team(t, s, "acme").ID
		repository, other := storetest.Repository(t, s, team, vigil.GitHub, "acme/api").ID, storetest.Repository(t, s, team, vigil.GitHub, "acme/web").ID
		states := func(i int) vigil.WitnessState { return vigil.WitnessStates[i%len(vigil.WitnessStates)] }
		w := insertWitnesses(t, s, team, repository, 1, vigil.MaxWitnesses, states)[0]
		insertWitnesses(t, s, team, other, 1, vigil.MaxWitnesses, states)

		check := func(what string, made []store.Statement) {
			t.Helper()
			made = slices.DeleteFunc(made, func(s store.Statement) bool { return !strings.Contains(s.SQL, "witnesses") })
			if len(made) == 0 {
				t.Errorf("%s: no query was seen", what)
			}
			for _, m := range made {
				plan := checkPlan(t, s, c, what, m.SQL, m.Args)
				found := false
				for _, key := range []string{"repository_id=?", "(id=?", "Index Cond: (repository_id", "Index Cond: ((repository_id", "Index Cond: (id ="} {
					found = found || strings.Contains(plan, key)
				}
				if !found {
					t.Errorf("%s: not found by repository or ID:\n%s\n%s", what, m.SQL, plan)
				}
			}
		}
		store.SetListTime(t, time.Minute)
		for _, desc := range []bool{false, true} {
			for _, after := range []*vigil.Position{nil, {Number: w.CreatedAt.UnixMicro(), ID: w.ID}} {
				for _, filter := range [][]vigil.WitnessState{nil, {vigil.WitnessProven}, vigil.WitnessStates} {
					check(fmt.Sprintf("list of %v", filter), store.Record(s, func(s *store.Store) {
						if _, err := s.ListWitnesses(ctx, team, repository, filter, vigil.Page{Limit: 25, Sort: "created_at", Desc: desc, After: after}); err != nil {
							t.Fatal(err)
						}
					}))
				}
			}
		}
		for what, ask := range map[string]func(s *store.Store) error{
			"in use": func(s *store.Store) error { _, err := s.ListUsedWitnesses(ctx, team, repository); return err },
			"proposals": func(s *store.Store) error {
				_, err := s.ListProposals(ctx, team, repository, "main", true, 20)
				return err
			},
			"the number": func(s *store.Store) error { _, err := s.CountWitnesses(ctx, repository); return err },
			"by hash":    func(s *store.Store) error { _, err := s.GetWitnessByHash(ctx, team, repository, w.Hash); return err },
			"by rule": func(s *store.Store) error {
				_, err := s.GetWitnessByRule(ctx, team, repository, w.RuleID())
				return err
			},
			"by ID": func(s *store.Store) error { _, err := s.GetWitness(ctx, team, w.ID); return err },
		} {
			check(what, store.Record(s, func(s *store.Store) {
				if err := ask(s); err != nil {
					t.Fatal(err)
				}
			}))
		}
		var ids []vigil.ID
		for range 100 {
			ids = append(ids, vigil.NewID())
		}
		check("confirmed", store.RecordChanges(t, s, func(tx *store.Tx) error { return tx.UpdateWitnessesConfirmed(ctx, team, ids, true) }))
		check("old ones", store.RecordChanges(t, s, func(tx *store.Tx) error {
			_ = tx.DeleteOldWitnesses(ctx, repository) // a statement that returns rows is executed, or refused: there is nothing to delete
			return nil
		}))
	})
}

// TestDeleteOldWitnesses: of those that scans do not use, the newest 200 stay; the others are not
// counted, and not deleted.
func TestDeleteOldWitnesses(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository, other := storetest.Repository(t, s, team, vigil.GitHub, "acme/api").ID, storetest.Repository(t, s, team, vigil.GitHub, "acme/web").ID
		list := func(repository vigil.ID) (ids []vigil.ID) {
			t.Helper()
			l, err := s.ListWitnesses(ctx, team, repository, nil, vigil.Page{Limit: 3000, Sort: "created_at"})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range l.Items {
				ids = append(ids, w.ID)
			}
			return ids
		}
		stored := func() int64 {
			t.Helper()
			n, err := s.CountUsage(ctx, team, vigil.QuotaStoredBytes)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		// As many refused and retired ones as are kept, and as many others.
		const kept = 400
		states := []vigil.WitnessState{vigil.WitnessRefused, vigil.WitnessRetired, vigil.WitnessProven, vigil.WitnessConfirmed, vigil.WitnessProposed}
		all := insertWitnesses(t, s, team, repository, 0, len(states)*kept-1, func(i int) vigil.WitnessState { return states[i%len(states)] })
		theirs := insertWitnesses(t, s, team, other, 0, 249, func(int) vigil.WitnessState { return vigil.WitnessRefused })
		clean := func() {
			t.Helper()
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.DeleteOldWitnesses(ctx, repository) })
		}
		before := stored()
		clean()
		if n := len(list(repository)); n != len(all) || stored() != before {
			t.Fatalf("%d witnesses, %d bytes of %d", n, stored(), before)
		}
		// Three more are refused: the three oldest of those go, and nothing that was retired.
		insertWitnesses(t, s, team, repository, len(all), len(all)+2, func(int) vigil.WitnessState { return vigil.WitnessRefused })
		before = stored()
		clean()
		got := list(repository)
		var gone []int
		for i, w := range all {
			if !slices.Contains(got, w.ID) {
				gone = append(gone, i)
			}
		}
		if want := []int{0, 5, 10}; !slices.Equal(gone, want) {
			t.Errorf("deleted %v, want %v", gone, want)
		}
		if n := len(got); n != len(all) || stored() >= before {
			t.Errorf("%d witnesses, %d bytes of %d", n, stored(), before)
		}
		if n := len(list(other)); n != len(theirs) {
			t.Errorf("another repository has %d of %d", n, len(theirs))
		}
	})
}
