package store_test

import (
	"cmp"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
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

		imported := storetest.Scan(t, s, team, repository, nil)
		document := noise(700_000)
		in := vigil.Import{Commit: "c", Document: strings.NewReader(document)}
		failed := errors.New("run again")
		for _, want := range []error{failed, nil} {
			err := s.Write(ctx, func(tx *store.Tx) error { return cmp.Or(tx.InsertScanImport(ctx, imported.ID, in), want) })
			if !errors.Is(err, want) {
				t.Fatal(err)
			}
		}
		packed, err := s.OpenScanImport(ctx, team, imported.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(packed); err != nil || string(got) != document {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			_, err := tx.UpdateScanEnded(ctx, team, imported.ID, vigil.ScanCanceled, vigil.Now())
			return err
		})
		if _, err := s.OpenScanImport(ctx, team, imported.ID); vigil.KindOf(err) != vigil.NotFound {
			t.Errorf("after the end: %v", err)
		}
		if n := store.QueryInt(t, s, `SELECT count(*) FROM scan_parts WHERE text = 'import'`); n != 0 {
			t.Errorf("%d parts are left", n)
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
