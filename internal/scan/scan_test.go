package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/examine"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// world is a repository whose source and findings the test controls.
type world struct {
	t      *testing.T
	store  *store.Store
	team   vigil.Team
	runner *Runner
	source Source
	sees   []string // names of the findings
	skips  []engine.Skip
	trace  []engine.Step // of each finding
	about  string        // at the end of each title
	order  source.Order  // of all commits in which something was seen
	fetch  func(context.Context) error
	routes bool // the tree has some
}

// forEachWorld runs fn on each kind of database, with results recorded in one transaction,
// and on SQLite also in steps. What is special about steps on PostgreSQL has tests of its
// own.
func forEachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) { fn(t, newWorld(t, s)) })
	t.Run("in_steps", func(t *testing.T) {
		w := newWorld(t, storetest.Open(t, storetest.SQLite(t)))
		w.runner.atOnce = -1
		fn(t, w)
	})
}

func newWorld(t *testing.T, s *store.Store) *world {
	w := &world{t: t, store: s, team: storetest.Team(t, s, "acme")}
	w.source = Source{Branch: "main", DefaultBranch: "main", CommitSHA: strings.Repeat("a", 40), CommittedAt: vigil.Now()}
	w.runner = &Runner{Store: s, Log: slog.New(slog.DiscardHandler), Fetch: w.fetchSource, Examine: w.examine}
	return w
}

func (w *world) fetchSource(ctx context.Context, _ store.ScanInProgress, past func(string) (Past, error), _ string, out *engine.SnapshotWriter) (Source, error) {
	p, err := past(w.source.Branch)
	if err != nil {
		return Source{}, err
	}
	src := w.source
	src.Order = map[string]source.Order{}
	for _, c := range p.SeenIn {
		src.Order[c.SHA] = w.order
	}
	if w.fetch != nil {
		if err := w.fetch(ctx); err != nil {
			return Source{}, err
		}
	}
	return src, out.Add("a.txt", 1, strings.NewReader("a"))
}

func (w *world) examine(_ context.Context, t examine.Tree) (examine.Report, error) {
	info, err := t.Snapshot.Stat()
	if err != nil {
		return examine.Report{}, err
	}
	tree, err := engine.ReadSnapshot(t.Snapshot, info.Size())
	if err != nil || len(tree.Files()) != 1 {
		return examine.Report{}, fmt.Errorf("the snapshot is not what was fetched: %w", err)
	}
	t.Progress(1, 2)
	report := examine.Report{Language: "Go", Coverage: []engine.Coverage{{Detector: "secrets", Rules: []string{"rule"}}}}
	if w.routes {
		report.Description = storetest.Routes(w.t, "yaml", `{"info":{"title":"`+t.Title+`"}}`, "info:\n    title: "+t.Title+"\n")
	}
	report.Coverage[0].Skipped = w.skips
	if report.Findings, err = examine.NewFindings(); err != nil {
		return report, err
	}
	for _, name := range w.sees {
		f := enginetest.Finding(name)
		f.Rule, f.Type, f.CWE, f.CVSS, f.Confidence = "rule", "HARDCODED_SECRET", "CWE-798", "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", 8
		f.Trace = w.trace
		f.Title, _, _ = strings.Cut(name, "#")
		f.Title += w.about
		if err := report.Findings.Add(f); err != nil {
			return report, err
		}
	}
	return report, nil
}

// scan starts a scan and runs it to completion.
func (w *world) scan(sees ...string) vigil.Scan {
	w.t.Helper()
	s := w.start()
	w.sees = sees
	if err := w.runner.RunNext(ctx); err != nil {
		w.t.Fatal(err)
	}
	return w.get(s.ID)
}

func (w *world) start() (s vigil.Scan) {
	w.t.Helper()
	storetest.Write(w.t, w.store, func(tx *store.Tx) (err error) {
		s, err = new(service.Service).StartScan(ctx, tx, w.team.ID, service.NewScan{Name: "n", Repository: "acme/api"})
		return err
	})
	return s
}

func (w *world) get(id vigil.ID) vigil.Scan {
	w.t.Helper()
	s, err := w.store.GetScan(ctx, w.team.ID, id)
	if err != nil {
		w.t.Fatal(err)
	}
	if wrong, err := w.store.Recount(ctx); err != nil || len(wrong) > 0 {
		w.t.Errorf("counts: %v %v", wrong, err)
	}
	return s
}

// state is the vulnerabilities as "name:status", by name, and their ids.
func (w *world) state() (string, map[string]vigil.Vulnerability) {
	w.t.Helper()
	l, err := w.store.ListVulnerabilities(ctx, w.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		w.t.Fatal(err)
	}
	byName := map[string]vigil.Vulnerability{}
	var words []string
	for _, v := range l.Items {
		byName[v.Title] = v
		words = append(words, v.Title+":"+string(v.Status))
	}
	slices.Sort(words)
	return strings.Join(words, " "), byName
}

// events are the types of the events since the last call, with their subjects.
func (w *world) events() string {
	w.t.Helper()
	l, err := w.store.ListEvents(ctx, w.team.ID, store.EventFilter{}, vigil.Page{Limit: 250, Sort: "created_at"})
	if err != nil {
		w.t.Fatal(err)
	}
	var words []string
	for _, e := range l.Items {
		var payload struct {
			Data struct {
				Object struct{ Object, Title, Status string }
				Reason string
			}
		}
		if err := json.Unmarshal(e.Payload, &payload); err != nil {
			w.t.Fatal(err)
		}
		if word := string(e.Type); payload.Data.Object.Object == "vulnerability" {
			words = append(words, word+"("+payload.Data.Object.Title+" "+payload.Data.Object.Status+")")
		} else if payload.Data.Reason != "" {
			words = append(words, word+"("+payload.Data.Reason+")")
		} else {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func TestScanIsRecorded(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.source.Branch, w.source.DefaultBranch = "trunk", "trunk"
		s := w.scan("a", "b")
		if s.Status != vigil.ScanCompleted || s.Progress != 100 || s.Language != "Go" || s.CommitSHA != w.source.CommitSHA || s.Branch != "trunk" ||
			s.EndedAt.IsZero() || s.Found.Of(vigil.High) != 2 || s.Found.Total() != 2 {
			t.Errorf("%+v", s)
		}
		r, err := w.store.GetRepository(ctx, w.team.ID, s.RepositoryID)
		if err != nil || r.DefaultBranch != "trunk" || !r.LastScanAt.Equal(s.EndedAt) || r.Open.Of(vigil.High) != 2 {
			t.Errorf("%+v, %v", r, err)
		}
		want := "repository.scan_completed scan.completed scan.started vulnerability.found(a open) vulnerability.found(b open)"
		if got := w.events(); got != want {
			t.Errorf("events %s\nwant   %s", got, want)
		}
		_, byName := w.state()
		e, err := w.store.GetEvidence(ctx, w.team.ID, byName["a"].ID)
		if err != nil || e.Rule != "rule" || !strings.Contains(string(e.Finding), `"path":"a.go"`) {
			t.Errorf("%+v, %v", e, err)
		}
		// The same job again, after its worker was lost at the last moment.
		if err := w.runner.RunNext(ctx); err != nil {
			t.Error(err)
		}
		if got := w.events(); got != want {
			t.Errorf("recorded twice: %s", got)
		}
	})
}

func TestRoutesAreRecorded(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.routes = true
		whole := w.scan()
		w.routes = false
		none := w.scan()
		got, err := w.store.GetScanRoutes(ctx, w.team.ID, whole.ID)
		if err != nil || got.Format != "yaml" {
			t.Errorf("%+v, %v", got, err)
		}
		for format, want := range map[string]string{"json": `{"info":{"title":"acme/api"}}`, "yaml": "info:\n    title: acme/api\n"} {
			text, err := w.store.OpenScanRoutes(ctx, w.team.ID, whole.ID, got, format)
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(text)
			if err != nil || string(all) != want {
				t.Errorf("%s, %v", all, err)
			}
		}
		if got, err := w.store.GetScanRoutes(ctx, w.team.ID, none.ID); err != nil || got.Format != "" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestIdentity follows vulnerabilities through scans and people's decisions.
func TestIdentity(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.scan("a", "b", "c", "d")
		_, first := w.state()
		triage := func(name string, action vigil.Action) {
			storetest.Write(t, w.store, func(tx *store.Tx) error {
				_, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: w.team, Name: "p"}, first[name].ID, action, "")
				return err
			})
		}
		triage("c", "dismiss")
		triage("d", "accept_risk")
		check := func(what, want string) {
			t.Helper()
			got, now := w.state()
			if got != want {
				t.Errorf("%s: %s\nwant %s", what, got, want)
			}
			for name, v := range first {
				if now[name].ID != v.ID || !now[name].CreatedAt.Equal(v.CreatedAt) {
					t.Errorf("%s: %s is not the same any more", what, name)
				}
			}
		}
		again := w.scan("a", "b", "c", "d")
		check("identical scan", "a:open b:open c:false_positive d:accepted_risk")
		if seen, err := w.store.ListVulnerabilities(ctx, w.team.ID, store.VulnerabilityFilter{SeenBy: again.ID}, vigil.Page{Limit: 9, Sort: "created_at"}); err != nil ||
			len(seen.Items) != 4 || seen.Items[0].ScanID != again.ID || again.Found.Total() != 4 {
			t.Errorf("the second scan saw %v, %v", seen.Items, err)
		}
		w.scan("b")
		check("a, c and d are gone", "a:fixed b:open c:false_positive d:accepted_risk")
		w.scan("a", "b", "c", "d")
		check("all are back", "a:open b:open c:false_positive d:accepted_risk")
		history, err := w.store.ListChanges(ctx, w.team.ID, first["a"].ID, vigil.Page{Limit: 9, Sort: "created_at"})
		if err != nil || len(history.Items) != 2 || history.Items[0].After != vigil.Fixed || !strings.Contains(history.Items[1].Reason, "regression") || history.Items[1].Actor != "" {
			t.Errorf("%+v, %v", history.Items, err)
		}
		w.skips = []engine.Skip{{Path: "a.go", Reason: "too large"}}
		w.scan("b")
		check("a was not looked at", "a:open b:open c:false_positive d:accepted_risk")
		w.skips = nil
		w.source.Branch = "dev"
		w.scan("b")
		check("gone on a branch that never had it", "a:open b:open c:false_positive d:accepted_risk")
		w.source.Branch, w.source.CommitSHA, w.order = "main", strings.Repeat("b", 40), source.After
		w.scan("b")
		check("an older commit", "a:open b:open c:false_positive d:accepted_risk")
		w.order = source.Before
		if n := strings.Count(w.events(), "vulnerability.found"); n != 4 {
			t.Errorf("found %d times, want once each", n)
		}

		// A file is renamed: its vulnerability moves with it, triage and all.
		w.scan("a", "b", "c", "d")
		moved := w.scan("a", "b", "c@lib/moved", "d")
		got, now := w.state()
		if v := now["c@lib/moved"]; v.ID != first["c"].ID || v.FilePath != "lib/moved.go" || v.Status != vigil.FalsePositive || moved.Found.Total() != 4 {
			t.Errorf("%s: %+v", got, v)
		}
		if w.scan("a", "b", "c@lib/moved", "d"); strings.Count(w.events(), "vulnerability.found") != 4 {
			t.Error("what moved is found anew")
		}

		// A function is renamed. From then on the new name counts, on other branches too.
		w.scan("a", "b", "c@lib/moved", "d", "e#old")
		w.scan("a", "b", "c@lib/moved", "d", "e#new")
		w.source.Branch = "dev"
		w.scan("e#new")
		if n := strings.Count(w.events(), "vulnerability.found"); n != 5 {
			t.Errorf("found %d, want 5", n)
		}
	})
}

// TestFlowThroughOtherFiles: a data flow through another file is fixed only if that file was
// covered as well.
func TestFlowThroughOtherFiles(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.trace = []engine.Step{{Path: "view.go", Line: 1}, {Path: "a.go", Line: 2}}
		w.scan("a")
		for _, c := range []struct {
			skip engine.Skip
			want string
		}{
			{engine.Skip{Path: "view.go", Reason: "took longer than 20s"}, "a:open"},
			{engine.Skip{Reason: "data flow between files: the tree is large"}, "a:open"},
			{engine.Skip{Rule: "other", Reason: "not supported"}, "a:fixed"},
		} {
			w.skips = []engine.Skip{c.skip}
			w.scan()
			if got, _ := w.state(); got != c.want {
				t.Errorf("%+v: %s, want %s", c.skip, got, c.want)
			}
		}
	})
}

// TestResolvedMeanwhile: what a person resolves while a scan is running on an earlier state
// stays resolved, and the next scan that sees it reopens it.
func TestResolvedMeanwhile(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.scan("a")
		_, before := w.state()
		w.fetch = func(context.Context) error {
			time.Sleep(2 * time.Millisecond) // times are kept in milliseconds
			storetest.Write(t, w.store, func(tx *store.Tx) error {
				_, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: w.team, Name: "p"}, before["a"].ID, "resolve", "")
				return err
			})
			return nil
		}
		w.scan("a")
		if got, _ := w.state(); got != "a:fixed" {
			t.Errorf("the scan that was under way: %s", got)
		}
		w.fetch = nil
		w.scan("a")
		if got, _ := w.state(); got != "a:open" {
			t.Errorf("the scan after it: %s", got)
		}
	})
}

// TestScansAtOnce has several scans of one repository see the same for the first time,
// then miss it, at the same time: each completes, and everything happens once.
func TestScansAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	forEachWorld(t, func(t *testing.T, w *world) {
		const n = 800
		for i := range n {
			w.sees = append(w.sees, fmt.Sprintf("key%d", i))
		}
		together := func() {
			t.Helper()
			var scans []vigil.Scan
			for range 3 {
				scans = append(scans, w.start())
			}
			var all sync.WaitGroup
			for range scans {
				all.Go(func() {
					if err := w.runner.RunNext(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			for _, s := range scans {
				if got := w.get(s.ID); got.Status != vigil.ScanCompleted || got.Found.Total() != len(w.sees) {
					t.Errorf("%s, %d found", got.Status, got.Found.Total())
				}
			}
		}
		count := func(kind vigil.EventType) (total int) {
			t.Helper()
			page := vigil.Page{Limit: 250, Sort: "created_at"}
			for {
				l, err := w.store.ListEvents(ctx, w.team.ID, store.EventFilter{Types: []vigil.EventType{kind}}, page)
				if err != nil {
					t.Fatal(err)
				}
				total += len(l.Items)
				if page.After = l.Next; l.Next == nil {
					return total
				}
			}
		}
		together()
		if got := count(vigil.EventVulnerabilityFound); got != n {
			t.Errorf("%d were found, want %d", got, n)
		}
		w.sees = nil
		together()
		if got := count(vigil.EventVulnerabilityStatusChanged); got != n {
			t.Errorf("%d were fixed, want %d", got, n)
		}
	})
}

// TestDismissedMeanwhile: a decision made while a scan is being recorded stands.
func TestDismissedMeanwhile(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		s := w.scan("a")
		_, byName := w.state()
		id := byName["a"].ID
		storetest.Write(t, w.store, func(tx *store.Tx) error {
			if _, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: w.team, Name: "p"}, id, "dismiss", ""); err != nil {
				return err
			}
			r := recorder{tx: tx, scan: store.ScanInProgress{Scan: s, Team: w.team.ID}, now: vigil.Now()}
			return r.writeChanges(ctx, []change{{id, vigil.Open, vigil.Fixed, "no longer found"}})
		})
		if got, _ := w.state(); got != "a:false_positive" || strings.Count(w.events(), "vulnerability.status_changed") != 1 {
			t.Error(got, w.events())
		}
	})
}

func TestScanFails(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.scan("a")
		w.fetch = func(context.Context) error {
			return &vigil.Error{Code: "scan_failed", Message: "There is no such repository."}
		}
		s := w.scan()
		if s.Status != vigil.ScanFailed || s.EndedAt.IsZero() {
			t.Errorf("%+v", s)
		}
		if got, _ := w.state(); got != "a:open" {
			t.Errorf("a failed scan changed %s", got)
		}
		if got := w.events(); !strings.Contains(got, "scan.failed(There is no such repository.)") {
			t.Error(got)
		}
	})
}

func TestScanIsCanceled(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		fetching := make(chan bool)
		w.fetch = func(ctx context.Context) error {
			close(fetching)
			<-ctx.Done()
			return ctx.Err()
		}
		s := w.start()
		ended := make(chan error)
		go func() { ended <- w.runner.RunNext(ctx) }()
		<-fetching
		storetest.Write(t, w.store, func(tx *store.Tx) error {
			_, err := new(service.Service).CancelScan(ctx, tx, w.team.ID, s.ID)
			return err
		})
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("it goes on")
		}
		if got := w.get(s.ID); got.Status != vigil.ScanCanceled {
			t.Errorf("%+v", got)
		}
		// Canceled before it started: nothing is fetched.
		s = w.start()
		storetest.Write(t, w.store, func(tx *store.Tx) error {
			_, err := new(service.Service).CancelScan(ctx, tx, w.team.ID, s.ID)
			return err
		})
		w.fetch = func(context.Context) error { t.Error("fetched"); return nil }
		if err := w.runner.RunNext(ctx); err != nil {
			t.Error(err)
		}
	})
}

// awaitCompleted polls for the end of a scan that a job runs: the queue gives no signal.
func (w *world) awaitCompleted(id vigil.ID, within time.Duration) {
	w.t.Helper()
	for deadline := time.Now().Add(within); w.get(id).Status != vigil.ScanCompleted; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("it does not end: %+v", w.get(id))
		}
	}
}

// TestScanIsCutOff stops the server in the middle of a scan: the next worker runs the
// scan at once, and the attempt does not count.
func TestScanIsCutOff(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		s := w.start()
		running := make(chan error)
		for range maxAttempts + 1 {
			stopping, stop := context.WithCancel(ctx)
			w.fetch = func(ctx context.Context) error { stop(); <-ctx.Done(); return ctx.Err() }
			go func() { running <- w.store.RunJobs(stopping, 1, slog.New(slog.DiscardHandler), w.runner.RunNext) }()
			if err := <-running; err != nil {
				t.Fatal(err)
			}
			if got := w.get(s.ID); got.Status != vigil.ScanRunning {
				t.Fatalf("%+v", got)
			}
		}
		w.fetch, w.sees = nil, []string{"a"}
		again, stop := context.WithCancel(ctx)
		go func() { running <- w.store.RunJobs(again, 1, slog.New(slog.DiscardHandler), w.runner.RunNext) }()
		w.awaitCompleted(s.ID, leaseTime-10*time.Second)
		stop()
		if err := <-running; err != nil {
			t.Error(err)
		}
		if n := strings.Count(w.events(), "scan.started"); n != 1 {
			t.Errorf("started %d times", n)
		}
	})
}

// TestTeamAtItsLimit has a team with a limit of one concurrent scan queue three: idle workers
// use up the jobs meanwhile, and yet each scan follows the previous one.
func TestTeamAtItsLimit(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		w.runner.AtOncePerTeam = 1
		var running, most atomic.Int32
		w.fetch = func(context.Context) error {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(200 * time.Millisecond) // so that two would overlap
			running.Add(-1)
			return nil
		}
		scans := []vigil.Scan{w.start(), w.start(), w.start()}
		working, stop := context.WithCancel(ctx)
		ended := make(chan error)
		go func() { ended <- w.store.RunJobs(working, 3, slog.New(slog.DiscardHandler), w.runner.RunNext) }()
		for _, s := range scans {
			w.awaitCompleted(s.ID, 2*time.Minute)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if most.Load() != 1 {
			t.Errorf("%d ran at once", most.Load())
		}
	})
}

// lose expires the lease of the running scan, as if its worker had been killed.
func (w *world) lose() *store.Claim {
	w.t.Helper()
	var claim *store.Claim
	storetest.Write(w.t, w.store, func(tx *store.Tx) (err error) {
		late := vigil.Now().Add(time.Hour)
		claim, err = tx.ClaimNextScan(ctx, vigil.NewID(), late, vigil.Now().Add(-time.Hour), 0) // longer than the backoff
		return err
	})
	if claim == nil {
		w.t.Fatal("no scan runs")
	}
	return claim
}

// TestScanIsGivenUp kills every worker of a scan: after some attempts it fails, with a reason.
func TestScanIsGivenUp(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		s := w.start()
		for range maxAttempts {
			w.lose()
		}
		w.fetch = func(context.Context) error { t.Error("begun once more"); return nil }
		if err := w.runner.RunNext(ctx); err != nil {
			t.Fatal(err)
		}
		if got := w.get(s.ID); got.Status != vigil.ScanFailed {
			t.Errorf("%+v", got)
		}
		if got := w.events(); !strings.Contains(got, "scan.failed(The scan was started 25 times") {
			t.Error(got)
		}
	})
}

// TestOnlyOneWorkerRecords has a worker return after it lost its lease.
func TestOnlyOneWorkerRecords(t *testing.T) {
	forEachWorld(t, func(t *testing.T, w *world) {
		s := w.start()
		w.sees = []string{"a"}
		slow := make(chan bool)
		fetching := make(chan bool)
		first := true
		w.fetch = func(context.Context) error {
			if first {
				first = false
				close(fetching)
				<-slow
			}
			return nil
		}
		ended := make(chan error)
		go func() { ended <- w.runner.RunNext(ctx) }()
		<-fetching
		if err := w.runner.RunNext(ctx); err != nil { // the lease is held: no effect
			t.Error(err)
		}
		if got := w.get(s.ID); got.Status != vigil.ScanRunning {
			t.Fatalf("%+v", got)
		}
		w.lose() // as if it had hung
		if err := w.runner.RunNext(ctx); err != nil {
			t.Error(err)
		}
		if got := w.get(s.ID); got.Status != vigil.ScanCompleted {
			t.Fatalf("%+v", got)
		}
		close(slow)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		want := "repository.scan_completed scan.completed scan.started vulnerability.found(a open)"
		if got := w.events(); got != want {
			t.Errorf("events %s\nwant   %s", got, want)
		}
	})
}
