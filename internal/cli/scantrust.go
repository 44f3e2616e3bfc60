package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"vigil/internal/advisory"
)

// scanTrust keeps what is scanned from deciding how it is scanned: nothing that lies in the tree,
// or in the git work tree around it, is taken for settings, data or a cache of the user, unless
// it was named. A commit could bring it along.
type scanTrust struct {
	roots []string // without links; none: what is scanned does not lie on this machine
	notes io.Writer
}

func newScanTrust(where string, notes io.Writer) scanTrust {
	t := scanTrust{notes: notes}
	if path, ok := strings.CutPrefix(where, "file://"); ok {
		where = path
	} else if isURL(where) {
		return t
	}
	dir, err := filepath.Abs(where)
	if err != nil {
		return t
	}
	dir = realPath(dir)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	t.roots = append(t.roots, dir)
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Lstat(filepath.Join(up, ".git")); err == nil {
			t.roots = append(t.roots, up)
		}
		if up == filepath.Dir(up) {
			return t
		}
	}
}

// realPath resolves the links of as much of a path as there is.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(realPath(up), filepath.Base(path))
	}
	return path
}

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// owns tells whether a path lies in what is scanned, by its name or by where it leads.
func (t scanTrust) owns(path string) bool {
	path, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	named := filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))
	for _, root := range t.roots {
		if within(root, named) || within(root, realPath(path)) {
			return true
		}
	}
	return false
}

// around tells whether what is scanned lies in the working folder, which then is likely to be
// part of the same project.
func (t scanTrust) around() bool {
	dir, err := os.Getwd()
	return len(t.roots) > 0 && (err != nil || within(realPath(dir), t.roots[0]))
}

// refuse says that something is not used.
func (t scanTrust) refuse(what, path, instead string) {
	fmt.Fprintf(t.notes, "note: %s %s is inside the scanned tree and not trusted, so it is ignored%s\n", what, plain(path), instead)
}

// advisories returns the file of advisories: the one that is named, that of the data folder, or
// that of the user. Empty: none of them.
func (t scanTrust) advisories(named string) string {
	if named != "" {
		return named
	}
	data, set := os.LookupEnv("VIGIL_DATA")
	if !set {
		data = defaultData
	}
	if file := filepath.Join(data, advisory.FileName); isThere(file) {
		if set || !t.around() && !t.owns(data) && !t.owns(file) {
			return file
		}
		t.refuse("the advisory database", file, "; --advisories "+plain(file)+" uses it anyway")
	}
	own := ownAdvisories()
	if own != "" && t.owns(own) {
		if isThere(own) {
			t.refuse("the advisory database", own, "; --advisories "+plain(own)+" uses it anyway")
		}
		return ""
	}
	return own
}

// cache is grammarCache, unless that is part of what is scanned.
func (t scanTrust) cache() string {
	dir := grammarCache()
	if dir != "" && t.owns(dir) {
		t.refuse("the grammar cache", dir, "")
		return ""
	}
	return dir
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
