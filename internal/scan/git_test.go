package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/examine"
	"vigil/internal/examine/child"
	"vigil/internal/racetest"
	"vigil/internal/sandbox"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		os.Exit(child.Main(context.Background()))
	}
	os.Exit(m.Run())
}

// mirror is a real git repository that a real runner scans.
type mirror struct {
	t      *testing.T
	store  *store.Store
	team   vigil.Team
	runner *Runner
	dir    string
	log    *bytes.Buffer
	now    int64 // the time of the next commit

	examiner *examine.Examiner // see forEachProver
}

func forEachMirror(t *testing.T, fn func(t *testing.T, m *mirror)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		m := &mirror{t: t, store: s, team: storetest.Team(t, s, "acme"), log: new(bytes.Buffer), now: time.Now().Unix() - 1_000_000}
		base := t.TempDir()
		m.dir = filepath.Join(base, "acme/api")
		if err := os.MkdirAll(m.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		fetcher := &Fetcher{Source: source.Fetcher{AllowFile: true}, GitHubURL: "file://" + base, GitLabURL: "file://" + base, Operated: func(context.Context, vigil.TeamID) (bool, error) { return true, nil }}
		examiner := &examine.Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: bytes.Repeat([]byte("k"), 32)}
		m.runner = &Runner{Store: s, Log: slog.New(slog.NewTextHandler(m.log, nil)), Fetch: fetcher.Fetch, Examine: examiner.Examine, Import: examiner.Import}
		if racetest.Enabled {
			m.runner.Examine = examineHere
		}
		m.git("init", "-q", "-b", "main")
		fn(t, m)
	})
}

// detectorsHere are created once: reading all the rules takes a while.
var detectorsHere = sync.OnceValues(func() ([]engine.Detector, error) {
	return all.Detectors(all.Config{Only: []string{"secrets"}, SecretsKey: bytes.Repeat([]byte("k"), 32)})
})

// examineHere does in this process what the child does. The race detector needs more memory
// than a child may have; cmd/vigil tests the real one in any case.
func examineHere(ctx context.Context, t examine.Tree) (report examine.Report, err error) {
	info, err := t.Snapshot.Stat()
	if err != nil {
		return report, err
	}
	tree, err := engine.ReadSnapshot(t.Snapshot, info.Size())
	if err != nil {
		return report, err
	}
	detectors, err := detectorsHere()
	if err != nil {
		return report, err
	}
	if report.Findings, err = examine.NewFindings(); err != nil {
		return report, err
	}
	err = engine.Run(ctx, tree, detectors, engine.Options{Now: time.Now(), IgnoreFile: t.IgnoreFile}, func(m engine.Message) error {
		switch {
		case m.Progress != nil:
			if t.Progress != nil {
				t.Progress(m.Progress.Done, m.Progress.Total)
			}
		case m.Coverage != nil:
			report.Coverage = append(report.Coverage, *m.Coverage)
		case m.Finding != nil:
			return report.Findings.Add(*m.Finding)
		case m.Suppression != nil:
			report.Suppressions = append(report.Suppressions, *m.Suppression)
		}
		return nil
	})
	return report, err
}

func (m *mirror) git(args ...string) string {
	m.t.Helper()
	c := exec.Command("git", append([]string{"-C", m.dir, "-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	date := fmt.Sprintf("%d +0000", m.now)
	c.Env = []string{"HOME=/nonexistent", "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=" + date, "GIT_AUTHOR_DATE=" + date}
	out, err := c.CombinedOutput()
	if err != nil {
		m.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files, or removes those that are empty, and commits an hour later.
func (m *mirror) commit(files map[string]string) string {
	m.t.Helper()
	for name, text := range files {
		path := filepath.Join(m.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			m.t.Fatal(err)
		}
		if text == "" {
			os.Remove(path)
		} else if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			m.t.Fatal(err)
		}
	}
	m.now += 3600
	m.git("add", "-A")
	m.git("commit", "-q", "--allow-empty", "-m", "change")
	return m.git("rev-parse", "HEAD")
}

// secret is a line with something that looks like a token, one for each n. It is
// assembled so that this file contains none.
func secret(n int) string {
	const letters = "aZ3kQ9xW7mB1vR5tY2uN8pL4sD6fG0hJcEwKzXiOqTyMbVgPnSrHdUjLoAe"
	var b strings.Builder
	for i := range 36 {
		b.WriteByte(letters[(i*7+n*13+i*i)%len(letters)])
	}
	return "TOKEN = '" + "ghp" + "_" + b.String() + "'\n"
}

// filler is text that two files share or not.
func filler(name string) string {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "# %s, line %d\n", name, i)
	}
	return b.String()
}

func (m *mirror) start(in service.NewScan) (s vigil.Scan) {
	m.t.Helper()
	in.Name, in.Repository = "n", "acme/api"
	storetest.Write(m.t, m.store, func(tx *store.Tx) (err error) {
		s, err = new(service.Service).StartScan(ctx, tx, m.team.ID, in)
		return err
	})
	return s
}

// scan runs a scan and returns it with its coverage. saw is a list of paths.
func (m *mirror) scan(in service.NewScan) (s vigil.Scan, saw string, c api.Coverage) {
	m.t.Helper()
	s = m.start(in)
	if err := m.runner.RunNext(ctx); err != nil {
		m.t.Fatal(err)
	}
	s, err := m.store.GetScan(ctx, m.team.ID, s.ID)
	if err != nil || s.Status != vigil.ScanCompleted {
		kept, _ := m.store.GetScanCoverage(ctx, m.team.ID, s.ID)
		m.t.Fatalf("%+v, %v: %s\n%s", s, err, kept.Failure, m.log)
	}
	if wrong, err := m.store.Recount(ctx); err != nil || len(wrong) > 0 {
		m.t.Errorf("counts: %v %v", wrong, err)
	}
	l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{SeenBy: s.ID}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		m.t.Fatal(err)
	}
	var paths []string
	for _, v := range l.Items {
		paths = append(paths, v.FilePath)
	}
	slices.Sort(paths)
	kept, err := m.store.GetScanCoverage(ctx, m.team.ID, s.ID)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := json.Unmarshal(kept.Coverage, &c); err != nil {
		m.t.Fatal(err)
	}
	return s, strings.Join(paths, " "), c
}

func (m *mirror) full() vigil.Scan { m.t.Helper(); s, _, _ := m.scan(service.NewScan{}); return s }

// state is all vulnerabilities as "path:status", and their ids by path.
func (m *mirror) state() (string, map[string]vigil.ID) {
	m.t.Helper()
	l, err := m.store.ListVulnerabilities(ctx, m.team.ID, store.VulnerabilityFilter{}, vigil.Page{Limit: 100, Sort: "created_at"})
	if err != nil {
		m.t.Fatal(err)
	}
	var words []string
	ids := map[string]vigil.ID{}
	for _, v := range l.Items {
		words = append(words, v.FilePath+":"+string(v.Status))
		ids[v.FilePath] = v.ID
	}
	slices.Sort(words)
	return strings.Join(words, " "), ids
}

func (m *mirror) check(what, want string) {
	m.t.Helper()
	if got, _ := m.state(); got != want {
		m.t.Errorf("%s: %s\nwant %s", what, got, want)
	}
}

// TestDiffScan: a diff scan gives the result of a full scan. It closes what was fixed, and sees
// what did not change.
func TestDiffScan(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		diff := service.NewScan{Mode: vigil.DiffScan}
		m.commit(map[string]string{"a.py": secret(1), "b.py": secret(2), "c.py": secret(3), "ok.py": "x = 1\n", "ignored/d.py": secret(4), ".vigilignore": "ignored/\n"})
		if s, saw, c := m.scan(diff); saw != "a.py b.py c.py" || c.Partial || c.BaseCommitSHA != nil || s.Mode != vigil.DiffScan {
			t.Errorf("the first saw %s: %+v", saw, c)
		}

		// One file gets worse, one is deleted, one is new; the others are unchanged.
		m.commit(map[string]string{"b.py": secret(2) + secret(5), "c.py": "", "ok.py": "x = 2\n", "new.py": secret(6)})
		if s, saw, c := m.scan(diff); saw != "a.py b.py b.py new.py" || c.Partial || s.Found.Total() != 4 {
			t.Errorf("the second saw %s: %+v", saw, c)
		}
		m.check("a diff scan closes", "a.py:open b.py:open b.py:open c.py:fixed new.py:open")
		if _, saw, _ := m.scan(diff); saw != "a.py b.py b.py new.py" {
			t.Errorf("nothing changed, and it saw %s", saw)
		}
		m.commit(map[string]string{"b.py": "x = 3\n", "c.py": secret(3)})
		m.scan(diff)
		m.check("a fix and a regression", "a.py:open b.py:fixed b.py:fixed c.py:open new.py:open")

		// The last scanned commit is gone for good.
		m.git("checkout", "-q", "--orphan", "rewritten")
		m.commit(map[string]string{"a.py": "", "x.txt": "rewritten"})
		m.git("branch", "-q", "-M", "rewritten", "main")
		m.git("reflog", "expire", "--expire=now", "--all")
		m.git("gc", "-q", "--prune=now")
		if _, saw, _ := m.scan(diff); saw != "c.py new.py" {
			t.Errorf("after the rewrite it saw %s", saw)
		}
		if !strings.Contains(m.log.String(), "history of the repository could not be read") {
			t.Errorf("the log does not say why: %s", m.log)
		}
		m.check("rewritten", "a.py:fixed b.py:fixed b.py:fixed c.py:open new.py:open")
	})
}

// TestAncestry has commits with false timestamps: history decides which is older.
func TestAncestry(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	forEachMirror(t, func(t *testing.T, m *mirror) {
		first := m.commit(map[string]string{"ok.py": "x = 1\n"})
		m.now -= 20 * 3600
		m.commit(map[string]string{"a.py": secret(1)}) // newer, though its timestamp is older
		m.full()
		m.check("found", "a.py:open")
		m.git("reset", "-q", "--hard", first)
		m.full()
		m.check("an older commit", "a.py:open")

		// The branch continues from there, with a false timestamp as well.
		m.now -= 100 * 3600
		second := m.commit(map[string]string{"a.py": secret(1), "b.py": secret(2)})
		m.full()
		m.now -= 100 * 3600
		m.commit(map[string]string{"a.py": ""})
		m.full()
		m.check("a younger commit that claims to be older", "a.py:fixed b.py:open")

		// The history was rewritten, and the known commit is gone: timestamps decide.
		m.git("reset", "-q", "--hard", second+"~1")
		m.now += 1000 * 3600
		m.commit(map[string]string{"ok.py": "x = 2\n"})
		m.git("reflog", "expire", "--expire=now", "--all")
		m.git("gc", "-q", "--prune=now")
		m.full()
		m.check("a later commit of a rewritten branch", "a.py:fixed b.py:fixed")
	})
}

// TestRecordedMeanwhile has a slow scan of a commit without a secret, and a fast one of the
// next commit, which has it.
func TestRecordedMeanwhile(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": secret(1)})
		m.full()
		m.commit(map[string]string{"a.py": "x = 1\n"})
		m.start(service.NewScan{})
		fetched, goOn := make(chan bool), make(chan bool)
		examineNow := m.runner.Examine
		var held atomic.Bool
		m.runner.Examine = func(ctx context.Context, t examine.Tree) (examine.Report, error) {
			if held.CompareAndSwap(false, true) {
				close(fetched)
				<-goOn
			}
			return examineNow(ctx, t)
		}
		ended := make(chan error)
		go func() { ended <- m.runner.RunNext(ctx) }()
		<-fetched
		m.now -= 50 * 3600 // so that timestamps do not help
		m.commit(map[string]string{"a.py": secret(1)})
		m.full()
		close(goOn)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		m.check("the slow one closes nothing that it does not know of", "a.py:open")
	})
}

// TestRenames has two files with the same content that are renamed and changed in one
// commit. Git knows which is which; their order would not.
func TestRenames(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": filler("first") + secret(1), "b.py": filler("second") + secret(1), "c.py": filler("third") + secret(1)})
		m.full()
		_, before := m.state()
		m.commit(map[string]string{"a.py": "", "b.py": "", "x/1.py": filler("second") + "# moved\n" + secret(1), "x/2.py": filler("first") + "# moved\n" + secret(1)})
		for _, mode := range []vigil.ScanMode{vigil.DiffScan, vigil.FullScan} {
			m.scan(service.NewScan{Mode: mode})
			state, after := m.state()
			if state != "c.py:open x/1.py:open x/2.py:open" || after["x/1.py"] != before["b.py"] || after["x/2.py"] != before["a.py"] || after["c.py"] != before["c.py"] {
				t.Errorf("%s: %s\n%v became %v", mode, state, before, after)
			}
		}
	})
}

func TestPullRequestScan(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": filler("a") + secret(1), "b.py": filler("b") + secret(2), "c.py": filler("c")})
		m.full()
		push := func(files map[string]string) { // without changing the remote's HEAD
			m.commit(files)
			m.git("update-ref", "refs/pull/7/head", "HEAD")
			m.git("checkout", "-q", "main")
		}
		pr := service.NewScan{PullRequest: 7}
		// It changes a.py, moves b.py, and adds one secret to c.py and one to a new file.
		m.git("checkout", "-q", "-b", "topic")
		push(map[string]string{"a.py": "# touched\n" + filler("a") + secret(1), "b.py": "", "moved.py": filler("b") + "# moved\n" + secret(2), "c.py": filler("c") + secret(3), "d.py": secret(4)})
		m.commit(map[string]string{"elsewhere.py": secret(5)}) // main continues
		s, saw, c := m.scan(pr)
		if saw != "c.py d.py" || c.Partial || c.BaseCommitSHA == nil || s.Kind != vigil.PullRequestScan || s.Branch != "main" || s.PullRequest != 7 || s.CommitSHA != m.git("rev-parse", "topic") {
			t.Errorf("it saw %s: %+v\n%+v", saw, s, c)
		}
		m.check("it brings two", "a.py:open b.py:open c.py:open d.py:open")

		// One is reverted to main, one is removed with its file.
		m.git("checkout", "-q", "topic")
		push(map[string]string{"c.py": filler("c"), "d.py": "", "e.py": secret(6)})
		if _, saw, _ := m.scan(pr); saw != "e.py" {
			t.Errorf("it saw %s", saw)
		}
		m.check("mended before the merge", "a.py:open b.py:open c.py:fixed d.py:fixed e.py:open")

		// It is merged, and scanned again before main is.
		m.now += 3600
		m.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
		if _, saw, _ := m.scan(pr); saw != "" {
			t.Errorf("nothing is its own any more, and it saw %s", saw)
		}
		m.check("what was merged is not mended", "a.py:open b.py:open c.py:fixed d.py:fixed e.py:open")
		m.full()
		m.check("main has it", "a.py:open c.py:fixed d.py:fixed e.py:open elsewhere.py:open moved.py:open")
		m.commit(map[string]string{"e.py": ""})
		m.full()
		m.check("the pull request does not keep it open", "a.py:open c.py:fixed d.py:fixed e.py:fixed elsewhere.py:open moved.py:open")

		// Another one, from before that, does not reopen what main has fixed.
		m.git("checkout", "-q", "topic")
		m.commit(map[string]string{"e.py": "# touched\n" + secret(6)})
		m.git("update-ref", "refs/pull/8/head", "HEAD")
		m.git("checkout", "-q", "main")
		if _, saw, _ := m.scan(service.NewScan{PullRequest: 8}); saw != "" {
			t.Errorf("it saw %s", saw)
		}
		m.check("no regression", "a.py:open c.py:fixed d.py:fixed e.py:fixed elsewhere.py:open moved.py:open")

		// A scan that is not possible says why.
		s = m.start(service.NewScan{PullRequest: 9})
		if err := m.runner.RunNext(ctx); err != nil {
			t.Fatal(err)
		}
		if c, err := m.store.GetScanCoverage(ctx, m.team.ID, s.ID); err != nil || c.Failure != "The repository has no pull request 9." {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

func TestMergeRequestScan(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": secret(1)})
		m.git("checkout", "-q", "-b", "release")
		m.commit(map[string]string{"b.py": secret(2)})
		m.git("checkout", "-q", "-b", "topic")
		m.commit(map[string]string{"c.py": secret(3)})
		m.git("update-ref", "refs/merge-requests/3/head", "HEAD")
		m.git("checkout", "-q", "main")
		if s, saw, _ := m.scan(service.NewScan{Provider: vigil.GitLab, PullRequest: 3, Branch: "release"}); saw != "c.py" || s.Branch != "release" {
			t.Errorf("against release it saw %s: %+v", saw, s)
		}
		if _, saw, _ := m.scan(service.NewScan{Provider: vigil.GitLab, PullRequest: 3}); saw != "b.py c.py" {
			t.Errorf("against main it saw %s", saw)
		}
	})
}

func TestFixScan(t *testing.T) {
	forEachMirror(t, func(t *testing.T, m *mirror) {
		m.commit(map[string]string{"a.py": secret(1), "b.py": secret(2), "c.py": secret(3)})
		m.full()
		_, ids := m.state()
		storetest.Write(t, m.store, func(tx *store.Tx) error {
			_, err := new(service.Service).Triage(ctx, tx, vigil.Key{Team: m.team, Name: "p"}, ids["c.py"], "dismiss", "")
			return err
		})
		m.git("checkout", "-q", "-b", "fix")
		m.commit(map[string]string{"a.py": "x = 1\n", "b.py": strings.TrimSuffix(secret(2), "\n") + " # vigil:ignore github-pat hidden\n" + secret(4), "new.py": secret(5)})
		m.git("checkout", "-q", "main")
		s, saw, c := m.scan(service.NewScan{Fix: true, Branch: "fix"})
		if saw != "b.py" || c.Partial || c.Detectors[0].Files != 4 || s.Kind != vigil.FixScan || s.Branch != "fix" {
			t.Errorf("it saw %s: %+v\n%+v", saw, s, c)
		}
		m.check("nothing changes", "a.py:open b.py:open c.py:false_positive")
		m.git("merge", "-q", "fix")
		m.full()
		m.check("merged", "a.py:fixed b.py:open b.py:open c.py:false_positive new.py:open")
	})
}

func TestCoverageIsKeptSmall(t *testing.T) {
	var skipped []engine.Skip
	for i := range 5_000 {
		skipped = append(skipped, engine.Skip{Path: strings.Repeat("long/", 700) + fmt.Sprint(i), Reason: "larger than 5 MiB"})
	}
	text := newCoverage(result{src: Source{LeftOut: skipped[:3]}, report: examine.Report{Coverage: []engine.Coverage{{Detector: "secrets", Rules: []string{"a", "b"}, Skipped: skipped}, {Detector: "code", Skipped: skipped}}}})
	var c api.Coverage
	if err := json.Unmarshal(text, &c); err != nil || len(text) > maxCoverage || len(text) < maxCoverage/4 || c.LeftOut.Total != 3 || len(c.LeftOut.Data) != 3 ||
		c.Detectors[0].Rules != 2 || c.Detectors[1].Skipped.Total != 5_000 || len(c.Detectors[1].Skipped.Data) == 0 {
		t.Errorf("%d bytes, %d of %d, %v", len(text), len(c.Detectors[1].Skipped.Data), c.Detectors[1].Skipped.Total, err)
	}
}
