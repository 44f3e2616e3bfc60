package store_test

import (
	"fmt"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestModelCalls begins calls as scans that share budgets and answers do.
func TestModelCalls(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, others := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		first, second := storetest.Scan(t, s, team, repository, nil), storetest.Scan(t, s, team, repository, nil)
		call := func(scan vigil.Scan, task string) vigil.ModelCall {
			return vigil.ModelCall{Team: team, Scan: scan.ID, Repository: repository.ID, Model: "haiku", Name: "small", Task: task,
				Reserve: 40, PerScan: 100, PerMonth: 150, At: vigil.Now(), GiveUp: time.Hour}
		}
		begin := func(c vigil.ModelCall, want vigil.CallState, wantAnswer string) {
			t.Helper()
			if state, answer, err := s.BeginCall(ctx, c); err != nil || state != want || answer != wantAnswer {
				t.Errorf("%d, %q, %v, want %d, %q", state, answer, err, want, wantAnswer)
			}
		}
		spent := func(want vigil.Money) {
			t.Helper()
			if got, err := s.GetModelSpending(ctx, team, vigil.Now()); err != nil || got != want {
				t.Errorf("%d were spent, want %d, %v", got, want, err)
			}
		}
		begin(call(first, "a"), vigil.CallReserved, "")
		begin(call(first, "a"), vigil.CallInterrupted, "")
		begin(call(second, "a"), vigil.CallInProgress, "")
		if err := s.SettleCall(ctx, call(first, "a"), "said", vigil.ModelUsage{InputTokens: 7, OutputTokens: 3, Cost: 10}); err != nil {
			t.Fatal(err)
		}
		begin(call(second, "a"), vigil.CallAnswered, "said")
		spent(10)
		begin(call(first, "b"), vigil.CallReserved, "")
		begin(call(first, "c"), vigil.CallReserved, "")
		begin(call(first, "d"), vigil.CallOverScan, "") // 10 + 40 + 40 of 100
		begin(call(second, "d"), vigil.CallReserved, "")
		begin(call(second, "e"), vigil.CallOverMonth, "") // 10 + 3 × 40 of 150
		spent(130)
		if err := s.ReleaseCall(ctx, call(first, "b")); err != nil {
			t.Fatal(err)
		}
		spent(90)
		begin(call(second, "e"), vigil.CallReserved, "") // what was over a budget left nothing behind
		late := call(second, "c")
		late.At = late.At.Add(2 * time.Hour)
		late.PerScan, late.PerMonth = 1000, 1000
		begin(late, vigil.CallReserved, "") // the first scan never saw an answer
		usage, err := s.ListModelUsage(ctx, team, first.ID)
		if err != nil || len(usage) != 1 || usage[0] != (vigil.ModelUsage{Model: "haiku", Name: "small", Calls: 2, InputTokens: 7, OutputTokens: 3, Cost: 50}) {
			t.Errorf("%+v, %v", usage, err)
		}
		if usage, err := s.ListModelUsage(ctx, others, first.ID); err != nil || len(usage) > 0 {
			t.Errorf("another team sees %+v, %v", usage, err)
		}
		theirs := call(first, "a")
		theirs.Team = others
		begin(theirs, vigil.CallReserved, "") // no team gets answers about the code of another
	})
}

// TestOldModelAnswers deletes answers by age, in batches, and nothing of what they cost.
func TestOldModelAnswers(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		scan := storetest.Scan(t, s, team, repository, nil)
		now := vigil.Now()
		begin := func(task string, at time.Time) vigil.CallState {
			t.Helper()
			state, _, err := s.BeginCall(ctx, vigil.ModelCall{Team: team, Scan: scan.ID, Repository: repository.ID, Model: "haiku", Name: "small", Task: task,
				Reserve: 1, PerScan: 10_000, PerMonth: 10_000, At: at, GiveUp: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			return state
		}
		for i := range 600 {
			begin(fmt.Sprint("old", i), now.Add(-time.Minute))
		}
		begin("new", now)
		total := int64(0)
		for {
			n, err := s.DeleteOldModelAnswers(ctx, now)
			if err != nil {
				t.Fatal(err)
			}
			if total += n; n == 0 {
				break
			}
		}
		if state := begin("new", now); total != 600 || state != vigil.CallInterrupted {
			t.Errorf("%d deleted, the new one is %d", total, state)
		}
		if state := begin("old0", now); state != vigil.CallReserved {
			t.Errorf("the old one is %d", state)
		}
		earlier, err := s.GetModelSpending(ctx, team, now.Add(-time.Minute))
		usage, err2 := s.ListModelUsage(ctx, team, scan.ID)
		if err != nil || err2 != nil || earlier < 600 || len(usage) != 1 || usage[0].Calls != 602 {
			t.Errorf("%d spent, %+v, %v, %v", earlier, usage, err, err2)
		}
	})
}

// TestOpinions keeps the last opinion on a vulnerability, for its team.
func TestOpinions(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, others := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		scan := storetest.Scan(t, s, team, storetest.Repository(t, s, team, vigil.GitHub, "acme/api"), nil)
		vs := storetest.Vulnerabilities(scan, 2, nil)
		storetest.Record(t, s, team, scan, vs)
		want := vigil.Opinion{Model: "opus", Name: "large", Verdict: vigil.Unlikely, Confidence: 8, Why: "w", Title: "t", Description: "d", Exploit: "e", Remediation: "r", CreatedAt: vigil.Now()}
		for _, why := range []string{"earlier", want.Why} {
			o := want
			o.Why = why
			storetest.Write(t, s, func(tx *store.Tx) error {
				return tx.UpsertOpinions(ctx, []store.VulnerabilityOpinion{{VulnerabilityID: vs[0].ID, Opinion: o}})
			})
		}
		if got, err := s.GetOpinion(ctx, team, vs[0].ID); err != nil || got == nil || *got != want {
			t.Errorf("%+v, %v", got, err)
		}
		for team, id := range map[vigil.TeamID]vigil.ID{team: vs[1].ID, others: vs[0].ID} {
			if got, err := s.GetOpinion(ctx, team, id); err != nil || got != nil {
				t.Errorf("%+v, %v", got, err)
			}
		}
	})
}
