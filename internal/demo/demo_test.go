package demo_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"vigil/internal/advisory"
	"vigil/internal/demo"
	"vigil/internal/engine"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/enginetest"
)

// row matches a row of the README's tables: file, line, CWE, text in the line, description.
var row = regexp.MustCompile("^\\| (\\S+) \\| (\\d+) \\| (CWE-\\d+) \\| (`` .+ ``|`[^`]+`) \\| (.+) \\|$")

type planted struct {
	file, cwe, marker string
	line              int
}

// table returns the rows below a heading of the README.
func table(t *testing.T, heading string) []planted {
	t.Helper()
	readme, err := fs.ReadFile(demo.Files(), "README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(readme), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("README.md has no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var rows []planted
	lines := 0
	for line := range strings.Lines(section) {
		if strings.HasPrefix(line, "| ") {
			lines++
		}
		if m := row.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			n, _ := strconv.Atoi(m[2])
			rows = append(rows, planted{m[1], m[3], strings.TrimSpace(strings.Trim(m[4], "`")), n})
		}
	}
	if lines != len(rows)+2 { // plus the header and the line below it
		t.Errorf("%s: %d of %d rows are as they should be", heading, len(rows), lines-2)
	}
	if !strings.Contains(section, fmt.Sprintf(" %d", len(rows))) {
		t.Errorf("%s: the text does not say that there are %d", heading, len(rows))
	}
	return rows
}

// check compares rows with the files.
func check(t *testing.T, rows []planted) {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range rows {
		content, err := fs.ReadFile(demo.Files(), p.file)
		if err != nil {
			t.Error(err)
			continue
		}
		lines := strings.Split(string(content), "\n")
		if p.line < 1 || p.line > len(lines) || !strings.Contains(lines[p.line-1], p.marker) {
			t.Errorf("%s:%d does not contain %q", p.file, p.line, p.marker)
		}
		place := fmt.Sprintf("%s:%d %s", p.file, p.line, p.cwe)
		if seen[place] {
			t.Errorf("%s is listed twice", place)
		}
		seen[place] = true
	}
}

func TestWeaknesses(t *testing.T) {
	rows := table(t, "Planted weaknesses")
	check(t, rows)
	kinds, secrets := map[string]bool{}, 0
	for _, p := range rows {
		kinds[p.cwe] = true
		if p.cwe == "CWE-798" || p.cwe == "CWE-321" {
			secrets++
		}
	}
	if len(rows) < 24 || len(kinds) < 24 || secrets < 6 {
		t.Errorf("%d weaknesses of %d kinds, %d of them secrets", len(rows), len(kinds), secrets)
	}
	for _, cwe := range strings.Fields("22 78 79 89 250 269 295 306 327 338 489 502 601 611 614 732 798 829 918 942 1336 1395") {
		if !kinds["CWE-"+cwe] {
			t.Errorf("no weakness of CWE-%s", cwe)
		}
	}
}

func TestTwins(t *testing.T) {
	rows := table(t, "Safe twins")
	check(t, rows)
	twins, bad := map[string]bool{}, map[string]bool{}
	for _, p := range rows {
		twins[p.cwe] = true
	}
	for _, p := range table(t, "Planted weaknesses") {
		bad[fmt.Sprintf("%s:%d", p.file, p.line)] = true
	}
	for _, p := range rows {
		if bad[fmt.Sprintf("%s:%d", p.file, p.line)] {
			t.Errorf("%s:%d is listed as a weakness and as a twin", p.file, p.line)
		}
	}
	for _, cwe := range strings.Fields("22 78 79 89 94 95 98 250 269 284 295 306 327 338 347 502 601 611 614 732 798 918 942 943 1336 1357") {
		if !twins["CWE-"+cwe] {
			t.Errorf("no safe twin of CWE-%s", cwe)
		}
	}
}

// TestDependencies looks up the sample's packages in its advisories.
func TestDependencies(t *testing.T) {
	known, err := advisory.NewMemory(demo.Advisories())
	if err != nil {
		t.Fatal(err)
	}
	b := snapshot(t)
	tree, err := engine.ReadSnapshot(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range enginetest.Run(t, tree, engine.Options{}, dependencies.New(dependencies.Config{Advisories: known})).Findings {
		found = append(found, fmt.Sprintf("%s:%d %s", f.Path, f.StartLine, f.CWE))
	}
	var want []string
	manifest := regexp.MustCompile(`(requirements\.txt|pom\.xml|package-lock\.json|go\.mod)$`)
	for _, p := range table(t, "Planted weaknesses") {
		if manifest.MatchString(p.file) {
			want = append(want, fmt.Sprintf("%s:%d %s", p.file, p.line, p.cwe))
		}
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("found %q\nplanted %q", found, want)
	}
}

func snapshot(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	if err := demo.WriteSnapshot(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSnapshot compares the snapshot with the files on disk: all of them, nothing else, sorted,
// small, and reproducible.
func TestSnapshot(t *testing.T) {
	b := snapshot(t)
	if !bytes.Equal(b, snapshot(t)) {
		t.Error("two snapshots differ")
	}
	if len(b) > 300_000 {
		t.Errorf("the sample has %d bytes", len(b))
	}
	tree, err := engine.ReadSnapshot(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	at := 0
	for _, f := range tree.Files() {
		names = append(names, f.Path)
		if !fs.ValidPath(f.Path) {
			t.Errorf("%q is outside", f.Path)
		}
		onDisk := filepath.Join("testdata", "sample", filepath.FromSlash(f.Path))
		if filepath.Base(onDisk) == "go.mod" {
			onDisk += ".txt"
		}
		want, err := os.ReadFile(onDisk)
		if err != nil {
			t.Error(err)
		}
		if got, err := f.Bytes(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the file on disk: %v", f.Path, err)
		}
		// Reading sorts the tree, so the order of writing shows only in the bytes.
		i := bytes.Index(b[at:], append([]byte(f.Path), binary.AppendUvarint(nil, uint64(f.Size))...))
		if i < 0 {
			t.Errorf("%s is not in its place", f.Path)
			continue
		}
		at += i + len(f.Path)
	}
	onDisk := 0
	err = filepath.WalkDir("testdata", func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			onDisk++
		}
		return err
	})
	if err != nil || onDisk != len(names) || onDisk < 25 {
		t.Errorf("%d files on disk, %d in the snapshot: %v", onDisk, len(names), err)
	}
	if !slices.Contains(names, "worker/go.mod") || !slices.Contains(names, ".github/workflows/preview.yml") {
		t.Errorf("files are missing in %q", names)
	}
}

func TestFiles(t *testing.T) {
	if err := fstest.TestFS(demo.Files(), "README.md", "worker/go.mod", "api/app.py"); err != nil {
		t.Error(err)
	}
	if _, err := fs.Stat(demo.Files(), "worker/go.mod.txt"); err == nil {
		t.Error("the module file is there under its name on disk")
	}
}

// TestNoHints checks that only the README names the weaknesses, not the code.
func TestNoHints(t *testing.T) {
	hint := regexp.MustCompile(`(?i)vulnerab|insecure\b|unsafe|injection|exploit|planted|CWE-|XXX|FIXME`)
	err := fs.WalkDir(demo.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "README.md" {
			return err
		}
		content, err := fs.ReadFile(demo.Files(), name)
		if m := hint.Find(content); m != nil {
			t.Errorf("%s says %q", name, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
