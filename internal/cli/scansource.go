package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/netguard"
	"vigil/internal/source"
)

// scanSource is what a local scan looks at: a path, or a repository at an address.
type scanSource struct {
	path, url, branch string
	scratch           string // folder for what is needed meanwhile

	tree   *source.Worktree // nil: the path is in none, or it is a URL
	cloned *source.Checkout
}

// part is files in a snapshot.
type part struct {
	snapshot *os.File
	files    int
	leftOut  []engine.Skip
}

// ignoreFile returns the ignore file among the files.
func (p *part) ignoreFile() (string, error) {
	info, err := p.snapshot.Stat()
	if err != nil {
		return "", fmt.Errorf("read snapshot: %w", err)
	}
	return engine.IgnoreFileOf(p.snapshot, info.Size())
}

// unconfined says why git or the engine had more rights than they need, empty if they had not.
func (s *scanSource) unconfined(ex examine.Report) string {
	git := ""
	switch {
	case s.cloned != nil:
		git = s.cloned.Unconfined
	case s.tree != nil:
		git = s.tree.Unconfined
	}
	return examine.Unconfined(git, ex.Unconfined)
}

// openSource finds out what is meant by PATH or URL. Close what it returns.
func openSource(ctx context.Context, where, branch string, p *progress) (s *scanSource, err error) {
	s = &scanSource{branch: branch}
	if isURL(where) {
		s.url = where
		if err := checkCloneURL(where); err != nil {
			return nil, err
		}
	} else if branch != "" {
		return nil, usagef("--branch goes with a URL: a folder is scanned as it lies there")
	} else if err := checkPath(where); err != nil {
		return nil, err
	}
	s.path = where
	if s.scratch, err = os.MkdirTemp("", "vigil-scan-"); err != nil {
		return nil, fmt.Errorf("make a folder to work in: %w", err)
	}
	if s.url != "" {
		p.stage("cloning %s", s.url)
		err = s.clone(ctx)
	} else {
		p.stage("reading")
		err = s.openTree(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close removes what is needed to read the source. What is known of it stays.
func (s *scanSource) Close() { os.RemoveAll(s.scratch) }

func isURL(where string) bool {
	before, _, found := strings.Cut(where, "://")
	return found && before != "" && strings.Trim(before, "abcdefghijklmnopqrstuvwxyz+") == ""
}

func checkCloneURL(where string) error {
	u, err := url.Parse(where)
	switch {
	case err != nil: // whose text has the URL, and that may have a password
		return usagef("URL is not one: escape special characters with %%")
	case u.Scheme != "https" && u.Scheme != "file":
		return usagef("URL must begin with https:// or file://, not %s://", u.Scheme)
	case u.User != nil:
		return usagef("URL must not hold a user or a password: tokens go into VIGIL_GITHUB_TOKEN or VIGIL_GITLAB_TOKEN")
	}
	return nil
}

func checkPath(where string) error {
	if where == "" {
		return usagef("PATH is empty: name a folder, a file or a URL")
	}
	if _, err := os.Stat(where); errors.Is(err, fs.ErrPermission) {
		return usagef("%s cannot be read: permission denied", plain(where))
	} else if err != nil {
		if host, rest, scp := strings.Cut(where, ":"); scp && strings.Contains(host, "@") && rest != "" {
			return usagef("there is no file or folder %s; to clone it, write it as https://…", plain(where))
		}
		return usagef("there is no file or folder %s", plain(where))
	}
	return nil
}

// clone fetches the repository as a server does. The settings are those of one, from the
// environment alone. What lies in files of this machine its user may read anyway.
func (s *scanSource) clone(ctx context.Context) error {
	networks, err := netguard.ParseNetworks(os.Getenv("VIGIL_ALLOW_NETWORKS"))
	if err != nil {
		return usagef("VIGIL_ALLOW_NETWORKS: %v", err)
	}
	f := source.Fetcher{Policy: netguard.Policy{AllowNetworks: networks}, AllowFile: true, CAFile: os.Getenv("SSL_CERT_FILE"), BestEffort: true}
	s.cloned, err = f.Clone(ctx, source.Repository{URL: s.url, Token: tokenFor(s.url), Branch: s.branch}, s.scratch)
	return err
}

// tokenFor returns the token for the host of an address: nobody else gets to see it.
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

func (s *scanSource) openTree(ctx context.Context) (err error) {
	dir, err := s.mkdir("worktree")
	if err != nil {
		return err
	}
	s.tree, err = source.OpenWorktree(ctx, s.path, dir, source.Limits{})
	return err
}

func (s *scanSource) mkdir(name string) (string, error) {
	dir := filepath.Join(s.scratch, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("make a folder to work in: %w", err)
	}
	return dir, nil
}

// read writes all that there is into a snapshot.
func (s *scanSource) read(ctx context.Context, p *progress) (*part, error) {
	out, err := s.write(p, func(w *engine.SnapshotWriter) (source.Stats, error) {
		if s.cloned != nil {
			return s.cloned.WriteSnapshot(ctx, w)
		}
		return source.WriteFolder(ctx, s.path, source.Limits{}, w)
	})
	if err == nil && out.files == 0 && len(out.leftOut) == 0 {
		out.snapshot.Close()
		return nil, usagef("%s is empty: there is no file to scan", plain(s.path))
	}
	return out, err
}

// since reads the folder as it is, and as it was in a commit: all of it, or only what changed.
func (s *scanSource) since(ctx context.Context, commit string, all bool, p *progress) (now, before *part, renamed map[string]string, err error) {
	c, base, changes, err := s.tree.Since(ctx, commit)
	if err != nil {
		return nil, nil, nil, err
	}
	side := func(tree string, changed map[string]bool) (*part, error) {
		return s.write(p, func(w *engine.SnapshotWriter) (source.Stats, error) {
			return c.WritePart(ctx, tree, func(path string) bool { return all || changed[path] || examine.Always(path) }, w)
		})
	}
	if now, err = side(c.CommitSHA, changes.After); err != nil {
		return nil, nil, nil, err
	}
	if before, err = side(base, changes.Before); err != nil {
		now.snapshot.Close()
		return nil, nil, nil, err
	}
	return now, before, changes.Renamed, nil
}

// write makes a snapshot.
func (s *scanSource) write(p *progress, fill func(*engine.SnapshotWriter) (source.Stats, error)) (*part, error) {
	file, err := os.CreateTemp(s.scratch, "snapshot-")
	if err != nil {
		return nil, fmt.Errorf("make snapshot: %w", err)
	}
	w := engine.NewSnapshotWriter(&counter{w: file, tell: func(n int64) { p.step("reading, %d MiB so far", n>>20) }})
	stats, err := fill(w)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &part{file, stats.Files, stats.Skipped}, nil
}

// commitNamed returns the commit that --baseline or --diff names.
func (s *scanSource) commitNamed(ctx context.Context, flag, ref string) (string, error) {
	given := flag + " " + plain(ref) + ": "
	if flag == "--baseline" {
		given += "there is no such file, and "
	}
	if s.tree == nil {
		return "", usagef("%s%s is not in a git work tree, or there is no git", given, plain(s.path))
	}
	commit, err := s.tree.Resolve(ctx, ref)
	if errors.Is(err, source.ErrNoCommit) {
		return "", usagef("%sgit knows no such commit, branch or tag here; fetch it first, as in: git fetch origin BRANCH", given)
	}
	return commit, err
}

// mergeBase returns where the line of HEAD left that of a commit, as for pull requests.
func (s *scanSource) mergeBase(ctx context.Context, ref, commit string) (string, error) {
	base, err := s.tree.MergeBase(ctx, commit)
	if errors.Is(err, source.ErrNoCommit) {
		return "", &vigil.Error{Kind: vigil.NotFound, Code: "no_merge_base",
			Message: fmt.Sprintf("--diff %s: it has no commit in common with HEAD. In a clone without its history, fetch that first: git fetch --unshallow", plain(ref))}
	}
	return base, err
}
