package target

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
)

// Trust keeps the scanned code from influencing its own scan: no file in the tree, or in the git
// work tree around it, is used as a setting, advisory database, key, or cache unless the user
// named it. A commit could have added it.
type Trust struct {
	roots []string // without symbolic links; none: the code is not on this machine
	notes io.Writer
}

// NewTrust returns the trust for a scan of a path or URL. Refusals are noted on notes.
func NewTrust(where string, notes io.Writer) Trust {
	t := Trust{notes: notes}
	if path, ok := strings.CutPrefix(where, "file://"); ok {
		where = path
	} else if IsURL(where) {
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

// realPath resolves symbolic links in the part of a path that exists.
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

// owns reports whether a path is inside the scanned tree, by name or after resolving links.
func (t Trust) owns(path string) bool {
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

// around reports whether the scanned tree is inside the working folder, which then is likely
// part of the same project.
func (t Trust) around() bool {
	dir, err := os.Getwd()
	return len(t.roots) > 0 && (err != nil || within(realPath(dir), t.roots[0]))
}

// refuse notes that a file is not used.
func (t Trust) refuse(what, path, instead string) {
	fmt.Fprintf(t.notes, "note: %s %s is inside the scanned tree and not trusted, so it is ignored%s\n", what, command.Plain(path), instead)
}

// Advisories returns the advisory database to use: the named one, that of the data folder, or
// that of the user; "" if none can be used.
func (t Trust) Advisories(named string) string {
	if named != "" {
		return named
	}
	data, set := os.LookupEnv("VIGIL_DATA")
	if !set {
		data = command.DefaultData
	}
	if file := inputs.DataAdvisories(data); exists(file) {
		if set || !t.around() && !t.owns(data) && !t.owns(file) {
			return file
		}
		t.refuse("the advisory database", file, "; --advisories "+command.Plain(file)+" uses it anyway")
	}
	own := inputs.UserAdvisories()
	if own != "" && t.owns(own) {
		if exists(own) {
			t.refuse("the advisory database", own, "; --advisories "+command.Plain(own)+" uses it anyway")
		}
		return ""
	}
	return own
}

// Cache returns the user's grammar cache, or "" if it is inside the scanned tree.
func (t Trust) Cache() string {
	dir := inputs.GrammarCache()
	if dir != "" && t.owns(dir) {
		t.refuse("the grammar cache", dir, "")
		return ""
	}
	return dir
}

// ScanCache returns the user's folder of results that later scans use, or "" if it is inside the
// scanned tree.
func (t Trust) ScanCache() string {
	dir := inputs.ScanCache()
	if dir != "" && t.owns(dir) {
		t.refuse("the scan cache", dir, "")
		return ""
	}
	return dir
}

// SecretsKey returns the key of the fingerprints of secrets: the one derived from VIGIL_SCAN_KEY,
// which users can share, or that of this user. If none can be saved, each scan has its own.
func (t Trust) SecretsKey() []byte {
	if shared := os.Getenv("VIGIL_SCAN_KEY"); shared != "" {
		sum := sha256.Sum256([]byte(shared))
		return sum[:]
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	dir, err := os.UserConfigDir()
	if err != nil {
		return key
	}
	name := filepath.Join(dir, "vigil", "scan.key")
	if t.owns(name) {
		if exists(name) {
			t.refuse("the key", name, "; VIGIL_SCAN_KEY sets one")
		}
		return key
	}
	if saved, err := os.ReadFile(name); err == nil && len(saved) == len(key) {
		return saved
	}
	if os.MkdirAll(filepath.Dir(name), 0o700) == nil {
		_ = os.WriteFile(name, key, 0o600) // on error the next scan tries again
	}
	return key
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
