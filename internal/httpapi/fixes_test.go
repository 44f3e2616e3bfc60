package httpapi_test

import (
	"errors"
	"strings"
	"testing"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestFixes: what cannot be fixed is refused at once, a diff is shown only if it is proven, and
// teams see only their own.
func TestFixes(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		scan := s.startScan("acme/api")
		found := s.record(scan.ID, 5, func(i int, v *vigil.Vulnerability) {
			v.FilePath, v.Status = []string{"a.py", "a.py", "Dockerfile", "b.py", "c.py"}[i], []vigil.Status{vigil.Open, vigil.Open, vigil.Open, vigil.FalsePositive, vigil.InProgress}[i]
		})
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			var all []store.Evidence
			for i, v := range found {
				detector := []string{"code", "dependencies", "code", "code", "code"}[i]
				all = append(all, store.Evidence{VulnerabilityID: v.ID, Detector: detector, Rule: "r", Finding: []byte(`{"rule":"r"}`)})
			}
			return errors.Join(tx.UpsertEvidence(ctx, all),
				tx.DeletePresences(ctx, "main", []vigil.ID{found[4].ID}),
				tx.UpsertPresences(ctx, vigil.GitHub.PullRequestRef(3), store.Commit{SHA: "c"}, []vigil.ID{found[4].ID}))
		})
		path := func(i int) string { return "/vulnerabilities/" + string(found[i].ID) + "/fix" }
		const sonnet = `{"model":"sonnet"}`
		for i, want := range map[int]string{1: "source code", 2: "source code", 3: "false_positive", 4: "pull request"} {
			if e := string(s.post(path(i), sonnet).want(409).body); !strings.Contains(e, "not_fixable") || !strings.Contains(e, want) {
				t.Errorf("%d: %s", i, e)
			}
		}
		for body, want := range map[string]string{`{}`: "model", `{"model":"gpt"}`: "model", `{"model":"sonnet","branch":"x"}`: "branch", `{"model":7}`: "model"} {
			if e := string(s.post(path(0), body).want(400).body); !strings.Contains(e, `"param":"`+want+`"`) {
				t.Errorf("%s: %s", body, e)
			}
		}
		s.get(path(0)).want(404)
		s.get("/vulnerabilities/" + scan.ID + "/fix").want(404)
		s.post("/vulnerabilities/"+scan.ID+"/fix", sonnet).want(404)

		f := read[api.Fix](s.post(path(0), sonnet).want(202))
		if f.Status != "queued" || f.ScanID == scan.ID || f.Branch != "main" || f.Diff != nil || f.Proof != nil {
			t.Errorf("%+v", f)
		}
		if e := string(s.post(path(0), sonnet).want(409).body); !strings.Contains(e, "fix_in_progress") {
			t.Error(e)
		}
		if of := read[api.Scan](s.get("/scans/" + f.ScanID)); *of.Status != "queued" {
			t.Errorf("%+v", of)
		}
		stored, err := s.store.GetFix(ctx, s.team.ID, found[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		stored.Status, stored.Diff, stored.Proof = vigil.FixProven, "--- a/a.py\n", vigil.FixProof{Before: 1, Commit: "c"}
		storetest.Write(t, s.store, func(tx *store.Tx) error { _, err := tx.UpdateFixEnded(ctx, s.team.ID, stored); return err })
		if f := read[api.Fix](s.get(path(0))); f.Status != "proven" || *f.Diff != stored.Diff || f.Proof.Before != 1 || f.Proof.Commit != "c" {
			t.Errorf("%+v", f)
		}
		other := storetest.Team(t, s.store, "other")
		if _, err := s.store.GetFix(ctx, other.ID, found[0].ID); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("another team got it: %v", err)
		}
		if again := read[api.Fix](s.post(path(0), sonnet).want(202)); again.Status != "queued" || again.Diff != nil || again.ScanID == f.ScanID {
			t.Errorf("%+v", again)
		}
	})
}

// TestFixOfArchive: an uploaded archive has fixes, but no pull requests.
func TestFixOfArchive(t *testing.T) {
	forEachServer(t, func(t *testing.T, s *server) {
		upload := s.call("POST", "/uploads?repository=acme/shop&name=n").with("Content-Type", "application/zip")
		upload.body = archive(t, map[string]string{"a.py": "x = 1"})
		scan := read[api.Scan](upload.do().want(201))
		v := s.record(scan.ID, 1, func(_ int, v *vigil.Vulnerability) { v.FilePath, v.Status = "a.py", vigil.Open })[0]
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return tx.UpsertEvidence(ctx, []store.Evidence{{VulnerabilityID: v.ID, Detector: "code", Rule: "r", Finding: []byte(`{"rule":"r"}`)}})
		})
		path := "/vulnerabilities/" + string(v.ID) + "/fix"
		if e := string(s.post(path, `{"model":"sonnet","open_pull_request":true}`).want(400).body); !strings.Contains(e, `"param":"open_pull_request"`) {
			t.Error(e)
		}
		if f := read[api.Fix](s.post(path, `{"model":"sonnet"}`).want(202)); f.Status != "queued" {
			t.Errorf("%+v", f)
		}
	})
}
