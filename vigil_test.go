package vigil_test

import (
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
)

func TestNewID(t *testing.T) {
	v7 := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	var mu sync.Mutex
	seen := map[vigil.ID]bool{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			last := vigil.ID("")
			for range 10_000 { // more than one millisecond can count
				id := vigil.NewID()
				if id <= last {
					t.Errorf("%s does not come after %s", id, last)
				}
				last = id
				mu.Lock()
				if seen[id] || !v7.MatchString(string(id)) {
					t.Errorf("%s: made before, or not of version 7", id)
				}
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var ms int64
	fmt.Sscanf(strings.ReplaceAll(string(vigil.NewID()), "-", "")[:12], "%x", &ms)
	if off := time.Since(time.UnixMilli(ms)); off < -time.Minute || off > time.Minute {
		t.Errorf("the id is of %v", time.UnixMilli(ms))
	}
}

func TestParseID(t *testing.T) {
	id := vigil.NewID()
	if got, ok := vigil.ParseID(strings.ToUpper(string(id))); !ok || got != id {
		t.Errorf("%s %v", got, ok)
	}
	for _, s := range []string{"", "x", string(id) + "0", string(id)[:35], strings.ReplaceAll(string(id), "-", ""), "{" + string(id)[:34] + "}", strings.Replace(string(id), "-", "g", 1), "g" + string(id)[1:]} {
		if got, ok := vigil.ParseID(s); ok {
			t.Errorf("%q is %s", s, got)
		}
	}
}

func FuzzParseID(f *testing.F) {
	f.Add(string(vigil.NewID()))
	f.Add("01A1DE38-6400-7C1E-9B52-3F8A6D20E4B7")
	f.Add("urn:uuid:01a1de38-6400-7c1e-9b52-3f8a6d20e4b7")
	f.Add("{01a1de3864007c1e9b523f8a6d20e4b7}")
	f.Fuzz(func(t *testing.T, s string) {
		if id, ok := vigil.ParseID(s); ok && !strings.EqualFold(string(id), s) {
			t.Fatalf("%q became %q", s, id)
		}
	})
}

func TestLevels(t *testing.T) {
	for score, want := range map[vigil.Score]vigil.Level{0: vigil.Low, 39: vigil.Low, 40: vigil.Medium, 69: vigil.Medium, 70: vigil.High, 89: vigil.High, 90: vigil.Critical, 100: vigil.Critical} {
		if got := score.Level(); got != want {
			t.Errorf("%s is %s, want %s", score, got, want)
		}
	}
	for _, level := range vigil.Levels {
		lowest, highest := level.Range()
		if lowest.Level() != level || highest.Level() != level || (lowest > 0 && (lowest-1).Level() == level) || (highest < vigil.MaxScore && (highest+1).Level() == level) {
			t.Errorf("%s reaches from %s to %s", level, lowest, highest)
		}
	}
	if vigil.Level("none").Valid() || vigil.Level("").Valid() || !vigil.High.Valid() {
		t.Error("Valid is wrong")
	}
	var c vigil.Counts
	c.Add(98, 2)
	c.Add(10, 1)
	c.Add(98, -1)
	if c.Of(vigil.Critical) != 1 || c.Of(vigil.Low) != 1 || c.Total() != 2 {
		t.Errorf("%v", c)
	}
}

func TestTriageTable(t *testing.T) {
	want := map[vigil.Action]vigil.Status{"dismiss": "false_positive", "accept_risk": "accepted_risk", "reopen": "open", "confirm": "in_progress", "resolve": "fixed"}
	if len(vigil.Actions) != len(want) {
		t.Errorf("%v", vigil.Actions)
	}
	for action, status := range want {
		if got, ok := action.Outcome(); !ok || got != status || !got.Valid() || !slices.Contains(vigil.Actions, action) {
			t.Errorf("%s leads to %s", action, got)
		}
	}
	if got, ok := vigil.Action("fix").Outcome(); ok {
		t.Errorf("fix leads to %s", got)
	}
}

func TestScanStatuses(t *testing.T) {
	const all = "queued running completed failed canceled"
	want := map[string]string{"queued": "running failed canceled", "running": "completed failed canceled"}
	for _, from := range strings.Fields(all) {
		for _, to := range strings.Fields(all) {
			allowed := slices.Contains(strings.Fields(want[from]), to)
			if got := vigil.ScanStatus(from).CanBecome(vigil.ScanStatus(to)); got != allowed {
				t.Errorf("from %s to %s: %v, want %v", from, to, got, allowed)
			}
		}
		if done := vigil.ScanStatus(from).Done(); done != (want[from] == "") {
			t.Errorf("%s: done = %v", from, done)
		}
	}
}

func TestSecrets(t *testing.T) {
	seen := map[vigil.Secret]bool{}
	form := regexp.MustCompile(`^vgl_[0-9A-Za-z]{36}$`)
	for range 1000 {
		s := vigil.NewSecret()
		if seen[s] || !s.WellFormed() || !form.MatchString(string(s)) {
			t.Fatalf("%s: made before, or not well formed", string(s))
		}
		seen[s] = true
		for i := range s { // each mistyped character is noticed
			wrong := []byte(s)
			wrong[i] ^= 1
			if vigil.Secret(wrong).WellFormed() {
				t.Fatalf("%s passes for %s", wrong, string(s))
			}
		}
		var log strings.Builder
		slog.New(slog.NewJSONHandler(&log, nil)).Info("a key", "key", s, "in", struct{ S vigil.Secret }{s})
		slog.New(slog.NewTextHandler(&log, nil)).Info("a key", "key", s, "in", struct{ S vigil.Secret }{s})
		for _, shown := range []string{log.String(), fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %s %q", s, s, s, s, s), fmt.Sprint(struct{ S vigil.Secret }{s})} {
			if strings.Contains(shown, string(s)[14:]) {
				t.Fatalf("%s shows the secret", shown)
			}
		}
	}
	for _, s := range []vigil.Secret{"", "vgl_", "x", vigil.Secret(strings.Repeat("a", 40))} {
		if s.WellFormed() {
			t.Errorf("%q is well formed", string(s))
		}
		_ = s.String()
	}
	if a, b := vigil.NewSecret(), vigil.NewSecret(); a.Hash() == b.Hash() || a.Hash() != a.Hash() { //nolint:staticcheck // that is the question
		t.Error("two secrets have one hash, or one has two")
	}
}

func TestKeys(t *testing.T) {
	now := time.Now()
	for what, c := range map[string]struct {
		key    vigil.Key
		active bool
	}{
		"plain":           {vigil.Key{}, true},
		"ends later":      {vigil.Key{ExpiresAt: now.Add(1)}, true},
		"ends now":        {vigil.Key{ExpiresAt: now}, false},
		"revoked":         {vigil.Key{RevokedAt: now.Add(-1)}, false},
		"revoked, living": {vigil.Key{RevokedAt: now, ExpiresAt: now.Add(1)}, false},
	} {
		if got := c.key.Active(now); got != c.active {
			t.Errorf("%s: %v", what, got)
		}
	}
	k := vigil.Key{Permissions: []vigil.Permission{vigil.ScansRead}}
	if !k.Allows(vigil.ScansRead) || k.Allows(vigil.ScansRun) || vigil.Permission("scans").Valid() || len(vigil.AllPermissions) != 13 {
		t.Error("permissions are wrong")
	}
}

func TestRepositoryNames(t *testing.T) {
	for _, s := range []string{"a", "acme/api", "acme/platform/api", "a/b-c_d.e", "café/x", "a/b c", "acme/100%", "acme/.github", strings.Repeat("x", 400)} {
		if err := vigil.CheckName("repository", s); err != nil || !vigil.ValidName(s) {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"", "/", "a/", "/a", "a//b", "a/./b", "../a", "a\x00b", "a\nb", "\xff", " a/b", "a/b ", "a/ b", "a,b/c", "https://github.com/a/b", "git@github.com:a/b", "a/b.git", `a\b`, "a/\u202eb", strings.Repeat("x", 401)} {
		err := vigil.CheckName("repository", s)
		if vigil.KindOf(err) != vigil.Invalid {
			t.Errorf("%q: %v", s, err)
		}
	}
	if r := (vigil.Repository{FullName: "acme/platform/api"}); r.Name() != "api" {
		t.Error(r.Name())
	}
	if r := (vigil.Repository{FullName: "api"}); r.Name() != "api" {
		t.Error(r.Name())
	}
}

func TestBranchNames(t *testing.T) {
	for _, s := range []string{"main", "feature/x-1", "release-1.2", "é", "a@b"} {
		if err := vigil.CheckBranch("branch", s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"", "-x", "a..b", "a b", "a~1", "a^", "a:b", "a?", "a*", "a[b", `a\b`, "a//b", "/a", "a/", ".a", "a/.b", "a.lock", "a.", "@", "a@{b", "a\x7fb", strings.Repeat("x", 256)} {
		if err := vigil.CheckBranch("branch", s); vigil.KindOf(err) != vigil.Invalid {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestPullRequestRefs(t *testing.T) {
	for p, want := range map[vigil.Provider]string{vigil.GitHub: "refs/pull/7/head", vigil.GitLab: "refs/merge-requests/7/head"} {
		if got := p.PullRequestRef(7); got != want || !vigil.IsPullRequestRef(got) {
			t.Errorf("%s: %s", p, got)
		}
	}
	if vigil.IsPullRequestRef("main") || vigil.IsPullRequestRef("pull/7/head") {
		t.Error("a branch is taken for a pull request")
	}
}

func TestChooseRepository(t *testing.T) {
	hub, lab := vigil.Repository{Provider: vigil.GitHub}, vigil.Repository{Provider: vigil.GitLab}
	for _, c := range []struct {
		named    []vigil.Repository
		provider vigil.Provider
		want     vigil.Provider
		kind     vigil.Kind
	}{
		{nil, "", "", vigil.NotFound},
		{[]vigil.Repository{lab}, "", vigil.GitLab, 0},
		{[]vigil.Repository{lab}, vigil.GitHub, "", vigil.NotFound},
		{[]vigil.Repository{hub, lab}, "", "", vigil.Conflict},
		{[]vigil.Repository{hub, lab}, vigil.GitLab, vigil.GitLab, 0},
	} {
		got, err := vigil.ChooseRepository(c.named, c.provider)
		if got.Provider != c.want || err != nil && vigil.KindOf(err) != c.kind || (err == nil) != (c.kind == 0) {
			t.Errorf("%v with %q: %v, %v", c.named, c.provider, got, err)
		}
	}
}

func TestNormalCWE(t *testing.T) {
	for s, want := range map[string]string{"89": "CWE-89", "CWE-89": "CWE-89", "cwe-089": "CWE-89", "x": "X", "CWE-": "CWE-", "-1": "-1"} {
		if got := vigil.NormalCWE(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestFingerprints(t *testing.T) {
	f := vigil.Fingerprint{Version: 1, Sum: [32]byte{1, 2, 255}}
	if got, err := vigil.ParseFingerprint(f.String()); err != nil || got != f || !strings.HasPrefix(f.String(), "v1:0102ff") {
		t.Errorf("%s: %v, %v", f, got, err)
	}
	for _, s := range []string{"", "v1", "v1:", "v1:00", "1:" + strings.Repeat("0", 64), "v0:" + strings.Repeat("0", 64), "vx:" + strings.Repeat("0", 64), "v1:" + strings.Repeat("g", 64)} {
		if got, err := vigil.ParseFingerprint(s); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}

func TestErrors(t *testing.T) {
	err := fmt.Errorf("start scan: %w", vigil.InvalidError("name", "must not be %s", "empty"))
	if vigil.KindOf(err) != vigil.Invalid || !strings.Contains(err.Error(), `"name" must not be empty.`) {
		t.Errorf("%v", err)
	}
	if vigil.KindOf(fmt.Errorf("plain")) != vigil.Internal || vigil.KindOf(vigil.MissingError("scan")) != vigil.NotFound {
		t.Error("KindOf is wrong")
	}
}

func TestReleases(t *testing.T) {
	r := vigil.Release{Version: "1.4", ScannerVersion: "1.4.2", ImageURI: "registry.example.com/scanner", ImageDigest: "sha256:abc"}
	if r.ImageRef() != "registry.example.com/scanner@sha256:abc" || r.PullCommand() != "docker pull registry.example.com/scanner@sha256:abc" {
		t.Error(r.PullCommand())
	}
	for version, want := range map[string]bool{"1.4": true, "1.4.2": true, "1.4.1": false, "1": false, "": false} {
		if r.Matches(version) != want {
			t.Errorf("%q: %v", version, !want)
		}
	}
}

func TestWebhooksAndSchedules(t *testing.T) {
	w := vigil.Webhook{Enabled: true, Events: []vigil.EventType{vigil.EventScanStarted}}
	if !w.Wants(vigil.EventScanStarted) || w.Wants(vigil.EventScanFailed) {
		t.Error("Wants is wrong")
	}
	if w.Enabled = false; w.Wants(vigil.EventScanStarted) {
		t.Error("a disabled webhook wants events")
	}
	if len(vigil.EventTypes) != 7 || !vigil.EventType("schedule.triggered").Valid() || vigil.EventType("ping").Valid() {
		t.Error("event types are wrong")
	}
	if !vigil.ScanMode("diff").Valid() || vigil.ScanMode("half").Valid() || !vigil.Model("opus").Valid() || vigil.Model("gpt").Valid() || !vigil.Provider("zip").Valid() {
		t.Error("enumerations are wrong")
	}
}

func TestNow(t *testing.T) {
	if now := vigil.Now(); now.Location() != time.UTC || now.Nanosecond()%1e6 != 0 {
		t.Errorf("%v", now)
	}
}
