package inbox_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/hooks/inbox"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

var ctx = context.Background()

// desk is an inbox with a team that tracks a repository of each host.
type desk struct {
	t              *testing.T
	store          *store.Store
	service        *service.Service
	receiver       *inbox.Receiver
	runner         *inbox.Runner
	team           vigil.Team
	github, gitlab vigil.Repository
	secret         map[vigil.Provider]string
	sent           int
}

func forEachDesk(t *testing.T, fn func(t *testing.T, d *desk)) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) { fn(t, newDesk(t, s)) })
}

func newDesk(t *testing.T, s *store.Store) *desk {
	ring, _, err := secretbox.Open(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	d := &desk{t: t, store: s, service: &service.Service{GitHubURL: "https://github.com", GitLabURL: "https://gitlab.com", Ring: ring}, secret: map[vigil.Provider]string{}}
	d.receiver = &inbox.Receiver{Store: s, Ring: ring, Log: log}
	d.runner = &inbox.Runner{Store: s, Service: d.service, Log: log}
	d.team = storetest.Team(t, s, "acme")
	d.github, d.gitlab = d.track(d.team, vigil.GitHub, "acme/api"), d.track(d.team, vigil.GitLab, "acme/platform/api")
	for _, p := range []vigil.Provider{vigil.GitHub, vigil.GitLab} {
		storetest.Write(t, s, func(tx *store.Tx) (err error) {
			_, d.secret[p], err = d.service.AddHookSecret(ctx, tx, d.team.ID, service.NewHookSecret{Provider: p})
			return err
		})
	}
	return d
}

// track makes a repository tracked as its first scan does, which is canceled.
func (d *desk) track(team vigil.Team, p vigil.Provider, name string) (r vigil.Repository) {
	storetest.Write(d.t, d.store, func(tx *store.Tx) error {
		scan, err := d.service.StartScan(ctx, tx, team.ID, service.NewScan{Name: "first", Repository: name, Provider: p})
		if err != nil {
			return err
		}
		r.ID = scan.RepositoryID
		_, err = d.service.CancelScan(ctx, tx, team.ID, scan.ID)
		return err
	})
	r, err := d.store.GetRepository(ctx, team.ID, r.ID)
	if err != nil {
		d.t.Fatal(err)
	}
	return r
}

func sample(t *testing.T, name string, replace ...string) []byte {
	t.Helper()
	body, err := os.ReadFile("../testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.NewReplacer(replace...).Replace(string(body)))
}

// request returns the headers of a hook with a new delivery ID.
func (d *desk) request(p vigil.Provider, event string, body []byte) http.Header {
	d.sent++
	h := http.Header{}
	id := fmt.Sprintf("delivery-%d", d.sent)
	if p == vigil.GitLab {
		h.Set("X-Gitlab-Token", d.secret[p])
		h.Set("X-Gitlab-Event", "Push Hook")
		h.Set("Idempotency-Key", id)
		return h
	}
	mac := hmac.New(sha256.New, []byte(d.secret[p]))
	mac.Write(body)
	h.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	h.Set("X-GitHub-Event", event)
	h.Set("X-GitHub-Delivery", id)
	return h
}

func (d *desk) send(p vigil.Provider, h http.Header, body []byte) (vigil.HookDelivery, bool) {
	d.t.Helper()
	team, secret, err := d.receiver.Verify(ctx, p, d.team.Name, h, body, time.Now())
	if err != nil || team != d.team.ID {
		d.t.Fatal(team, err)
	}
	out, repeated, err := d.receiver.Accept(ctx, team, secret, p, h, body, vigil.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	return out, repeated
}

// process has all hooks processed, as of a time.
func (d *desk) process(now time.Time) {
	d.t.Helper()
	if err := d.runner.RunOnce(ctx, now); err != nil {
		d.t.Fatal(err)
	}
}

// hook sends a sample and returns its outcome.
func (d *desk) hook(name string, replace ...string) vigil.HookDelivery {
	d.t.Helper()
	host, event, _ := strings.Cut(name, "/")
	event, _, _ = strings.Cut(event, ".")
	body := sample(d.t, name, replace...)
	d.sent++ // GitHub never sends the same bytes twice
	body = append(body, []byte(strings.Repeat(" ", d.sent))...)
	out, repeated := d.send(vigil.Provider(host), d.request(vigil.Provider(host), event, body), body)
	if repeated {
		d.t.Fatalf("%s counts as a repetition", name)
	}
	d.process(vigil.Now())
	return d.get(out.ID)
}

func (d *desk) get(id vigil.ID) vigil.HookDelivery {
	d.t.Helper()
	out, err := d.store.GetHookDelivery(ctx, d.team.ID, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return out
}

func (d *desk) scan(id vigil.ID) vigil.Scan {
	d.t.Helper()
	s, err := d.store.GetScan(ctx, d.team.ID, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// scans returns the scans of a repository that are not done.
func (d *desk) scans(r vigil.Repository) (out []vigil.Scan) {
	d.t.Helper()
	l, err := d.store.ListScans(ctx, d.team.ID, store.ScanFilter{Repositories: []vigil.ID{r.ID}, Statuses: []string{"queued", "running"}}, vigil.Page{Limit: 250, Sort: "created_at"})
	if err != nil {
		d.t.Fatal(err)
	}
	return l.Items
}

// begin has a worker claim a scan, and read a commit if one is given.
func (d *desk) begin(scan vigil.ID, commit string) {
	d.t.Helper()
	storetest.Write(d.t, d.store, func(tx *store.Tx) error {
		now := vigil.Now()
		claimed, err := tx.ClaimScan(ctx, store.Lease{Scan: scan, Team: d.team.ID, Token: vigil.NewID()}, now, now.Add(time.Hour))
		if err != nil || !claimed {
			return fmt.Errorf("claim %s: %t, %w", scan, claimed, err)
		}
		if commit == "" {
			return nil
		}
		return tx.UpdateScanSource(ctx, d.team.ID, scan, d.scan(scan).Branch, commit, now)
	})
}

func (d *desk) end(scan vigil.ID, status vigil.ScanStatus) {
	d.t.Helper()
	storetest.Write(d.t, d.store, func(tx *store.Tx) error {
		ended, err := tx.UpdateScanEnded(ctx, d.team.ID, scan, status, vigil.Now())
		if !ended {
			return fmt.Errorf("end %s: %w", scan, err)
		}
		return err
	})
}

func (d *desk) want(h vigil.HookDelivery, status vigil.HookStatus, outcome string) {
	d.t.Helper()
	if h.Status != status || !strings.Contains(h.Outcome, outcome) {
		d.t.Errorf("%s %s: %s, %q; want %s, %q", h.Event, h.Action, h.Status, h.Outcome, status, outcome)
	}
}

const (
	headA = "b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2" // of the samples
	headB = "d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4"
	merge = "c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3"
)

// TestScansOfHooks: a hook starts the scan that it should, and no other.
func TestScansOfHooks(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		for _, c := range []struct {
			hook       string
			repository vigil.Repository
			want       vigil.Scan
		}{
			{"github/push", d.github, vigil.Scan{Kind: vigil.MainScan, Mode: vigil.DiffScan, Branch: "main", FollowsDefault: true, Name: "Push to main"}},
			{"gitlab/push", d.gitlab, vigil.Scan{Kind: vigil.MainScan, Mode: vigil.DiffScan, Branch: "main", FollowsDefault: true, Name: "Push to main"}},
			{"github/pull_request.opened", d.github, vigil.Scan{Kind: vigil.PullRequestScan, Mode: vigil.FullScan, Branch: "main", PullRequest: 7, Name: "Pull request 7"}},
			{"gitlab/merge_request.open", d.gitlab, vigil.Scan{Kind: vigil.PullRequestScan, Mode: vigil.FullScan, Branch: "main", PullRequest: 7, Name: "Merge request 7"}},
		} {
			h := d.hook(c.hook)
			d.want(h, vigil.HookProcessed, "started scan "+string(h.ScanID))
			got := d.scan(h.ScanID)
			c.want.ID, c.want.RepositoryID, c.want.Repository, c.want.Status, c.want.CreatedAt = got.ID, c.repository.ID, c.repository.FullName, vigil.ScanQueued, got.CreatedAt
			if got != c.want {
				t.Errorf("%s: %+v, want %+v", c.hook, got, c.want)
			}
			link, err := d.store.GetHookScan(ctx, d.team.ID, got.ID)
			if err != nil || link == nil || link.DeliveryID != h.ID || link.HeadSHA != headA {
				t.Errorf("%s: %+v, %v", c.hook, link, err)
			}
			d.end(got.ID, vigil.ScanCanceled)
		}
		for _, name := range []string{"github/push.branch", "github/push.tag", "github/push.deleted", "github/repository.deleted", "github/pull_request.labeled", "github/star.created", "github/ping",
			"github/installation.created", "github/installation_repositories.added", "github/check_run.rerequested",
			"gitlab/note", "gitlab/push.branch", "gitlab/system.key_create", "gitlab/merge_request.approved", "gitlab/system.project_destroy"} {
			d.want(d.hook(name), vigil.HookIgnored, "ignored: ")
		}
		if n := len(d.scans(d.github)) + len(d.scans(d.gitlab)); n != 0 {
			t.Errorf("%d scans", n)
		}
	})
}

// TestOthersRepositories: a hook acts on a repository of its team and its host only.
func TestOthersRepositories(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		other := storetest.Team(t, d.store, "other")
		theirs := d.track(other, vigil.GitHub, "other/secret")
		d.want(d.hook("github/push", "acme/api", "other/secret"), vigil.HookIgnored, "other/secret is not tracked")
		d.want(d.hook("github/repository.renamed", "acme/service", "acme/other", `"from": "api"`, `"from": "gone"`), vigil.HookIgnored, "acme/gone is not tracked")
		d.want(d.hook("github/push", "https://github.com/", "https://github.evil.example.com/"), vigil.HookIgnored, "at github.evil.example.com, and Vigil tracks the one at github.com")
		d.want(d.hook("gitlab/push", "acme/platform/api", "acme/api"), vigil.HookIgnored, "is not tracked") // GitHub's, not GitLab's
		after, err := d.store.GetRepository(ctx, other.ID, theirs.ID)
		if err != nil || after != theirs {
			t.Errorf("%+v, %v", after, err)
		}
		if n := len(d.scans(d.github)); n != 0 {
			t.Errorf("%d scans", n)
		}
		// The same hook, sent to the other team: its secret is not ours.
		body := sample(t, "github/push")
		for _, team := range []string{"other", string(other.ID), "nobody", string(vigil.NewID()), "", "acme "} {
			_, _, err := d.receiver.Verify(ctx, vigil.GitHub, team, d.request(vigil.GitHub, "push", body), body, time.Now())
			if e, ok := err.(*vigil.Error); !ok || e.Code != "hook_refused" {
				t.Errorf("%q: %v", team, err)
			}
		}
		if team, _, err := d.receiver.Verify(ctx, vigil.GitHub, string(d.team.ID), d.request(vigil.GitHub, "push", body), body, time.Now()); err != nil || team != d.team.ID {
			t.Error(team, err)
		}
	})
}

// TestRepeatedHooks: a repetition has no effect, be it under another ID.
func TestRepeatedHooks(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		body := sample(t, "github/push")
		h := d.request(vigil.GitHub, "push", body)
		first, repeated := d.send(vigil.GitHub, h, body)
		d.process(vigil.Now())
		scan := d.get(first.ID).ScanID
		d.end(scan, vigil.ScanCanceled)
		again, same := d.send(vigil.GitHub, h, body)
		if repeated || !same || again.ID != first.ID || again.ScanID != scan {
			t.Errorf("%+v, then %+v, %t", first, again, same)
		}
		if forged, same := d.send(vigil.GitHub, d.request(vigil.GitHub, "push", body), body); !same || forged.ID != first.ID {
			t.Errorf("a recorded hook counts under another ID: %+v", forged)
		}
		// GitLab's IDs are its own: pushes back and forth have the same bytes.
		body = sample(t, "gitlab/push")
		for range 2 {
			if _, same := d.send(vigil.GitLab, d.request(vigil.GitLab, "", body), body); same {
				t.Error("another push of GitLab counts as a repetition")
			}
		}
		d.process(vigil.Now())
		if n := len(d.scans(d.github)); n != 0 {
			t.Errorf("%d scans", n)
		}
		if n := len(d.scans(d.gitlab)); n != 1 {
			t.Errorf("%d scans of GitLab", n)
		}

		// Many at once.
		body = append(sample(t, "github/push"), '\n')
		h = d.request(vigil.GitHub, "push", body)
		var senders sync.WaitGroup
		var mu sync.Mutex
		news := 0
		for range 8 {
			senders.Go(func() {
				_, repeated, err := d.receiver.Accept(ctx, d.team.ID, "00000000-0000-7000-8000-000000000000", vigil.GitHub, h, body, vigil.Now())
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				} else if !repeated {
					news++
				}
			})
		}
		senders.Wait()
		if news != 1 {
			t.Errorf("%d of 8 were new", news)
		}
	})
}

// TestManyPushes: thirty pushes give one verdict, of the last head.
func TestManyPushes(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		var last vigil.HookDelivery
		for i := range 30 {
			last = d.hook("github/pull_request.synchronize", headA, fmt.Sprintf("%040x", i+1))
			if i == 9 { // a worker takes the scan, and reads that head
				d.begin(last.ScanID, fmt.Sprintf("%040x", i+1))
			}
			if i == 19 { // a worker has the next, and has not read it yet
				d.begin(last.ScanID, "")
			}
		}
		left := d.scans(d.github)
		if len(left) != 1 || left[0].ID != last.ScanID || left[0].Status != vigil.ScanQueued {
			t.Fatalf("%+v, last %+v", left, last)
		}
		link, err := d.store.GetHookScan(ctx, d.team.ID, last.ScanID)
		if err != nil || link.HeadSHA != fmt.Sprintf("%040x", 30) || link.DeliveryID != last.ID {
			t.Errorf("%+v, %v", link, err)
		}
		all, err := d.store.ListScans(ctx, d.team.ID, store.ScanFilter{PullRequest: 7}, vigil.Page{Limit: 100, Sort: "created_at"})
		if err != nil || len(all.Items) != 3 {
			t.Fatalf("%d scans, %v", len(all.Items), err)
		}
		for _, s := range all.Items[:2] {
			coverage, err := d.store.GetScanCoverage(ctx, d.team.ID, s.ID)
			if err != nil || s.Status != vigil.ScanCanceled || !strings.HasPrefix(coverage.Failure, "superseded: ") {
				t.Errorf("%+v, %q, %v", s, coverage.Failure, err)
			}
		}
	})
}

// TestSupersedingSparesOthers: only scans that hooks started, of the same pull request, are
// superseded, and only by another head.
func TestSupersedingSparesOthers(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		var person vigil.Scan
		storetest.Write(t, d.store, func(tx *store.Tx) (err error) {
			person, err = d.service.StartScan(ctx, tx, d.team.ID, service.NewScan{Name: "by hand", Repository: string(d.github.ID), PullRequest: 7, Branch: "main"})
			return err
		})
		d.begin(person.ID, headA)
		main := d.hook("github/push")
		d.begin(main.ScanID, headA)
		first := d.hook("github/pull_request.opened")
		d.begin(first.ScanID, headA)
		d.want(d.hook("github/pull_request.ready_for_review"), vigil.HookProcessed, "scan "+string(first.ScanID)+", which is running, covers it")
		eight := d.hook("github/pull_request.opened", `"number": 7`, `"number": 8`, headA, headB)
		retargeted := d.hook("github/pull_request.edited_base", `"ref": "main"`, `"ref": "release"`)
		if retargeted.ScanID == first.ScanID || d.scan(retargeted.ScanID).Branch != "release" {
			t.Errorf("%+v", retargeted)
		}
		for id, want := range map[vigil.ID]vigil.ScanStatus{person.ID: vigil.ScanRunning, main.ScanID: vigil.ScanRunning, eight.ScanID: vigil.ScanQueued, first.ScanID: vigil.ScanCanceled, retargeted.ScanID: vigil.ScanQueued} {
			if s := d.scan(id); s.Status != want {
				t.Errorf("%s: %s, want %s", s.Name, s.Status, want)
			}
		}
	})
}

// TestFixes: a claim to fix a vulnerability is verified, if the repository has it.
func TestFixes(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		found := storetest.Vulnerabilities(storetest.Scan(t, d.store, d.team.ID, d.github, func(s *vigil.Scan) { s.Status = vigil.ScanCompleted }), 1, nil)
		scan := found[0].ScanID
		storetest.Record(t, d.store, d.team.ID, d.scan(scan), found)
		claimed := []string{"0192f0c1-1111-7222-8333-944455566677", string(found[0].ID)}

		h := d.hook("github/pull_request.opened", claimed...)
		d.want(h, vigil.HookProcessed, "; for the fix, started scan ")
		left := d.scans(d.github)
		if len(left) != 2 || left[0].Kind != vigil.PullRequestScan || left[1].Kind != vigil.FixScan || left[1].Branch != "search" || left[1].PullRequest != 0 {
			t.Errorf("%+v", left)
		}
		d.want(d.hook("github/push.fix_branch", claimed...), vigil.HookProcessed, "started scan")
		if left := d.scans(d.github); len(left) != 3 || left[2].Kind != vigil.FixScan || left[2].Branch != "vigil-fix/"+string(found[0].ID) {
			t.Errorf("%+v", left)
		}
		d.want(d.hook("github/pull_request.fix_branch", claimed...), vigil.HookProcessed, "; for the fix, scan "+string(d.scans(d.github)[2].ID))
		if n := len(d.scans(d.github)); n != 3 {
			t.Errorf("%d scans", n)
		}
		// Of a fork, there is no branch to look at; an unknown vulnerability is no claim.
		for _, name := range []string{"github/pull_request.fork_gone", "github/pull_request.opened", "gitlab/merge_request.open"} {
			replace := claimed
			if name == "github/pull_request.opened" {
				replace = nil
			}
			if h := d.hook(name, replace...); strings.Contains(h.Outcome, "for the fix") {
				t.Errorf("%s: %+v", name, h)
			}
		}
		d.want(d.hook("github/push.fix_branch"), vigil.HookIgnored, "is not the default branch")
	})
}

// TestClosing: what only a pull request or a branch has ends with it.
func TestClosing(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		found := d.seen(d.github, 7, "refs/pull/7/head")
		waiting := d.hook("github/pull_request.synchronize")
		d.want(d.hook("github/pull_request.closed"), vigil.HookProcessed, "ended pull request 7")
		v, err := d.store.GetVulnerability(ctx, d.team.ID, found)
		if err != nil || v.Status != vigil.Fixed || d.scan(waiting.ScanID).Status != vigil.ScanCanceled {
			t.Errorf("%s, %v", v.Status, err)
		}
		history, err := d.store.ListChanges(ctx, d.team.ID, found, vigil.Page{Limit: 9, Sort: "created_at"})
		if err != nil || len(history.Items) != 1 || history.Items[0].Actor != "GitHub hook" || !strings.Contains(history.Items[0].Reason, "pull request 7 was closed") {
			t.Errorf("%+v, %v", history.Items, err)
		}
		d.want(d.hook("github/pull_request.closed"), vigil.HookIgnored, "pull request 7 was not scanned")

		found = d.seen(d.gitlab, 0, "search")
		d.want(d.hook("gitlab/push.deleted"), vigil.HookProcessed, "ended branch search")
		if v, err := d.store.GetVulnerability(ctx, d.team.ID, found); err != nil || v.Status != vigil.Fixed {
			t.Errorf("%s, %v", v.Status, err)
		}
		d.want(d.hook("gitlab/push.deleted"), vigil.HookIgnored, "was not scanned")
		d.want(d.hook("gitlab/push.deleted", "refs/heads/search", "refs/heads/main"), vigil.HookIgnored, "is the default branch")
		if wrong, err := d.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Error(wrong, err)
		}
	})
}

// seen records a vulnerability that only a pull request or branch has.
func (d *desk) seen(r vigil.Repository, pull int64, branch string) vigil.ID {
	scan := storetest.Scan(d.t, d.store, d.team.ID, r, func(s *vigil.Scan) {
		if s.Branch, s.Status = branch, vigil.ScanCompleted; pull > 0 {
			s.Branch, s.Kind, s.PullRequest = "main", vigil.PullRequestScan, pull
		}
	})
	found := storetest.Vulnerabilities(scan, 1, func(_ int, v *vigil.Vulnerability) { v.Status = vigil.Open })
	storetest.Record(d.t, d.store, d.team.ID, scan, found)
	if pull > 0 {
		storetest.Write(d.t, d.store, func(tx *store.Tx) error {
			return tx.UpsertPresences(ctx, branch, store.Commit{}, []vigil.ID{found[0].ID})
		})
	}
	return found[0].ID
}

// TestMerging: a merged pull request ends when the default branch was scanned, not before.
func TestMerging(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		status := func(id vigil.ID) vigil.Status {
			v, err := d.store.GetVulnerability(ctx, d.team.ID, id)
			if err != nil {
				t.Fatal(err)
			}
			return v.Status
		}
		found := d.seen(d.github, 7, "refs/pull/7/head")
		push := d.hook("github/push", headA, merge)
		d.begin(push.ScanID, "")
		merged := d.hook("github/pull_request.merged")
		d.want(merged, vigil.HookPending, "it ends when scan "+string(push.ScanID)+" has")
		// A newer push supersedes that scan.
		newer := d.hook("github/push", headA, headB)
		if d.scan(push.ScanID).Status != vigil.ScanCanceled {
			t.Error("it was not superseded")
		}
		d.begin(newer.ScanID, headB)
		d.process(vigil.Now().Add(time.Minute))
		d.want(d.get(merged.ID), vigil.HookPending, "it ends when scan "+string(newer.ScanID)+" has")
		if d.scan(newer.ScanID).Status != vigil.ScanRunning || status(found) != vigil.Open {
			t.Error("the merge is not waited for")
		}
		// That one fails: nobody knows what is on the branch.
		d.end(newer.ScanID, vigil.ScanFailed)
		d.process(vigil.Now().Add(time.Hour))
		d.want(d.get(merged.ID), vigil.HookFailed, "its vulnerabilities stay as they are")
		if status(found) != vigil.Open {
			t.Errorf("%s after a failed scan", status(found))
		}
		// A person replays it.
		by := vigil.Key{Team: d.team, Name: "jane"}
		storetest.Write(t, d.store, func(tx *store.Tx) error { _, err := d.service.ReplayHook(ctx, tx, by, merged.ID); return err })
		d.process(vigil.Now())
		again := d.get(merged.ID)
		d.want(again, vigil.HookPending, "it ends when scan")
		d.begin(again.ScanID, merge)
		d.end(again.ScanID, vigil.ScanCompleted)
		d.process(vigil.Now().Add(time.Hour))
		d.want(d.get(merged.ID), vigil.HookProcessed, "ended pull request 7")
		if got := d.get(merged.ID); status(found) != vigil.Fixed || got.Replays != 1 || got.EndedAt.IsZero() {
			t.Errorf("%s, %+v", status(found), got)
		}
		history, err := d.store.ListChanges(ctx, d.team.ID, found, vigil.Page{Limit: 9, Sort: "created_at"})
		if err != nil || len(history.Items) != 1 || history.Items[0].Actor != "jane" {
			t.Errorf("%+v, %v", history.Items, err)
		}

		// Into another branch: nothing is waited for.
		found = d.seen(d.gitlab, 7, "refs/merge-requests/7/head")
		d.want(d.hook("gitlab/merge_request.merge", `"target_branch": "main"`, `"target_branch": "release"`), vigil.HookProcessed, "ended pull request 7")
		if status(found) != vigil.Fixed {
			t.Error(status(found))
		}
		// Never scanned: nothing to wait for, nothing to end.
		d.want(d.hook("gitlab/merge_request.merge", `"iid": 7`, `"iid": 8`), vigil.HookIgnored, "was not scanned")
		if n := len(d.scans(d.gitlab)); n != 0 {
			t.Errorf("%d scans", n)
		}
	})
}

// TestRenaming: a repository keeps its ID and history under another name.
func TestRenaming(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		found := d.seen(d.github, 0, "main")
		d.want(d.hook("github/repository.renamed"), vigil.HookProcessed, "acme/api is called acme/service now")
		r, err := d.store.GetRepository(ctx, d.team.ID, d.github.ID)
		if err != nil || r.FullName != "acme/service" || r.WebURL != "https://github.com/acme/service" || r.ScanCount != d.github.ScanCount+1 {
			t.Errorf("%+v, %v", r, err)
		}
		if v, err := d.store.GetVulnerability(ctx, d.team.ID, found); err != nil || v.RepositoryID != d.github.ID {
			t.Errorf("%+v, %v", v, err)
		}
		d.want(d.hook("github/push", "acme/api", "acme/service"), vigil.HookProcessed, "started scan")
		d.want(d.hook("github/push"), vigil.HookIgnored, "acme/api is not tracked")
		d.want(d.hook("github/repository.renamed"), vigil.HookIgnored, "is called acme/service already")
		d.want(d.hook("gitlab/system.project_transfer"), vigil.HookProcessed, "acme/platform/api is called umbrella/api now")
		// A name that is taken.
		taken := d.track(d.team, vigil.GitHub, "acme/api")
		d.want(d.hook("github/repository.renamed"), vigil.HookFailed, "acme/service is tracked already")
		if r, err := d.store.GetRepository(ctx, d.team.ID, taken.ID); err != nil || r.FullName != "acme/api" {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// TestDefaultBranch: the counts follow a change of the default branch.
func TestDefaultBranch(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		d.seen(d.github, 0, "trunk")
		h := d.hook("github/repository.edited")
		d.want(h, vigil.HookProcessed, "the default branch is trunk; started scan")
		r, err := d.store.GetRepository(ctx, d.team.ID, d.github.ID)
		if err != nil || r.DefaultBranch != "trunk" || d.scan(h.ScanID).Kind != vigil.MainScan {
			t.Errorf("%+v, %v", r, err)
		}
		d.want(d.hook("github/push", `"default_branch": "main"`, `"default_branch": "trunk"`), vigil.HookIgnored, "main is not the default branch")
		if wrong, err := d.store.Recount(ctx); err != nil || len(wrong) > 0 {
			t.Error(wrong, err)
		}
	})
}

// TestManyServers: several servers process the hooks of a team once each.
func TestManyServers(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		const each = 20
		for i := range each {
			body := append(sample(t, "github/pull_request.opened", headA, fmt.Sprintf("%040x", i)), bytes.Repeat([]byte(" "), i)...)
			d.send(vigil.GitHub, d.request(vigil.GitHub, "pull_request", body), body)
		}
		var servers sync.WaitGroup
		for range 3 {
			servers.Go(func() {
				if err := (&inbox.Runner{Store: d.store, Service: d.service, Log: slog.New(slog.DiscardHandler)}).RunOnce(ctx, vigil.Now()); err != nil {
					t.Error(err)
				}
			})
		}
		servers.Wait()
		if left := d.scans(d.github); len(left) != 1 {
			t.Errorf("%d scans", len(left))
		}
		l, err := d.store.ListHookDeliveries(ctx, d.team.ID, store.HookDeliveryFilter{Statuses: []vigil.HookStatus{vigil.HookProcessed}}, vigil.Page{Limit: 100, Sort: "created_at"})
		if err != nil || len(l.Items) != each {
			t.Errorf("%d processed, %v", len(l.Items), err)
		}
	})
}

// TestFailures: what cannot be done is an outcome, and holds up nobody.
func TestFailures(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		d.service.Quotas = vigil.Quotas{{Quota: vigil.QuotaQueuedScans, Limit: 1}}
		d.hook("github/push")
		d.want(d.hook("github/pull_request.opened"), vigil.HookFailed, "queued")
		d.want(d.hook("github/push"), vigil.HookProcessed, "covers it")

		// One that no server can read, as of a version that wrote it in another way.
		storetest.Write(t, d.store, func(tx *store.Tx) error {
			_, _, err := tx.InsertHookDelivery(ctx, d.team.ID, store.ReceivedHook{Payload: []byte("{"), HookDelivery: vigil.HookDelivery{
				ID: vigil.NewID(), Provider: vigil.GitHub, SourceID: "broken", Event: "push", Status: vigil.HookPending, CreatedAt: vigil.Now()}})
			return err
		})
		d.want(d.hook("github/push"), vigil.HookProcessed, "covers it")
		l, err := d.store.ListHookDeliveries(ctx, d.team.ID, store.HookDeliveryFilter{Statuses: []vigil.HookStatus{vigil.HookFailed}}, vigil.Page{Limit: 9, Sort: "created_at", Desc: true})
		if err != nil || len(l.Items) != 2 || l.Items[0].SourceID != "broken" {
			t.Fatalf("%+v, %v", l.Items, err)
		}
		d.want(l.Items[0], vigil.HookFailed, "internal error")
	})
}

// TestForgetting: hooks are kept for 14 days, and the newest of too many.
func TestForgetting(t *testing.T) {
	forEachDesk(t, func(t *testing.T, d *desk) {
		d.hook("github/ping")
		d.hook("github/star.created")
		last := d.hook("github/push.branch")
		d.runner.Most = 1
		if err := d.runner.Forget(ctx, vigil.Now()); err != nil {
			t.Fatal(err)
		}
		l, err := d.store.ListHookDeliveries(ctx, d.team.ID, store.HookDeliveryFilter{}, vigil.Page{Limit: 9, Sort: "created_at"})
		if err != nil || len(l.Items) != 1 || l.Items[0].ID != last.ID {
			t.Errorf("%+v, %v", l.Items, err)
		}
		d.runner.Most = 0
		h := d.hook("github/ping")
		for _, c := range []struct {
			later time.Duration
			there bool
		}{{inbox.Keep - time.Minute, true}, {inbox.Keep + time.Minute, false}} {
			if err := d.runner.Forget(ctx, vigil.Now().Add(c.later)); err != nil {
				t.Fatal(err)
			}
			if _, err := d.store.GetHookDelivery(ctx, d.team.ID, h.ID); (err == nil) != c.there {
				t.Errorf("after %s: %v", c.later, err)
			}
		}
	})
}
