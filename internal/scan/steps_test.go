package scan

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// stepWorld is a world in which a, b, c, and d are known, and whose next scan is recorded
// in steps of one vulnerability each: it sees a and b again, e and f for the first time,
// and misses c and d.
func stepWorld(t *testing.T, s *store.Store, team string) *world {
	w := &world{t: t, store: s, team: storetest.Team(t, s, team)}
	w.source = Source{Branch: "main", DefaultBranch: "main", CommitSHA: strings.Repeat("a", 40), CommittedAt: vigil.Now()}
	w.runner = w.newRunner()
	w.scan("a", "b", "c", "d")
	w.runner.atOnce, w.runner.stepSize = -1, 1
	w.sees = []string{"a", "b", "e", "f"}
	return w
}

func (w *world) newRunner() *Runner {
	return &Runner{Store: w.store, Log: slog.New(slog.DiscardHandler), Fetch: w.fetchSource, Examine: w.examine}
}

const (
	staged  = 9           // seen, found, absent, and changes, two of each, and the end
	decided = staged + 1  // number of transactions until it is decided
	applied = decided + 9 // and until it is applied
	oldSet  = "a:open b:open c:open d:open"
	newSet  = "a:open b:open c:fixed d:fixed e:open f:open"
	newSaid = "repository.scan_completed repository.scan_completed scan.completed scan.completed scan.started scan.started " +
		"vulnerability.found(a open) vulnerability.found(b open) vulnerability.found(c open) vulnerability.found(d open) " +
		"vulnerability.found(e open) vulnerability.found(f open) vulnerability.status_changed(c fixed) vulnerability.status_changed(d fixed)"
)

// at calls fn after the transaction with that number.
func (w *world) at(number int, fn func()) {
	n := 0
	w.runner.onCommit = func() {
		if n++; n == number {
			fn()
		}
	}
}

// killed runs a scan until fn, called by at, does not return: like a killed process, it
// cleans nothing up.
func (w *world) killed(s vigil.Scan, after int) {
	w.at(after, runtime.Goexit)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		err := w.runner.RunNext(ctx)
		w.t.Errorf("killed after transaction %d, and still it ended: %v", after, err)
	}()
	<-ended
	w.runner.onCommit = nil
}

func (w *world) run(s vigil.Scan) {
	w.t.Helper()
	if err := w.runner.RunNext(ctx); err != nil {
		w.t.Error(err)
	}
}

// wantNew checks that the result of the scan is complete and there once.
func (w *world) wantNew(what string, s vigil.Scan) {
	w.t.Helper()
	if got := w.get(s.ID); got.Status != vigil.ScanCompleted || got.Progress != 100 || got.Found.Total() != 4 || got.Language != "Go" {
		w.t.Errorf("%s: %+v", what, got)
	}
	if got, _ := w.state(); got != newSet {
		w.t.Errorf("%s: %s", what, got)
	}
	if got := w.events(); got != newSaid {
		w.t.Errorf("%s: events %s\nwant   %s", what, got, newSaid)
	}
	if c, err := w.store.GetScanCoverage(ctx, w.team.ID, s.ID); err != nil || !strings.Contains(string(c.Coverage), "secrets") {
		w.t.Errorf("%s: coverage %s, %v", what, c.Coverage, err)
	}
}

// TestKillWhileRecording kills the worker after each transaction of a recording. Before the
// decision nothing changes and the scan is retried; after it the rest is applied without
// fetching the source again.
func TestKillWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for after := 1; after < applied; after++ {
			what := fmt.Sprintf("killed after transaction %d", after)
			w := stepWorld(t, s, what)
			scan := w.start()
			w.killed(scan, after)
			if got := w.get(scan.ID); got.Status != vigil.ScanRunning { // counts what is there, too
				t.Errorf("%s: %+v", what, got)
			}
			if got, _ := w.state(); after <= decided && got != oldSet {
				t.Errorf("%s: %s", what, got)
			}
			if after >= decided {
				w.fetch = func(context.Context) error { t.Errorf("%s: fetched again", what); return nil }
			}
			w.lose()
			w.run(scan)
			w.wantNew(what, scan)
		}
	})
}

// TestNextScanFinishesRecording: a scan of the same repository does not wait until a lost
// worker is noticed.
func TestNextScanFinishesRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for _, atOnce := range []int{-1, 500} {
			w := stepWorld(t, s, fmt.Sprint(atOnce))
			first := w.start()
			w.killed(first, decided+3)
			w.runner.atOnce = atOnce
			second := w.scan("a", "b", "e", "f")
			for _, id := range []vigil.ID{first.ID, second.ID} {
				if got := w.get(id); got.Status != vigil.ScanCompleted || got.Found.Total() != 4 {
					t.Errorf("%+v", got)
				}
			}
			if got, _ := w.state(); got != newSet {
				t.Error(got)
			}
			if got := strings.Count(w.events(), "status_changed"); got != 2 {
				t.Errorf("%d changes were told of", got)
			}
		}
	})
}

// TestStagedByLostWorker: what a worker staged before it was lost does not get in the
// way.
func TestStagedByLostWorker(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for _, atOnce := range []int{-1, 500} {
			w := stepWorld(t, s, fmt.Sprint(atOnce))
			first := w.start()
			w.killed(first, 3)
			w.lose()
			storetest.Write(t, s, func(tx *store.Tx) error { // another worker starts again
				claim, err := tx.ClaimNextScan(ctx, vigil.NewID(), vigil.Now(), vigil.Now().Add(leaseTime), 0)
				if claim == nil || claim.Scan != first.ID {
					t.Errorf("claimed %+v", claim)
				}
				return err
			})
			w.runner.atOnce = atOnce
			second := w.scan("a", "b", "e", "f")
			w.lose()
			w.runner.atOnce = -1
			w.run(first)
			for _, id := range []vigil.ID{first.ID, second.ID} {
				if got := w.get(id); got.Status != vigil.ScanCompleted || got.Found.Total() != 4 {
					t.Errorf("%+v", got)
				}
			}
		}
	})
}

// TestLeaseLostWhileRecording has another worker take the scan over between any two
// transactions of a recording, and finish it, before the first one continues.
func TestLeaseLostWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for _, after := range []int{1, staged, decided, decided + 4, applied - 1} {
			what := fmt.Sprintf("lost after transaction %d", after)
			w := stepWorld(t, s, what)
			scan := w.start()
			w.at(after, func() {
				w.lose()
				other := *w.runner
				other.onCommit = nil
				if err := other.RunNext(ctx); err != nil {
					t.Error(err)
				}
				w.wantNew(what, scan)
			})
			w.run(scan)
			w.wantNew(what, scan)
		}
	})
}

// TestTriageWhileRecording: triage between the transactions of a recording stands, before
// the decision and after it.
func TestTriageWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for _, after := range []int{1, staged, decided, decided + 5} {
			w := stepWorld(t, s, fmt.Sprint(after))
			_, known := w.state()
			w.at(after, func() {
				storetest.Write(t, s, func(tx *store.Tx) error {
					_, err := new(service.Service).TriageAll(ctx, tx, vigil.Key{Team: w.team, Name: "p"}, []vigil.ID{known["a"].ID, known["c"].ID}, "dismiss", "")
					return err
				})
			})
			scan := w.start()
			w.run(scan)
			if got, _ := w.state(); got != "a:false_positive b:open c:false_positive d:fixed e:open f:open" {
				t.Errorf("after transaction %d: %s", after, got)
			}
			if got := w.get(scan.ID); got.Status != vigil.ScanCompleted {
				t.Errorf("%+v", got)
			}
		}
	})
}

// TestCancelWhileRecording: before the decision nothing is recorded, after it the scan
// completes.
func TestCancelWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		for after, late := range map[int]bool{1: false, staged: false, decided: true, applied - 1: true} {
			w := stepWorld(t, s, fmt.Sprint(after))
			scan := w.start()
			w.at(after, func() {
				err := s.Write(ctx, func(tx *store.Tx) error {
					_, err := new(service.Service).CancelScan(ctx, tx, w.team.ID, scan.ID)
					return err
				})
				if late != (vigil.KindOf(err) == vigil.Conflict) {
					t.Errorf("canceled after transaction %d: %v", after, err)
				}
			})
			w.run(scan)
			if late {
				w.wantNew("canceled too late", scan)
				continue
			}
			if got := w.get(scan.ID); got.Status != vigil.ScanCanceled {
				t.Errorf("%+v", got)
			}
			if got, _ := w.state(); got != oldSet {
				t.Errorf("canceled after transaction %d: %s", after, got)
			}
		}
	})
}

// TestOthersWriteWhileRecording: small writes get in between.
func TestOthersWriteWhileRecording(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		w := stepWorld(t, s, "acme")
		var sees []string
		for i := range 40 {
			sees = append(sees, fmt.Sprint("key", i))
		}
		var wrote atomic.Int64
		done, stopped := make(chan bool), make(chan bool)
		w.at(1, func() {
			go func() {
				defer close(stopped)
				for i := 0; ; i++ {
					select {
					case <-done:
						return
					default:
					}
					storetest.Team(t, s, fmt.Sprint("team", i))
					wrote.Add(1)
				}
			}()
		})
		w.sees = sees
		scan := w.start()
		w.run(scan)
		during := wrote.Load()
		close(done)
		<-stopped
		if during < 10 { // there are 90 transactions
			t.Errorf("%d others wrote while the scan was recorded", during)
		}
	})
}
