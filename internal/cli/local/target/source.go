// Package target is what a local scan analyzes: a folder, a file, or a git repository at a URL.
// Start with Open. Trust decides which of the user's files a scan may use: none that the
// scanned code could have brought along. The package does not know findings or formats.
package target

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/netguard"
	"vigil/internal/source"
)

// Source is what a local scan analyzes: a path, or a repository at a URL.
type Source struct {
	path, url, branch string
	scratch           string // temporary folder

	tree   *source.Worktree // nil: the path is not in a work tree, or it is a URL
	cloned *source.Checkout
}

// Part is some files of a source in a snapshot.
type Part struct {
	Snapshot *os.File
	Files    int
	LeftOut  []engine.Skip
}

// IgnoreFile returns the text of the ignore file in the snapshot.
func (p *Part) IgnoreFile() (string, error) {
	info, err := p.Snapshot.Stat()
	if err != nil {
		return "", fmt.Errorf("read snapshot: %w", err)
	}
	return engine.IgnoreFileOf(p.Snapshot, info.Size())
}

// Cache returns where results of scans of this source are stored.
func (s *Source) Cache(readOnly bool) examine.CacheUse {
	where := s.url
	if path, err := filepath.Abs(s.path); where == "" && err == nil {
		where = path
	}
	sum := sha256.Sum256([]byte(where))
	return examine.CacheUse{Name: hex.EncodeToString(sum[:16]), ReadOnly: readOnly}
}

// Unconfined returns why git or the engine ran with more privileges than needed, or "".
func (s *Source) Unconfined(ex examine.Report) string {
	git := ""
	switch {
	case s.cloned != nil:
		git = s.cloned.Unconfined
	case s.tree != nil:
		git = s.tree.Unconfined
	}
	return examine.Unconfined(git, ex.Unconfined)
}

// Open opens a path or URL. Close what it returns.
func Open(ctx context.Context, where, branch string, p *command.Progress) (s *Source, err error) {
	s = &Source{branch: branch}
	if IsURL(where) {
		s.url = where
		if err := checkCloneURL(where); err != nil {
			return nil, err
		}
	} else if branch != "" {
		return nil, command.Usagef("--branch needs a URL: a folder is scanned as it is")
	} else if err := checkPath(where); err != nil {
		return nil, err
	}
	s.path = where
	if s.scratch, err = os.MkdirTemp("", "vigil-scan-"); err != nil {
		return nil, fmt.Errorf("create temporary folder: %w", err)
	}
	if s.url != "" {
		p.Stage("cloning %s", s.url)
		err = s.clone(ctx)
	} else {
		p.Stage("reading")
		err = s.openTree(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close removes temporary files. Snapshots that were read, and Origin, stay usable.
func (s *Source) Close() { os.RemoveAll(s.scratch) }

// IsURL reports whether an argument is a URL rather than a path.
func IsURL(where string) bool {
	before, _, found := strings.Cut(where, "://")
	return found && before != "" && strings.Trim(before, "abcdefghijklmnopqrstuvwxyz+") == ""
}

func checkCloneURL(where string) error {
	u, err := url.Parse(where)
	switch {
	case err != nil: // not shown: it quotes the URL, which may contain a password
		return command.Usagef("URL is not valid: escape special characters with %%")
	case u.Scheme != "https" && u.Scheme != "file":
		return command.Usagef("URL must begin with https:// or file://, not %s://", u.Scheme)
	case u.User != nil:
		return command.Usagef("URL must not contain a user or password: set tokens in VIGIL_GITHUB_TOKEN or VIGIL_GITLAB_TOKEN")
	}
	return nil
}

func checkPath(where string) error {
	if where == "" {
		return command.Usagef("PATH is empty: name a folder, a file, or a URL")
	}
	if _, err := os.Stat(where); errors.Is(err, fs.ErrPermission) {
		return command.Usagef("%s cannot be read: permission denied", command.Plain(where))
	} else if err != nil {
		if host, rest, scp := strings.Cut(where, ":"); scp && strings.Contains(host, "@") && rest != "" {
			return command.Usagef("there is no file or folder %s; to clone it, write it as https://…", command.Plain(where))
		}
		return command.Usagef("there is no file or folder %s", command.Plain(where))
	}
	return nil
}

// clone fetches the repository as a server does, with the same settings, but from the
// environment only. file:// is allowed: the user can read those files anyway.
func (s *Source) clone(ctx context.Context) error {
	networks, err := netguard.ParseNetworks(os.Getenv("VIGIL_ALLOW_NETWORKS"))
	if err != nil {
		return command.Usagef("VIGIL_ALLOW_NETWORKS: %v", err)
	}
	f := source.Fetcher{Policy: netguard.Policy{AllowNetworks: networks}, AllowFile: true, CAFile: os.Getenv("SSL_CERT_FILE"), BestEffort: true}
	s.cloned, err = f.Clone(ctx, source.Repository{URL: s.url, Token: tokenFor(s.url), Branch: s.branch}, s.scratch)
	return err
}

// tokenFor returns the token for the host of an address. It is never sent to other hosts.
func tokenFor(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return ""
	}
	for _, host := range []struct{ base, byDefault, token string }{
		{"VIGIL_GITHUB_URL", "https://github.com", "VIGIL_GITHUB_TOKEN"}, {"VIGIL_GITLAB_URL", "https://gitlab.com", "VIGIL_GITLAB_TOKEN"},
	} {
		base := os.Getenv(host.base)
		if base == "" {
			base = host.byDefault
		}
		if b, err := url.Parse(base); err == nil && b.Scheme == "https" && strings.EqualFold(b.Host, u.Host) {
			return os.Getenv(host.token)
		}
	}
	return ""
}

func (s *Source) openTree(ctx context.Context) (err error) {
	dir, err := s.mkdir("worktree")
	if err != nil {
		return err
	}
	s.tree, err = source.OpenWorktree(ctx, s.path, dir, source.Limits{})
	return err
}

func (s *Source) mkdir(name string) (string, error) {
	dir := filepath.Join(s.scratch, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("create temporary folder: %w", err)
	}
	return dir, nil
}

// Read writes all files into a snapshot.
func (s *Source) Read(ctx context.Context, p *command.Progress) (*Part, error) {
	out, err := s.write(p, func(w *engine.SnapshotWriter) (source.Stats, error) {
		if s.cloned != nil {
			return s.cloned.WriteSnapshot(ctx, w)
		}
		return source.WriteFolder(ctx, s.path, source.Limits{}, w)
	})
	if err == nil && out.Files == 0 && len(out.LeftOut) == 0 {
		out.Snapshot.Close()
		return nil, command.Usagef("%s is empty: there is no file to scan", command.Plain(s.path))
	}
	return out, err
}

// Since reads the folder as it is and as it was in a commit.
func (s *Source) Since(ctx context.Context, commit string, p *command.Progress) (now, before *Part, changes source.Changes, err error) {
	c, base, changes, err := s.tree.Since(ctx, commit)
	if err != nil {
		return nil, nil, changes, err
	}
	side := func(tree string) (*Part, error) {
		return s.write(p, func(w *engine.SnapshotWriter) (source.Stats, error) {
			return c.WritePart(ctx, tree, func(string) bool { return true }, w)
		})
	}
	if now, err = side(c.CommitSHA); err != nil {
		return nil, nil, changes, err
	}
	if before, err = side(base); err != nil {
		now.Snapshot.Close()
		return nil, nil, changes, err
	}
	return now, before, changes, nil
}

// write creates a snapshot.
func (s *Source) write(p *command.Progress, fill func(*engine.SnapshotWriter) (source.Stats, error)) (*Part, error) {
	file, err := os.CreateTemp(s.scratch, "snapshot-")
	if err != nil {
		return nil, fmt.Errorf("create snapshot: %w", err)
	}
	w := engine.NewSnapshotWriter(&counter{w: file, tell: func(n int64) { p.Step("reading, %d MiB so far", n>>20) }})
	stats, err := fill(w)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Part{file, stats.Files, stats.Skipped}, nil
}

// CommitNamed returns the commit that --baseline or --diff names.
func (s *Source) CommitNamed(ctx context.Context, flag, ref string) (string, error) {
	given := flag + " " + command.Plain(ref) + ": "
	if flag == "--baseline" {
		given += "there is no such file, and "
	}
	if s.tree == nil {
		return "", command.Usagef("%s%s is not in a git work tree, or git is not installed", given, command.Plain(s.path))
	}
	commit, err := s.tree.Resolve(ctx, ref)
	if errors.Is(err, source.ErrNoCommit) {
		return "", command.Usagef("%sgit knows no such commit, branch, or tag here; fetch it first: git fetch origin BRANCH", given)
	}
	return commit, err
}

// MergeBase returns the commit where HEAD diverged from another one, as for a pull request.
func (s *Source) MergeBase(ctx context.Context, ref, commit string) (string, error) {
	base, err := s.tree.MergeBase(ctx, commit)
	if errors.Is(err, source.ErrNoCommit) {
		return "", &vigil.Error{Kind: vigil.NotFound, Code: "no_merge_base",
			Message: fmt.Sprintf("--diff %s: it has no commit in common with HEAD. In a shallow clone, fetch the history first: git fetch --unshallow", command.Plain(ref))}
	}
	return base, err
}

// Origin describes a source as far as git knows it.
type Origin struct {
	Repository, Branch, Commit string
	Up                         string // leads from what was scanned to the root of the repository, such as "../"
}

// Origin returns where the source comes from.
func (s *Source) Origin() Origin {
	if s.cloned != nil {
		return Origin{Repository: s.url, Branch: s.cloned.Branch, Commit: s.cloned.CommitSHA}
	}
	if s.tree == nil {
		return Origin{}
	}
	repository := s.tree.Remote
	if repository == "" {
		repository = (&url.URL{Scheme: "file", Path: s.tree.Root}).String()
	}
	return Origin{repository, s.tree.Branch, s.tree.Commit, strings.Repeat("../", strings.Count(s.tree.Prefix, "/"))}
}

// counter reports how many bytes were written.
type counter struct {
	w    io.Writer
	n    int64
	tell func(n int64)
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	c.tell(c.n)
	return n, err
}
