package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/backup"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// source returns the source of a server in a new data folder.
func source(t testing.TB, c store.Config) backup.Source {
	s := backup.Source{DataDir: filepath.Join(t.TempDir(), "data"), Database: c, Files: []string{"secret.key", "admin.key"}, Folders: []string{"uploads"}}
	if c.PostgresURL == "" {
		s.Database.Path = filepath.Join(s.DataDir, "vigil.db")
	}
	return s
}

// filled returns a source with content in each part, and its open database.
func filled(t testing.TB, c store.Config) (backup.Source, *store.Store, vigil.Team) {
	t.Helper()
	s := source(t, c)
	for name, text := range map[string]string{
		"uploads/a.zip": strings.Repeat("zip", 1000), "uploads/.upload-1": "half", "secret.key": "k", "admin.key": "a", "server.lock": "",
	} {
		name = filepath.Join(s.DataDir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db := storetest.Open(t, s.Database)
	return s, db, storetest.Team(t, db, "red")
}

// anew returns an empty source of the same kind.
func anew(t testing.TB, c store.Config) backup.Source {
	if c.PostgresURL != "" {
		c = storetest.EmptyPostgres(t)
	}
	return source(t, c)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhileOthersWrite backs up a database while scans are recorded: in the copy all counts
// must be right, and everything committed before must be there.
func TestWhileOthersWrite(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s, db, team := filled(t, c)
		repository := storetest.Repository(t, db, team.ID, vigil.GitHub, "acme/api")
		record := func(i int) error {
			scan := vigil.Scan{ID: vigil.NewID(), RepositoryID: repository.ID, Repository: repository.FullName, Name: fmt.Sprint(i),
				Status: vigil.ScanQueued, Kind: vigil.MainScan, Mode: vigil.FullScan, Branch: "main", CreatedAt: vigil.Now()}
			found := storetest.Vulnerabilities(scan, 20, func(_ int, v *vigil.Vulnerability) { v.Title = "tab\tand\\ \"\n" })
			return db.Write(t.Context(), func(tx *store.Tx) error {
				return errors.Join(tx.InsertScan(t.Context(), team.ID, scan), tx.InsertVulnerabilities(t.Context(), team.ID, found), tx.InsertSightings(t.Context(), team.ID, scan, found))
			})
		}
		const before = 30
		for i := range before {
			if err := record(i); err != nil {
				t.Fatal(err)
			}
		}
		stop, wrote := make(chan bool), make(chan int)
		go func() {
			n := 0
			for ; ; n++ {
				select {
				case <-stop:
					wrote <- n
					return
				default:
				}
				if err := record(n); err != nil {
					t.Error(err)
				}
			}
		}()
		var files []string
		for i := range 2 {
			files = append(files, filepath.Join(t.TempDir(), fmt.Sprint(i)))
			m, err := backup.Write(t.Context(), s, files[i])
			if err != nil {
				t.Fatal(err)
			}
			if !m.Has("secret.key") || !m.Has("admin.key") || !m.Has("uploads/a.zip") || m.Has("uploads/.upload-1") || m.Has("server.lock") {
				t.Errorf("%+v", m)
			}
			if info, err := os.Stat(files[i]); err != nil || info.Mode() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			if all, err := os.ReadDir(filepath.Dir(files[i])); err != nil || len(all) != 1 {
				t.Errorf("%v are left, %v", all, err)
			}
		}
		close(stop)
		if n := <-wrote; n == 0 {
			t.Error("nobody could write meanwhile")
		}

		last := 0
		for _, file := range files {
			to := anew(t, c)
			if _, err := backup.Restore(t.Context(), to, file); err != nil {
				t.Fatal(err)
			}
			if read(t, filepath.Join(to.DataDir, "uploads", "a.zip")) != strings.Repeat("zip", 1000) || read(t, filepath.Join(to.DataDir, "secret.key")) != "k" {
				t.Error("the data folder is another")
			}
			restored := storetest.Open(t, to.Database)
			if wrong, err := restored.Recount(t.Context()); err != nil || len(wrong) > 0 {
				t.Errorf("%v, %v", wrong, err)
			}
			list, err := restored.ListRepositoriesNamed(t.Context(), team.ID, "acme/api")
			if err != nil || len(list) != 1 || list[0].ScanCount < max(before, last) {
				t.Fatalf("%+v, %v", list, err)
			}
			last = list[0].ScanCount
			again := storetest.Team(t, restored, "blue") // it is writable
			if got, err := restored.GetTeam(t.Context(), "blue"); err != nil || got.ID != again.ID {
				t.Errorf("%+v, %v", got, err)
			}
		}
		if now, err := db.ListRepositoriesNamed(t.Context(), team.ID, "acme/api"); err != nil || now[0].ScanCount < last {
			t.Errorf("%+v, %v", now, err)
		}
	})
}

// TestDamaged damages an archive in every way we know. Nothing may be written.
func TestDamaged(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s, _, _ := filled(t, c)
		file := filepath.Join(t.TempDir(), "b.tar")
		if _, err := backup.Write(t.Context(), s, file); err != nil {
			t.Fatal(err)
		}
		whole := []byte(read(t, file))
		at := bytes.Index(whole, []byte("zipzip"))
		database, to := "database/vigil.db", anew(t, c)
		if c.PostgresURL != "" {
			database = "database/teams.copy"
		}
		for name, damaged := range map[string][]byte{
			"empty":              nil,
			"text":               []byte(strings.Repeat("no tar at all\n", 100)),
			"half":               whole[:len(whole)/2],
			"without manifest":   whole[:bytes.LastIndex(whole, []byte("manifest.json"))/512*512],
			"end of manifest":    whole[:bytes.LastIndex(whole, []byte(`"sha256"`))],
			"one bit":            append(append(bytes.Clone(whole[:at]), whole[at]^1), whole[at+1:]...),
			"part left out":      rewrite(t, whole, func(h *tar.Header) bool { return h.Name != database }),
			"name of a part":     rewrite(t, whole, func(h *tar.Header) bool { h.Name = strings.Replace(h.Name, "a.zip", "b.zip", 1); return true }),
			"path to elsewhere":  rewrite(t, whole, func(h *tar.Header) bool { h.Name = strings.Replace(h.Name, "uploads/", "../", 1); return true }),
			"link":               rewrite(t, whole, func(h *tar.Header) bool { link(h); return true }),
			"after the manifest": appended(t, whole, "uploads/z.zip"),
			"twice":              appended(t, whole, "secret.key"),
		} {
			if err := os.WriteFile(file, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if m, err := backup.Restore(t.Context(), to, file); err == nil || !strings.Contains(err.Error(), "not a whole backup") {
				t.Errorf("%s: %+v, %v", name, m, err)
			}
			if _, err := os.Stat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("%s: something was written", name)
			}
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Restore(t.Context(), to, file); err != nil {
			t.Errorf("undamaged: %v", err)
		}
	})
}

func link(h *tar.Header) {
	if h.Name == "uploads/a.zip" {
		h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, "/etc/passwd", 0
	}
}

// rewrite copies an archive with headers changed by edit, without those for which it returns
// false.
func rewrite(t *testing.T, archive []byte, edit func(*tar.Header) bool) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !edit(h) {
			continue
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(w, r, h.Size); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func appended(t *testing.T, archive []byte, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	err := w.WriteHeader(&tar.Header{Name: name, Size: 1, Mode: 0o600})
	_, more := w.Write([]byte("x"))
	if err := errors.Join(err, more, w.Close()); err != nil {
		t.Fatal(err)
	}
	return append(bytes.TrimRight(rewrite(t, archive, func(*tar.Header) bool { return true }), "\x00"), padded(out.Bytes(), archive)...)
}

// padded pads to the block size of tar.
func padded(more, archive []byte) []byte {
	n := len(bytes.TrimRight(archive, "\x00"))
	return append(make([]byte, (512-n%512)%512), more...)
}

// TestTargetMustBeEmpty restores over existing content.
func TestTargetMustBeEmpty(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s, _, team := filled(t, c)
		file := filepath.Join(t.TempDir(), "b.tar")
		if _, err := backup.Write(t.Context(), s, file); err != nil {
			t.Fatal(err)
		}
		if _, err := backup.Write(t.Context(), s, file); err == nil || !strings.Contains(err.Error(), "there already") {
			t.Errorf("a backup was overwritten: %v", err)
		}
		if _, err := backup.Restore(t.Context(), s, file); err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Errorf("a folder in use: %v", err)
		}
		if read(t, filepath.Join(s.DataDir, "secret.key")) != "k" {
			t.Error("the folder in use was changed")
		}
		if c.PostgresURL != "" {
			elsewhere := s
			elsewhere.DataDir = filepath.Join(t.TempDir(), "new")
			if _, err := backup.Restore(t.Context(), elsewhere, file); err == nil || !strings.Contains(err.Error(), "the database is not empty") {
				t.Errorf("a database in use: %v", err)
			}
			if _, err := os.Stat(elsewhere.DataDir); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("files were put there though the database was not: %v", err)
			}
		}
		// An unused database and an empty folder are accepted.
		to := anew(t, c)
		if err := os.MkdirAll(to.DataDir, 0o700); err != nil {
			t.Fatal(err)
		}
		if c.PostgresURL != "" {
			storetest.Open(t, to.Database).Close()
		}
		if _, err := backup.Restore(t.Context(), to, file); err != nil {
			t.Fatal(err)
		}
		if got, err := storetest.Open(t, to.Database).GetTeam(t.Context(), "red"); err != nil || got.ID != team.ID {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// TestCutOff: a failed restore leaves nothing behind and can be repeated; a killed one is
// detected by its folder.
func TestCutOff(t *testing.T) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s, _, _ := filled(t, c)
		file := filepath.Join(t.TempDir(), "b.tar")
		if _, err := backup.Write(t.Context(), s, file); err != nil {
			t.Fatal(err)
		}
		to := anew(t, c)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := backup.Restore(ended, to, file); err == nil {
			t.Error("no error")
		}
		failing := to
		if c.PostgresURL != "" {
			failing.Database.PostgresURL += "&default_transaction_read_only=on"
		} else {
			failing.Database.Path = filepath.Join(t.TempDir(), "missing", "vigil.db")
		}
		if _, err := backup.Restore(t.Context(), failing, file); err == nil {
			t.Error("no error")
		}
		if _, err := os.Stat(to.DataDir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("something is left: %v", err)
		}
		if _, err := backup.Restore(t.Context(), to, file); err != nil {
			t.Errorf("after it failed: %v", err)
		}
		to = anew(t, c)
		if err := os.MkdirAll(filepath.Join(to.DataDir, "restore.unfinished"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := backup.CheckFinished(to.DataDir); err == nil {
			t.Error("not noticed")
		}
		if _, err := backup.Restore(t.Context(), to, file); err == nil || !strings.Contains(err.Error(), "cut off") {
			t.Errorf("%v", err)
		}
	})
}

// TestKinds restores a backup of one kind of database into the other.
func TestKinds(t *testing.T) {
	postgres := storetest.EmptyPostgres(t)
	s, _, _ := filled(t, storetest.SQLite(t))
	file := filepath.Join(t.TempDir(), "b.tar")
	if _, err := backup.Write(t.Context(), s, file); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Restore(t.Context(), source(t, postgres), file); err == nil || !strings.Contains(err.Error(), "SQLite") {
		t.Errorf("%v", err)
	}
}
