package store_test

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func stage(t testing.TB, s *store.Store, document string) vigil.ID {
	t.Helper()
	id, err := s.StageImport(ctx, strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// sweepImports deletes lost documents, and returns in how many batches.
func sweepImports(t testing.TB, s *store.Store, now time.Time) (batches int) {
	t.Helper()
	for {
		any, err := s.DeleteLostImport(ctx, now)
		if err != nil || batches > 1000 {
			t.Fatal(batches, err)
		}
		if !any {
			return batches
		}
		batches++
	}
}

// leftOfImports counts the documents and parts that are stored.
func leftOfImports(t testing.TB, s *store.Store) [2]int {
	return [2]int{store.QueryInt(t, s, `SELECT count(*) FROM import_documents`), store.QueryInt(t, s, `SELECT count(*) FROM import_parts`)}
}

func storedBytes(t testing.TB, s *store.Store, team vigil.TeamID) int64 {
	t.Helper()
	n, err := s.CountUsage(ctx, team, vigil.QuotaStoredBytes)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func readImport(t testing.TB, s *store.Store, team vigil.TeamID, scan vigil.ID) string {
	t.Helper()
	document, err := s.OpenScanImport(ctx, team, scan)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func endScan(t testing.TB, s *store.Store, team vigil.TeamID, scan vigil.ID) {
	t.Helper()
	storetest.Write(t, s, func(tx *store.Tx) error {
		_, err := tx.UpdateScanEnded(ctx, team, scan, vigil.ScanCanceled, vigil.Now())
		return err
	})
}

// TestImport stages documents, attaches them to scans, and ends these.
func TestImport(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		for size, parts := range map[int]int{0: 0, 1: 1, 256 << 10: 1, 700_000: 3, 1 << 20: 4, 1<<20 + 1: 5, 3 << 20: 12} {
			document := noise(size)
			in := vigil.Import{Commit: "c", Document: stage(t, s, document)}
			if got := leftOfImports(t, s); got != [2]int{1, parts} || storedBytes(t, s, team) != 0 {
				t.Errorf("%d bytes are staged as %v, and count %d", size, got, storedBytes(t, s, team))
			}
			scan := storetest.Scan(t, s, team, repository, nil)
			again := errors.New("run again")
			for _, want := range []error{again, nil} {
				err := s.Write(ctx, func(tx *store.Tx) error { return cmp.Or(tx.InsertScanImport(ctx, scan.ID, in), want) })
				if !errors.Is(err, want) {
					t.Fatal(err)
				}
			}
			// Nothing takes it away.
			if err := s.DiscardImport(ctx, in.Document); err != nil {
				t.Fatal(err)
			}
			if n := sweepImports(t, s, vigil.Now().Add(time.Hour)); n != 0 {
				t.Errorf("%d batches were swept", n)
			}
			if got := readImport(t, s, team, scan.ID); got != document {
				t.Errorf("%d bytes came back as %d", size, len(got))
			}
			if _, err := s.OpenScanImport(ctx, other, scan.ID); vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("another team: %v", err)
			}
			if got := storedBytes(t, s, team); got != int64(size) {
				t.Errorf("%d bytes count, want %d", got, size)
			}
			// Nobody else has it.
			second := storetest.Scan(t, s, team, repository, nil)
			err := s.Write(ctx, func(tx *store.Tx) error { return tx.InsertScanImport(ctx, second.ID, in) })
			if vigil.KindOf(err) != vigil.Unavailable {
				t.Errorf("attached twice: %v", err)
			}
			endScan(t, s, team, scan.ID)
			if _, err := s.OpenScanImport(ctx, team, scan.ID); vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("after the end: %v", err)
			}
			if got := storedBytes(t, s, team); got != 0 {
				t.Errorf("%d bytes count after the end", got)
			}
			sweepImports(t, s, vigil.Now())
			if got := leftOfImports(t, s); got != [2]int{} {
				t.Errorf("%v are left", got)
			}
		}
	})
}

// betweenReads calls fn before each read.
type betweenReads struct {
	io.Reader
	fn func() error
}

func (r betweenReads) Read(p []byte) (int, error) {
	if err := r.fn(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// TestImportIsStagedInShortTransactions: other writers do not wait for a document, at any point, and
// see nothing of it.
func TestImportIsStagedInShortTransactions(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		scan := storetest.Scan(t, s, team, storetest.Repository(t, s, team, vigil.GitHub, "acme/api"), nil)
		writes, most, before := 0, 0, 0
		_, err := s.StageImport(ctx, betweenReads{strings.NewReader(noise(5 << 20)), func() error {
			writes++
			// If a transaction were open, SQLite would not let this one begin.
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			parts := leftOfImports(t, s)[1]
			most, before = max(most, parts-before), parts
			return s.Write(ctx, func(tx *store.Tx) error { return tx.UpdateScanLanguage(ctx, team, scan.ID, "go") })
		}})
		if err != nil || writes < 5 || most != 4 {
			t.Errorf("%d writes in between, at most %d parts in one transaction, %v", writes, most, err)
		}
		if n := store.QueryInt(t, s, `SELECT count(*) FROM scan_imports`); n != 0 {
			t.Errorf("%d imports are visible", n)
		}
	})
}

// TestLostImports: what a killed process staged is deleted soon, in batches, and not before. Whoever
// is late notices.
func TestLostImports(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := storetest.Open(t, c)
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		attach := func(id vigil.ID) error {
			scan := storetest.Scan(t, s, team, repository, nil)
			return s.Write(ctx, func(tx *store.Tx) error { return tx.InsertScanImport(ctx, scan.ID, vigil.Import{Document: id}) })
		}
		lost := stage(t, s, noise(3<<20))
		made := store.Record(s, func(s *store.Store) { _, _ = s.DeleteLostImport(ctx, vigil.Now()) })
		checkFound(t, s, c, "import_documents_loose", made[0])
		if n := sweepImports(t, s, vigil.Now().Add(10*time.Second)); n != 0 {
			t.Errorf("%d batches were swept too early", n)
		}
		if n := sweepImports(t, s, vigil.Now().Add(time.Minute)); n != 4 { // three of parts, and the document
			t.Errorf("%d batches", n)
		}
		if got := leftOfImports(t, s); got != [2]int{} {
			t.Errorf("%v are left", got)
		}
		if err := attach(lost); vigil.KindOf(err) != vigil.Unavailable {
			t.Errorf("attached: %v", err)
		}

		// Swept halfway, or not at all: it can no longer be attached.
		for _, batches := range []int{0, 1} {
			sweepImports(t, s, vigil.Now()) // the one before
			gone := stage(t, s, noise(2<<20))
			if batches == 0 {
				if err := s.DiscardImport(ctx, gone); err != nil {
					t.Fatal(err)
				}
			}
			for range batches {
				if _, err := s.DeleteLostImport(ctx, vigil.Now().Add(time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
			if err := attach(gone); vigil.KindOf(err) != vigil.Unavailable {
				t.Errorf("attached: %v", err)
			}
		}

		// A writer whose document is swept meanwhile gives up, and one whose source fails.
		reads := 0
		for want, fn := range map[vigil.Kind]func() error{
			vigil.Unavailable: func() error {
				if reads++; reads == 3 {
					sweepImports(t, s, vigil.Now().Add(time.Minute))
				}
				return nil
			},
			vigil.Conflict: func() error {
				if leftOfImports(t, s)[1] > 0 {
					return &vigil.Error{Kind: vigil.Conflict}
				}
				return nil
			},
		} {
			if _, err := s.StageImport(ctx, betweenReads{strings.NewReader(noise(6 << 20)), fn}); vigil.KindOf(err) != want {
				t.Errorf("%v, want %v", err, want)
			}
		}
		sweepImports(t, s, vigil.Now())
		if got := leftOfImports(t, s); got != [2]int{} {
			t.Errorf("%v are left", got)
		}
		if n := storedBytes(t, s, team); n != 0 {
			t.Errorf("%d bytes count", n)
		}
	})
}

// TestMigrateImports: an import that was queued before documents were staged is read, counted, and
// deleted, and one that is queued now survives a downgrade.
func TestMigrateImports(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		repository := storetest.Repository(t, s, team, vigil.GitHub, "acme/api")
		document := noise(700_000)
		now, lost := storetest.Scan(t, s, team, repository, nil), stage(t, s, "lost")
		in := vigil.Import{Commit: "c", Partial: true, Document: stage(t, s, document)}
		storetest.Write(t, s, func(tx *store.Tx) error { return tx.InsertScanImport(ctx, now.ID, in) })
		store.Migrate(t, s, 22)
		for i, part := range []string{document[:256<<10], document[256<<10 : 512<<10], document[512<<10:]} {
			if n := store.QueryInt(t, s, `SELECT count(*) FROM scan_parts WHERE scan_id = $1 AND text = 'import' AND number = $2 AND content = $3`, now.ID, i, []byte(part)); n != 1 {
				t.Errorf("part %d is not where it was before", i)
			}
		}
		store.Migrate(t, s, 0)
		if got := readImport(t, s, team, now.ID); got != document {
			t.Errorf("%d bytes came back as %d", len(document), len(got))
		}
		if i, err := s.GetScanImport(ctx, team, now.ID); err != nil || i.Commit != "c" || !i.Partial {
			t.Errorf("%+v, %v", i, err)
		}
		if got := storedBytes(t, s, team); got != int64(len(document)) {
			t.Errorf("%d bytes count, want %d", got, len(document))
		}
		endScan(t, s, team, now.ID)
		if n := store.QueryInt(t, s, `SELECT count(*) FROM scan_parts`); n != 0 || storedBytes(t, s, team) != 0 {
			t.Errorf("%d parts are left, and %d bytes count", n, storedBytes(t, s, team))
		}
		if err := s.DiscardImport(ctx, lost); err != nil { // the downgrade has deleted it
			t.Error(err)
		}
	})
}
