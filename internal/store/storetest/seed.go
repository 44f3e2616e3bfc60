package storetest

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"testing"
	"time"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/store"
)

// Team stores a team of that name.
func Team(t testing.TB, s *store.Store, name string) vigil.Team {
	t.Helper()
	team := vigil.Team{ID: vigil.TeamID(vigil.NewID()), Name: name, CreatedAt: vigil.Now()}
	Write(t, s, func(tx *store.Tx) error {
		_, err := tx.InsertTeam(context.WithoutCancel(t.Context()), team)
		return err
	})
	return team
}

// Repository stores a repository.
func Repository(t testing.TB, s *store.Store, team vigil.TeamID, provider vigil.Provider, fullName string) vigil.Repository {
	t.Helper()
	r := vigil.Repository{ID: vigil.NewID(), FullName: fullName, Provider: provider, DefaultBranch: "main", CreatedAt: vigil.Now()}
	Write(t, s, func(tx *store.Tx) (err error) {
		r, err = tx.TrackRepository(context.WithoutCancel(t.Context()), team, r)
		return err
	})
	return r
}

// Scan stores a queued scan, after edit had a say.
func Scan(t testing.TB, s *store.Store, team vigil.TeamID, r vigil.Repository, edit func(*vigil.Scan)) vigil.Scan {
	t.Helper()
	scan := vigil.Scan{ID: vigil.NewID(), RepositoryID: r.ID, Repository: r.FullName, Name: "nightly", Status: vigil.ScanQueued,
		Kind: vigil.MainScan, Mode: vigil.FullScan, Branch: "main", CreatedAt: vigil.Now()}
	if edit != nil {
		edit(&scan)
	}
	Write(t, s, func(tx *store.Tx) error { return tx.InsertScan(context.WithoutCancel(t.Context()), team, scan) })
	return scan
}

// Vulnerabilities makes n vulnerabilities that differ in all that can be
// filtered and sorted by, each as edit wants it. They are not stored.
func Vulnerabilities(scan vigil.Scan, n int, edit func(i int, v *vigil.Vulnerability)) []vigil.Vulnerability {
	vectors := []string{
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", // 9.8
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N", // 7.5
		"CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", // 6.1
		"CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N", // 2.5
		"CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H", // 8.1
	}
	kinds := []struct{ typ, cwe string }{{"SQLI", "CWE-89"}, {"XSS", "CWE-79"}, {"SSRF", "CWE-918"}, {"RCE", "CWE-78"}, {"LFI", "CWE-22"}, {"XXE", "CWE-611"}, {"IDOR", "CWE-639"}}
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	out := make([]vigil.Vulnerability, n)
	for i := range out {
		vector := vectors[i%len(vectors)]
		score, err := cvss.Score(vector)
		if err != nil {
			panic(err)
		}
		kind := kinds[i%len(kinds)]
		id := vigil.NewID()
		out[i] = vigil.Vulnerability{
			ID: id, RepositoryID: scan.RepositoryID, ScanID: scan.ID,
			Fingerprint: vigil.Fingerprint{Version: 1, Sum: sha256.Sum256([]byte(id))},
			Status:      vigil.Statuses[i%len(vigil.Statuses)],
			Severity:    score, CVSS: vector, Confidence: vigil.Score(i * 37 % 101),
			Type: kind.typ, CWE: kind.cwe,
			Title: fmt.Sprintf("%s in handler %d", kind.typ, i), Description: "Untrusted data reaches a query.",
			FilePath: fmt.Sprintf("src/handler%d.py", i), CreatedAt: began.Add(time.Duration(i) * time.Minute),
		}
		if edit != nil {
			edit(i, &out[i])
		}
	}
	return out
}

// Record stores vulnerabilities that a scan was the first to see, on its branch unless it is one of
// a pull request.
func Record(t testing.TB, s *store.Store, team vigil.TeamID, scan vigil.Scan, vs []vigil.Vulnerability) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	Write(t, s, func(tx *store.Tx) error {
		if err := tx.InsertVulnerabilities(ctx, team, vs); err != nil {
			return err
		}
		if err := tx.InsertSightings(ctx, team, scan, vs); err != nil || scan.PullRequest > 0 {
			return err
		}
		ids := make([]vigil.ID, len(vs))
		for i, v := range vs {
			ids[i] = v.ID
		}
		return tx.UpsertPresences(ctx, scan.Branch, store.Commit{SHA: scan.CommitSHA}, ids)
	})
}

// Claim takes the leases of all webhooks that are due, as a sender does.
func Claim(t testing.TB, s *store.Store, holder vigil.ID, now time.Time, lease time.Duration) []store.LeasedWebhook {
	t.Helper()
	due, err := s.ListDueWebhooks(t.Context(), now, lease, nil, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if len(due) == 0 {
		return nil
	}
	var ids []vigil.ID
	for _, d := range due {
		ids = append(ids, d.ID)
	}
	claimed, err := s.ClaimWebhooks(t.Context(), holder, now, lease, ids)
	if err != nil {
		t.Fatal(err)
	}
	return claimed
}

// Packed is a text as the long texts of scans are stored.
func Packed(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Routes is an API description in both formats.
func Routes(t testing.TB, format, json, yaml string) vigil.ScanRoutes {
	t.Helper()
	return vigil.ScanRoutes{Format: format, JSON: Packed(t, json), YAML: Packed(t, yaml)}
}
