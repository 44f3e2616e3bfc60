package store_test

import (
	"io"
	"math/rand/v2"
	"testing"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// noise is a text that gzip cannot compress.
func noise(size int) string {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b) // never fails
	return string(b)
}

// TestLongTextsAreStoredInParts checks that long texts are read back unchanged, each by its own team only.
func TestLongTextsAreStoredInParts(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		scan := storetest.Scan(t, s, team, repository, nil)
		for _, size := range []int{700_000, 256 << 10, 1} {
			document := noise(size)
			storetest.Write(t, s, func(tx *store.Tx) error {
				return tx.UpsertScanRoutes(ctx, team, scan.ID, storetest.Routes(t, "json", document, "y"))
			})
			stored, err := s.GetScanRoutes(ctx, team, scan.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := readRoutes(t, s, team, scan.ID, stored, "json"); got != document {
				t.Errorf("%d bytes came back as %d", size, len(got))
			}
			if _, err := s.OpenScanRoutes(ctx, other, scan.ID, stored, "json"); err == nil {
				t.Error("another team reads it")
			}
		}
		if most := store.QueryInt(t, s, `SELECT max(length(content)) FROM scan_parts`); most > 256<<10 {
			t.Errorf("a part has %d bytes", most)
		}
	})
}

// TestTextsOfBefore: texts stored before they were split into parts are still read.
func TestTextsOfBefore(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		scan := storetest.Scan(t, s, team, storetest.Repository(t, s, team, vigil.GitHub, "acme/api"), nil)
		document := noise(700_000)
		store.Exec(t, s, `INSERT INTO scan_documents (scan_id, routes_format, routes, wiki) VALUES ($1, 'yaml', $2, '')`, scan.ID, storetest.Packed(t, document))
		stored, err := s.GetScanRoutes(ctx, team, scan.ID)
		if err != nil || stored.Format != "yaml" || !stored.JSONOnly {
			t.Fatalf("%+v, %v", stored, err)
		}
		if got := readRoutes(t, s, team, scan.ID, stored, "json"); got != document {
			t.Errorf("%d bytes came back", len(got))
		}
		store.Exec(t, s, `INSERT INTO scan_imports (scan_id, commit_sha, partial, document) VALUES ($1, 'c', $2, $3)`, scan.ID, true, []byte(document))
		packed, err := s.OpenScanImport(ctx, team, scan.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(packed); err != nil || string(got) != document {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
}
