package scan

import (
	"context"
	"os"
	"path/filepath"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/source"
	"vigil/internal/store"
)

// Fetcher gets sources from where the operator says that names are cloned from.
type Fetcher struct {
	Source      source.Fetcher
	Uploads     *source.Uploads
	GitHubURL   string
	GitHubToken string
	// GitLab says where a team's GitLab repositories are cloned from, and with which
	// token, if any.
	GitLab func(ctx context.Context, team vigil.TeamID) (url string, token vigil.AccessToken, err error)
	// Bundled writes the files of a repository that comes with the program. It
	// reports false for all others.
	Bundled func(fullName string, w *engine.SnapshotWriter) (bool, error)
}

// Fetch is what a Runner needs.
func (f *Fetcher) Fetch(ctx context.Context, s store.ScanInProgress, dir string, w *engine.SnapshotWriter) (Source, error) {
	r := source.Repository{}
	base := ""
	switch s.Repository.Provider {
	case vigil.GitHub:
		base, r.Token = f.GitHubURL, f.GitHubToken
	case vigil.GitLab:
		url, token, err := f.GitLab(ctx, s.Team)
		if err != nil {
			return Source{}, err
		}
		base, r.Token = url, string(token)
	case vigil.Zip:
		return f.unpack(ctx, s, w)
	}
	if !s.FollowsDefault {
		r.Branch = s.Branch
	}
	var err error
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
	stats, err := checkout.WriteSnapshot(ctx, w)
	if err != nil {
		return Source{}, err
	}
	return Source{LeftOut: stats.Skipped, Branch: checkout.Branch, DefaultBranch: checkout.DefaultBranch, CommitSHA: checkout.CommitSHA, CommittedAt: checkout.CommittedAt}, nil
}

// unpack reads a repository that is not cloned: it came with the program, or was
// uploaded.
func (f *Fetcher) unpack(ctx context.Context, s store.ScanInProgress, w *engine.SnapshotWriter) (Source, error) {
	src := Source{Branch: s.Branch, DefaultBranch: s.Repository.DefaultBranch}
	if found, err := f.Bundled(s.Repository.FullName, w); err != nil || found {
		return src, err
	}
	stats, err := f.Uploads.WriteSnapshot(ctx, s.Repository.ID, w)
	src.LeftOut = stats.Skipped
	return src, err
}

// explain is an error with a sentence for people.
func explain(sentence string, cause error) error {
	return &vigil.Error{Code: "scan_failed", Message: sentence, Err: cause}
}
