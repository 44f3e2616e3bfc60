package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/source"
	"vigil/internal/store"
)

// Fetcher fetches sources from the hosts that the operator configured.
type Fetcher struct {
	Source      source.Fetcher
	Uploads     *source.Uploads
	GitHubURL   string
	GitLabURL   string
	GitHubToken string
	// Operated reports whether a team may use the operator's GitHubToken and the mirrors on
	// the server's disk, which both give access to private repositories. Nil: no team may.
	Operated func(ctx context.Context, team vigil.TeamID) (bool, error)
	// GitLab returns the GitLab instance that a team is connected to, empty for none, and its
	// token. Nil: no team is.
	GitLab func(ctx context.Context, team vigil.TeamID) (instance string, token vigil.AccessToken, err error)
	// Bundled writes the files of a built-in repository. It returns false for all
	// others.
	Bundled func(fullName string, w *engine.SnapshotWriter) (bool, error)
}

// Fetch implements Runner.Fetch.
func (f *Fetcher) Fetch(ctx context.Context, s store.ScanInProgress, past func(branch string) (Past, error), dir string, w *engine.SnapshotWriter) (Source, error) {
	if s.Repository.Provider == vigil.Zip {
		return f.unpack(ctx, s, w)
	}
	r := source.Repository{}
	base, err := f.host(ctx, s, &r)
	if err != nil {
		return Source{}, err
	}
	if !s.FollowsDefault {
		r.Branch = s.Branch
	}
	if s.Kind == vigil.PullRequestScan {
		r.PullRequest, r.PullRequestRef = s.PullRequest, s.Repository.Provider.PullRequestRef(s.PullRequest)
	}
	if r.URL, err = source.URL(base, s.Repository.FullName); err != nil {
		return Source{}, err
	}
	clone := filepath.Join(dir, "clone")
	if err := os.Mkdir(clone, 0o700); err != nil {
		return Source{}, err
	}
	checkout, err := f.Source.Clone(ctx, r, clone)
	if err != nil {
		return Source{}, err
	}
	p, err := past(presentOn(s, checkout.Branch))
	if err != nil {
		return Source{}, err
	}
	src := Source{Branch: checkout.Branch, DefaultBranch: checkout.DefaultBranch, CommitSHA: checkout.CommitSHA, CommittedAt: checkout.CommittedAt, Unconfined: checkout.Unconfined}
	if err := src.compare(ctx, s, checkout, p, dir); err != nil {
		return Source{}, err
	}
	stats, err := checkout.WriteSnapshot(ctx, w)
	src.LeftOut = stats.Skipped
	return src, err
}

// Access returns the host that a repository is cloned from, and the token for it.
func (f *Fetcher) Access(ctx context.Context, s store.ScanInProgress) (base string, token vigil.AccessToken, err error) {
	var r source.Repository
	base, err = f.host(ctx, s, &r)
	return base, vigil.AccessToken(r.Token), err
}

// host returns the host that a repository is cloned from, and sets the token for it.
func (f *Fetcher) host(ctx context.Context, s store.ScanInProgress, r *source.Repository) (base string, err error) {
	operated := false
	if f.Operated != nil {
		if operated, err = f.Operated(ctx, s.Team); err != nil {
			return "", err
		}
	}
	switch s.Repository.Provider {
	case vigil.GitHub:
		if base = f.GitHubURL; operated {
			r.Token = f.GitHubToken
		}
	case vigil.GitLab:
		base = f.GitLabURL
		// The operator's mirror serves every instance.
		if f.GitLab != nil && !strings.HasPrefix(f.GitLabURL, "file://") {
			instance, token, err := f.GitLab(ctx, s.Team)
			if err != nil {
				return "", err
			}
			base, r.Token = cmp.Or(instance, base), string(token)
		}
	}
	if strings.HasPrefix(base, "file://") && !operated {
		return "", &vigil.Error{Code: "scan_failed",
			Message: "Repositories are cloned from a mirror on the server, which this team may not use. The operator names the teams that may in VIGIL_GITHUB_TOKEN_TEAMS."}
	}
	return base, nil
}

// presentOn is the branch on which a scan records what it found.
func presentOn(s store.ScanInProgress, branch string) string {
	if s.Kind == vigil.PullRequestScan {
		return s.Repository.Provider.PullRequestRef(s.PullRequest)
	}
	return branch
}

// compare determines the relation of a checkout to earlier scans and, for a pull request, to its
// merge base, of which it writes a snapshot. Every scan examines the whole tree: a change in one
// file can complete a data flow between files that did not change.
func (src *Source) compare(ctx context.Context, s store.ScanInProgress, c *source.Checkout, p Past, dir string) error {
	commits := make([]source.Commit, len(p.SeenIn))
	for i, commit := range p.SeenIn {
		commits[i] = source.Commit(commit)
	}
	src.Order, src.Trouble = c.Order(ctx, commits)

	switch {
	case s.Kind == vigil.PullRequestScan:
		base, err := c.MergeBase(ctx)
		if err != nil {
			return err
		}
		changes, err := c.Compare(ctx, base)
		if err != nil {
			return err
		}
		src.Base, src.Changes, src.Renamed, src.Before = base, changes, changes.Renamed, filepath.Join(dir, "before")
		return writeBefore(ctx, c, base, src.Before)
	case p.LastCommit != "":
		changes, err := c.Compare(ctx, p.LastCommit)
		src.Renamed = changes.Renamed
		src.Trouble = errors.Join(src.Trouble, err)
	}
	return ctx.Err()
}

// writeBefore writes a snapshot of a commit to a new file.
func writeBefore(ctx context.Context, c *source.Checkout, commit, path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("create a file for the base of the pull request: %w", err)
	}
	defer file.Close()
	w := engine.NewSnapshotWriter(file)
	if _, err := c.WritePart(ctx, commit, func(string) bool { return true }, w); err != nil {
		return err
	}
	return w.Close()
}

// unpack reads a repository that is not cloned: a built-in or an uploaded one.
func (f *Fetcher) unpack(ctx context.Context, s store.ScanInProgress, w *engine.SnapshotWriter) (Source, error) {
	src := Source{Branch: s.Branch, DefaultBranch: s.Repository.DefaultBranch}
	found, err := f.Bundled(s.Repository.FullName, w)
	if src.Bundled = found; err != nil || found {
		return src, err
	}
	stats, err := f.Uploads.WriteSnapshot(ctx, s.Repository.ID, w)
	src.LeftOut = stats.Skipped
	return src, err
}

// recordSource stores which source was fetched. If the default branch has changed, the counts of
// the repository follow.
func (r *Runner) recordSource(ctx context.Context, s store.ScanInProgress, src Source) error {
	counted := true
	err := r.Store.Write(ctx, func(tx *store.Tx) error {
		if src.DefaultBranch != "" && src.DefaultBranch != s.Repository.DefaultBranch {
			if err := tx.AwaitTurn(ctx, s.Repository.ID); err != nil {
				return err
			}
			if err := tx.UpdateDefaultBranch(ctx, s.Team, s.Repository.ID, src.DefaultBranch); err != nil {
				return err
			}
			var err error
			if counted, err = tx.ContinueRecount(ctx, s.Repository.ID); err != nil {
				return err
			}
		}
		if err := tx.UpdateScanProgress(ctx, s.Team, s.ID, fetched); err != nil {
			return err
		}
		return tx.UpdateScanSource(ctx, s.Team, s.ID, src.Branch, src.CommitSHA, src.CommittedAt)
	})
	for err == nil && !counted {
		err = r.Store.WriteStep(ctx, func(tx *store.Tx) (err error) {
			if err = tx.AwaitTurn(ctx, s.Repository.ID); err == nil {
				counted, err = tx.ContinueRecount(ctx, s.Repository.ID)
			}
			return err
		})
	}
	return err
}
