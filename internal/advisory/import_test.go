package advisory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil/internal/ecosystem"
	"vigil/internal/source/sourcetest"
)

var today = time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)

// record returns an OSV record.
func record(id, modified, more, kind, name, ranges string) string {
	return fmt.Sprintf(`{"id": %q, "modified": %q, "summary": "about %s" %s,
		"affected": [{"package": {"ecosystem": %q, "name": %q}, "ranges": [{"type": "ECOSYSTEM", "events": [%s]}]}]}`, id, modified, name, more, kind, name, ranges)
}

const since1 = `{"introduced": "1.0.0"}, {"fixed": "1.2.3"}`

func zipOf(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	return fileOf(t, dir, "all.zip", string(sourcetest.Archive(t, files)))
}

func fileOf(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t *testing.T, to string, replace bool, from ...string) Imported {
	t.Helper()
	out, err := Import{To: to, From: from, Replace: replace, Now: today}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func lookup(t *testing.T, path string, kind ecosystem.Kind, name string) []string {
	t.Helper()
	file, f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := f.Lookup(kind, name)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, a := range all {
		ids = append(ids, a.ID)
	}
	return ids
}

func TestImport(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, "data", FileName)
	archive := zipOf(t, dir, map[string]string{
		"A-1.json":  record("A-1", "2026-01-01T00:00:00Z", "", "npm", "left", since1),
		"A-2.json":  record("A-2", "2026-01-02T00:00:00Z", "", "npm", "left", since1),
		"A-3.json":  record("A-3", "2026-01-03T00:00:00Z", "", "PyPI:https://example.com/simple", "Left_Pad", since1),
		"deb.json":  record("DEB-1", "2026-01-03T00:00:00Z", "", "Debian:12", "left", since1),
		"gone.json": record("A-4", "2026-01-03T00:00:00Z", `, "withdrawn": "2026-02-01T00:00:00Z"`, "npm", "left", since1),
		"notes.txt": "nothing",
	})
	out := run(t, to, false, archive)
	if out.Records != 5 || out.Other != 1 || out.Status.Advisories != 3 || out.Status.Ecosystems["npm"] != (EcosystemCount{2, 1, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}) {
		t.Errorf("imported %+v", out)
	}
	if got := lookup(t, to, "npm", "left"); !slices.Equal(got, []string{"A-1", "A-2"}) {
		t.Errorf("left has %v", got)
	}
	if got := lookup(t, to, "PyPI", "left.pad"); !slices.Equal(got, []string{"A-3"}) {
		t.Errorf("left.pad has %v", got)
	}
	for _, name := range []string{"", "a", "lef", "leftx", "zz"} {
		if got := lookup(t, to, "npm", name); got != nil {
			t.Errorf("%q has %v", name, got)
		}
	}

	t.Run("what is read is added, and the later record counts", func(t *testing.T) {
		folder := filepath.Join(dir, "folder")
		if err := os.MkdirAll(filepath.Join(folder, "deep"), 0o700); err != nil {
			t.Fatal(err)
		}
		fileOf(t, folder, "old.json", record("A-1", "2025-01-01T00:00:00Z", "", "npm", "other", since1))
		fileOf(t, filepath.Join(folder, "deep"), "new.json", record("A-2", "2026-03-01T00:00:00Z", "", "npm", "other", since1))
		single := fileOf(t, dir, "single.json", "\ufeff"+record("A-3", "2026-04-01T00:00:00Z", `, "withdrawn": "2026-04-01T00:00:00Z"`, "PyPI", "left-pad", since1))
		run(t, to, false, folder, single)
		if got := lookup(t, to, "npm", "left"); !slices.Equal(got, []string{"A-1"}) {
			t.Errorf("left has %v", got)
		}
		if got := lookup(t, to, "npm", "other"); !slices.Equal(got, []string{"A-2"}) {
			t.Errorf("other has %v", got)
		}
		if got := lookup(t, to, "PyPI", "left-pad"); got != nil {
			t.Errorf("what was withdrawn is still there: %v", got)
		}
	})
	t.Run("a file that an import made can be imported", func(t *testing.T) {
		other := filepath.Join(dir, "other.bin")
		if got, want := run(t, other, false, to).Status, run(t, to, false, to).Status; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
	t.Run("replace starts anew", func(t *testing.T) {
		one := fileOf(t, dir, "one.json", record("B-1", "2026-01-01T00:00:00Z", "", "Go", "example.com/m", since1))
		if out := run(t, to, true, one); out.Status.Advisories != 1 {
			t.Errorf("%+v", out)
		}
	})
	t.Run("nothing is left behind", func(t *testing.T) {
		fileOf(t, filepath.Dir(to), ".advisories-123", "of an import that was killed")
		run(t, to, false, to)
		left, err := os.ReadDir(filepath.Dir(to))
		if err != nil || len(left) != 1 {
			t.Errorf("%v, %v", left, err)
		}
	})
}

// TestManyPackages has several blocks, one of them oversized.
func TestManyPackages(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("%d.json", i)] = record(fmt.Sprintf("A-%d", i), "2026-01-01T00:00:00Z", "", "npm", fmt.Sprintf("p%04d", i%1500), since1)
	}
	for i := range 200 {
		files[fmt.Sprintf("big%d.json", i)] = record(fmt.Sprintf("BIG-%d", i), "2026-01-01T00:00:00Z", `, "references": [{"type": "WEB", "url": "https://example.com/`+strings.Repeat("x", 300)+`"}]`, "npm", "big", since1)
	}
	to := filepath.Join(dir, FileName)
	run(t, to, false, zipOf(t, dir, files))
	file, f, err := Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if len(f.blocks) < 3 {
		t.Errorf("%d blocks", len(f.blocks))
	}
	var wg sync.WaitGroup
	for part := range 4 { // concurrent lookups
		wg.Go(func() {
			for i := part; i < 1500; i += 4 {
				want := 1
				if i < 500 {
					want = 2
				}
				if all, err := f.Lookup("npm", fmt.Sprintf("p%04d", i)); err != nil || len(all) != want {
					t.Errorf("p%04d: %d, %v", i, len(all), err)
				}
			}
		})
	}
	wg.Wait()
	if all, err := f.Lookup("npm", "big"); err != nil || len(all) != 200 {
		t.Errorf("big: %d, %v", len(all), err)
	}
	packages := 0
	if err := f.Each(func(ecosystem.Kind, string, []Advisory) error { packages++; return nil }); err != nil || packages != 1501 {
		t.Errorf("%d packages, %v", packages, err)
	}
}

func TestBadImports(t *testing.T) {
	dir := t.TempDir()
	good := record("A-1", "2026-01-01T00:00:00Z", "", "npm", "left", since1)
	to := filepath.Join(dir, FileName)
	run(t, to, false, fileOf(t, dir, "good.json", good))
	before, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(zipOf(t, dir, map[string]string{"a.json": good, "b.json": good}))
	if err != nil {
		t.Fatal(err)
	}
	broken := slices.Clone(whole)
	broken[60] ^= 0xff
	damaged := slices.Clone(before)
	damaged[len(mark)+5] ^= 0xff
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ path, says string }{
		"not there":      {filepath.Join(dir, "none.zip"), "no such file"},
		"half a zip":     {fileOf(t, dir, "half.zip", string(whole[:len(whole)/2])), "half.zip: zip: not a valid zip file: is it whole?"},
		"a damaged zip":  {fileOf(t, dir, "broken.zip", string(broken)), "broken.zip: a.json: "},
		"another zip":    {zipOf(t, t.TempDir(), map[string]string{"readme.md": "hello"}), "there is no record in it"},
		"not a record":   {zipOf(t, t.TempDir(), map[string]string{"x/y.json": `{"name": "left"}`}), "x/y.json: it is not in OSV's format: it has no id"},
		"not JSON":       {fileOf(t, dir, "bad.json", "{\"id\": "), "bad.json: it is not in OSV's format"},
		"a wrong time":   {fileOf(t, dir, "time.json", record("A-9", "yesterday", "", "npm", "left", since1)), "A-9: modified is not a time"},
		"a picture":      {fileOf(t, dir, "cat.png", "\x89PNG"), "is neither a zip archive"},
		"a bomb":         {zipOf(t, t.TempDir(), map[string]string{"bomb.json": strings.Repeat(" ", maxRecordBytes+1)}), "bomb.json: it is larger than 16 MiB"},
		"an empty one":   {empty, "there is no record in it"},
		"a damaged file": {fileOf(t, dir, "damaged.bin", string(damaged)), "damaged"},
		"a cut file":     {fileOf(t, dir, "cut.bin", string(before[:len(before)-3])), "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Import{To: to, From: []string{c.path}, Now: today}.Run(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v; it should say %q", err, c.says)
			}
		})
	}
	t.Run("only others", func(t *testing.T) {
		from := fileOf(t, dir, "debian.json", record("D-1", "2026-01-01T00:00:00Z", "", "Debian", "left", since1))
		_, err := Import{To: filepath.Join(t.TempDir(), FileName), From: []string{from}, Now: today}.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "there is no advisory about a package of npm, PyPI") {
			t.Error(err)
		}
	})
	t.Run("canceled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := (Import{To: to, From: []string{filepath.Join(dir, "all.zip")}, Now: today}).Run(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("two at once", func(t *testing.T) {
		unlock, err := lock(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer unlock()
		if _, err := (Import{To: to, From: []string{to}, Now: today}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "under way") {
			t.Error(err)
		}
	})
	t.Run("into a damaged file", func(t *testing.T) {
		bad := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(bad, damaged[:40], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := (Import{To: bad, From: []string{filepath.Join(dir, "good.json")}, Now: today}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--replace") {
			t.Error(err)
		}
		run(t, bad, true, filepath.Join(dir, "good.json"))
	})
	if after, err := os.ReadFile(to); err != nil || !bytes.Equal(before, after) {
		t.Errorf("an import that failed changed the file: %v", err)
	}
}

// TestDamage changes each byte of a file: the damage is detected, or harmless.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	to := filepath.Join(dir, FileName)
	run(t, to, false, fileOf(t, dir, "a.json", record("A-1", "2026-01-01T00:00:00Z", "", "npm", "left", since1)))
	whole, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(mark); i < len(whole); i++ {
		b := slices.Clone(whole)
		b[i] ^= 0x55
		f, err := Read(bytes.NewReader(b), int64(len(b)))
		if err == nil {
			_, err = f.Lookup("npm", "left")
		}
		if err == nil {
			t.Errorf("byte %d of %d: not noticed", i, len(b))
		}
	}
}

func TestDownload(t *testing.T) {
	answer := func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.EscapedPath() {
		case "/base/GitHub%20Actions/all.zip":
			fmt.Fprint(w, "an archive")
		case "/base/npm/all.zip":
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		case "/base/Go/all.zip":
			w.Header().Set("Content-Length", fmt.Sprint(int64(maxArchiveBytes)+1))
		case "/base/PyPI/all.zip": // truncated response
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "an arch")
		default:
			http.NotFound(w, r)
		}
	}
	server := httptest.NewServer(http.HandlerFunc(answer))
	defer server.Close()
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	dir := t.TempDir()
	for kind, says := range map[ecosystem.Kind]string{"npm": "302 Found", "Go": "larger than 2 GiB", "PyPI": "unexpected EOF", "Maven": "404 Not Found"} {
		if _, err := Download(t.Context(), client, server.URL+"/base/", kind, dir); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v; it should say %q", kind, err, says)
		}
	}
	path, err := Download(t.Context(), client, server.URL+"/base/", ecosystem.Actions, dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "an archive" {
		t.Errorf("%q, %v", got, err)
	}
}
