package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// claimNext claims the next scan for a minute, or nil.
func claimNext(t *testing.T, s *store.Store, atMost int64) *store.Claim {
	t.Helper()
	return claimAt(t, s, atMost, vigil.Now())
}

func claimAt(t *testing.T, s *store.Store, atMost int64, now time.Time) (c *store.Claim) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) (err error) {
		c, err = tx.ClaimNextScan(ctx, vigil.NewID(), now, now.Add(time.Minute), atMost)
		return err
	})
	return c
}

// queue queues scans, each without a job.
func queue(t *testing.T, s *store.Store, team vigil.Team, repository vigil.Repository, n int) (scans []vigil.Scan) {
	t.Helper()
	for range n {
		scans = append(scans, storetest.Scan(t, s, team.ID, repository, nil))
	}
	return scans
}

func end(t *testing.T, s *store.Store, c *store.Claim) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) error {
		ended, err := tx.UpdateLeasedScanEnded(ctx, c.Lease, vigil.ScanCompleted, vigil.Now())
		if err == nil && !ended {
			t.Error("the lease was lost")
		}
		return err
	})
}

// TestTurns has one team queue many scans and others a few: the one with the fewest running is
// next, then the one that waited longest.
func TestTurns(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		names := map[vigil.ID]string{}
		team := func(name string) vigil.Team { return storetest.Team(t, s, name) }
		repository := func(team vigil.Team, name string) vigil.Repository {
			return storetest.Repository(t, s, team.ID, vigil.GitHub, team.Name+"/"+name)
		}
		add := func(team vigil.Team, r vigil.Repository, n int) {
			for i, scan := range queue(t, s, team, r, n) {
				names[scan.ID] = fmt.Sprintf("%s%d", r.FullName, i)
			}
		}
		greedy, modest := team("greedy"), team("modest")
		many, few := repository(greedy, "many"), repository(greedy, "few")
		add(greedy, many, 20)
		var order []string
		clock := vigil.Now()
		serve := func(atMost int64) *store.Claim {
			t.Helper()
			clock = clock.Add(-time.Millisecond) // as if it were set back all the time
			c := claimAt(t, s, atMost, clock)
			if c == nil {
				order = append(order, "nobody")
				return nil
			}
			order = append(order, names[c.Scan])
			return c
		}
		first, second := serve(0), serve(0)
		add(modest, repository(modest, "single"), 1)
		add(greedy, few, 2)
		end(t, s, first)
		serve(0) // of the team that waits with nothing running
		end(t, s, second)
		third := serve(0) // greedy has none running now, and a repository that had no turn
		serve(0)          // nothing of many runs, and one of few
		serve(0)          // one of each runs: few had its turn before
		end(t, s, third)
		serve(3)
		serve(3)
		want := "greedy/many0 greedy/many1 modest/single0 greedy/few0 greedy/many2 greedy/few1 greedy/many3 nobody"
		if got := strings.Join(order, " "); got != want {
			t.Errorf("served %s\nwant   %s", got, want)
		}
	})
}

// TestLostScansComeFirst: a scan whose worker was lost has already had its turn.
func TestLostScansComeFirst(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		acme := storetest.Team(t, s, "acme")
		r := storetest.Repository(t, s, acme.ID, vigil.GitHub, "acme/api")
		queue(t, s, acme, r, 2)
		lost := claimNext(t, s, 0)
		lose(t, s, lost)
		again := claimNext(t, s, 0)
		if again == nil || again.Scan != lost.Scan || !again.Again || again.Attempts != 2 {
			t.Fatalf("%+v, want %+v again", again, lost)
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			if held, err := tx.RenewLease(ctx, lost.Lease, vigil.Now().Add(time.Minute)); held || err != nil {
				t.Errorf("the worker that was lost holds its lease: %v, %v", held, err)
			}
			return tx.ReleaseScan(ctx, lost.Lease, vigil.Now()) // and can release nothing
		})
		if next := claimNext(t, s, 0); next == nil || next.Scan == lost.Scan || next.Again || next.Attempts != 1 {
			t.Errorf("%+v", next)
		}
		if next := claimNext(t, s, 0); next != nil {
			t.Errorf("%+v, though nothing is left", next)
		}
	})
}

// TestScanThatIsLostAgainWaits: others get through before it kills the next worker.
func TestScanThatIsLostAgainWaits(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		acme := storetest.Team(t, s, "acme")
		r := storetest.Repository(t, s, acme.ID, vigil.GitHub, "acme/api")
		queue(t, s, acme, r, 1)
		now := vigil.Now()
		for attempt, wait := range []time.Duration{0, 0, 0, 10 * time.Second, 20 * time.Second, 30 * time.Second, 30 * time.Second} {
			if wait > 0 {
				early := now.Add(wait - time.Second)
				if n, err := s.EnqueueMissing(ctx, early, 0); n != 0 || err != nil {
					t.Errorf("%d jobs for attempt %d, %v", n, attempt+1, err)
				}
				if c := claimAt(t, s, 0, early); c != nil {
					t.Fatalf("attempt %d comes too early", c.Attempts)
				}
			}
			now = now.Add(wait + time.Second)
			c := claimAt(t, s, 0, now)
			if c == nil || c.Attempts != attempt+1 {
				t.Fatalf("%+v, want attempt %d", c, attempt+1)
			}
			now = now.Add(time.Minute) // the lease ends
		}
	})
}

// TestEveryLostScanGetsAJob creates each state that a kill can leave between a scan and
// its job.
func TestEveryLostScanGetsAJob(t *testing.T) {
	const running = `UPDATE river_job SET state = 'running', attempt = 1`
	cases := map[string]struct {
		arrange func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository)
		atMost  int64
		want    int
	}{
		"queued, its job waits": {want: 0, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
		}},
		"queued, its job was fetched by a server that was killed": {want: 1, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
			store.Exec(t, s, running)
		}},
		"queued, without a job": {want: 3, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 3)
		}},
		"queued, its job is tried again in hours": {want: 1, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
			store.Exec(t, s, `UPDATE river_job SET state = 'retryable'`)
		}},
		"running, its worker renews the lease": {want: 0, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
			store.Exec(t, s, running)
			claimNext(t, s, 0)
		}},
		"running, its worker was killed": {want: 1, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
			store.Exec(t, s, running)
			lose(t, s, claimNext(t, s, 0))
		}},
		"ended, its job remains": {want: 0, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 1)
			enqueue(t, s)
			end(t, s, claimNext(t, s, 0))
		}},
		"a job of no scan": {want: 0, arrange: func(t *testing.T, s *store.Store, _ vigil.Team, _ vigil.Repository) { enqueue(t, s) }},
		"queued, the team is at its limit": {want: 0, atMost: 1, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 5)
			claimNext(t, s, 1)
		}},
		"queued, the team is below its limit": {want: 2, atMost: 3, arrange: func(t *testing.T, s *store.Store, team vigil.Team, r vigil.Repository) {
			queue(t, s, team, r, 5)
			claimNext(t, s, 3)
		}},
	}
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme")
		repository := storetest.Repository(t, s, team.ID, vigil.GitHub, "acme/api")
		for name, c := range cases {
			store.Exec(t, s, `DELETE FROM river_job`)
			store.Exec(t, s, `UPDATE scans SET status = 'canceled'`)
			c.arrange(t, s, team, repository)
			for _, want := range []int{c.want, 0} { // the second time nothing is missing
				if n, err := s.EnqueueMissing(ctx, vigil.Now(), c.atMost); n != want || err != nil {
					t.Errorf("%s: %d jobs made, %v; want %d", name, n, err, want)
				}
			}
		}
	})
}

func enqueue(t *testing.T, s *store.Store) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) error { return tx.Enqueue(ctx, store.ScanJob{}) })
}

// lose expires a lease, as if its worker had been killed.
func lose(t *testing.T, s *store.Store, c *store.Claim) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) error {
		_, err := tx.RenewLease(ctx, c.Lease, vigil.Now().Add(-time.Second))
		return err
	})
}
