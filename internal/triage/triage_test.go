package triage

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// TestJobsAreCarriedOutOnce has several servers process the jobs of two teams, one of which a
// lost server left unfinished.
func TestJobsAreCarriedOutOnce(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		const each = 350
		verbs := new(service.Service)
		var teams []vigil.Team
		var jobs []vigil.TriageJob
		var found [][]vigil.Vulnerability
		for _, name := range []string{"acme", "other"} {
			team := storetest.Team(t, s, name)
			scan := storetest.Scan(t, s, team.ID, storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api"), nil)
			vs := storetest.Vulnerabilities(scan, each, nil)
			storetest.Record(t, s, team.ID, scan, vs)
			var ids []vigil.ID
			for _, v := range vs {
				ids = append(ids, v.ID, v.ID)
			}
			storetest.Write(t, s, func(tx *store.Tx) error {
				job, err := verbs.StartTriage(ctx, tx, vigil.Key{Team: team, Name: "jane"}, ids, "accept_risk", "r")
				jobs = append(jobs, job)
				return err
			})
			teams, found = append(teams, team), append(found, vs)
		}
		waiting, err := s.ListWaitingTriage(ctx, 10)
		if err != nil || len(waiting) != 2 || waiting[0].ID != jobs[0].ID || waiting[0].Team != teams[0].ID {
			t.Fatalf("%+v, %v", waiting, err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error { return verbs.ContinueTriage(ctx, tx, waiting[0]) })

		var servers sync.WaitGroup
		for range 3 {
			servers.Go(func() {
				if err := (&Runner{Store: s, Service: verbs, Log: slog.New(slog.DiscardHandler)}).runOnce(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		for i, team := range teams {
			job, err := s.GetTriageJob(ctx, team.ID, jobs[i].ID)
			if err != nil || job.Status() != "completed" || job.Total != each || job.Done != each {
				t.Errorf("%+v, %v", job, err)
			}
			if n, err := s.CountEvents(ctx, team.ID, store.EventFilter{Types: []vigil.EventType{vigil.EventVulnerabilityStatusChanged}}); n != each || err != nil {
				t.Errorf("%d events, want %d: %v", n, each, err)
			}
			for _, v := range found[i] {
				got, err := s.GetVulnerability(ctx, team.ID, v.ID)
				if err != nil || got.Status != vigil.AcceptedRisk {
					t.Fatalf("%+v, %v", got, err)
				}
			}
			history, err := s.ListChanges(ctx, team.ID, found[i][each-1].ID, vigil.Page{Limit: 9, Sort: "created_at"})
			if err != nil || len(history.Items) != 1 || history.Items[0].Actor != "jane" || history.Items[0].Reason != "r" {
				t.Errorf("%+v, %v", history.Items, err)
			}
		}
		if wrong, err := s.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Error(wrong, err)
		}

		// Finished jobs are deleted after a while.
		r := &Runner{Store: s, Service: verbs, Log: slog.New(slog.DiscardHandler)}
		if err := r.forget(ctx, vigil.Now()); err != nil {
			t.Error(err)
		}
		if _, err := s.GetTriageJob(ctx, teams[0].ID, jobs[0].ID); err != nil {
			t.Error(err)
		}
		if err := r.forget(ctx, vigil.Now().Add(keep+time.Second)); err != nil {
			t.Error(err)
		}
		if _, err := s.GetTriageJob(ctx, teams[0].ID, jobs[0].ID); vigil.KindOf(err) != vigil.NotFound {
			t.Error(err)
		}
	})
}
