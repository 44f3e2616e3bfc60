package all

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vigil/internal/engine"
)

// TestHistories walks through the history of the git repositories that VIGIL_TEST_HISTORIES names,
// oldest commit first, VIGIL_TEST_COMMITS of them at most: at each commit, a scan with the cache
// of all commits before it gives what a scan without gives. See `make histories`.
func TestHistories(t *testing.T) {
	names := strings.Fields(os.Getenv("VIGIL_TEST_HISTORIES"))
	if len(names) == 0 {
		t.Skip("VIGIL_TEST_HISTORIES names no repository")
	}
	most := 200
	if n, err := strconv.Atoi(os.Getenv("VIGIL_TEST_COMMITS")); err == nil {
		most = n
	}
	for _, dir := range names {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			commits := strings.Fields(git(t, dir, nil, "rev-list", "--first-parent", "--max-count="+strconv.Itoa(most), "HEAD"))
			slices.Reverse(commits)
			cache := &memory{entries: map[engine.Key][]byte{}}
			different := 0
			for _, commit := range commits {
				files := filesOf(t, dir, commit)
				if len(files) == 0 {
					continue
				}
				cache.hits, cache.puts = 0, 0
				with, without := scanCached(t, files, cache), scanCached(t, files, nil)
				if with.JSON != without.JSON {
					different++
					t.Errorf("%s:\n%s", commit, firstDifference(with.JSON, without.JSON))
				}
				t.Logf("%s: %d files, %d findings, %d hits, %d results stored", commit[:12], len(files), len(with.Findings), cache.hits, cache.puts)
			}
			t.Logf("%d commits, %d differences", len(commits), different)
		})
	}
}

func git(t *testing.T, dir string, in io.Reader, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir}, args...)...)
	c.Stdin, c.Stderr = in, os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

// filesOf reads the files of a commit, without checking it out.
func filesOf(t *testing.T, dir, commit string) map[string]string {
	t.Helper()
	var paths []string
	var blobs strings.Builder
	for line := range strings.SplitSeq(git(t, dir, nil, "ls-tree", "-r", "-z", commit), "\x00") {
		head, path, _ := strings.Cut(line, "\t")
		if f := strings.Fields(head); len(f) == 3 && f[1] == "blob" && f[0] != "120000" {
			paths = append(paths, path)
			blobs.WriteString(f[2] + "\n")
		}
	}
	out := bytes.NewBufferString(git(t, dir, strings.NewReader(blobs.String()), "cat-file", "--batch"))
	files := map[string]string{}
	for _, path := range paths {
		head, err := out.ReadString('\n')
		f := strings.Fields(head)
		if err != nil || len(f) != 3 {
			t.Fatalf("%s: %q, %v", path, head, err)
		}
		size, _ := strconv.Atoi(f[2])
		files[path] = string(out.Next(size))
		out.Next(1)
	}
	return files
}
