package service

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"vigil"
	"vigil/internal/store"
)

// NewScan describes a scan to start.
type NewScan struct {
	Name       string
	Repository string         // full name, or the id of one that is tracked
	Provider   vigil.Provider // empty: the one that has the name, or GitHub
	Branch     string         // empty: the default branch
	Mode       vigil.ScanMode // empty: full
	Model      vigil.Model

	// PullRequest is the number of one to look at. Branch is then where it is to be
	// merged. 0: none.
	PullRequest int64
	// Import is what to record instead of looking. Nil: look.
	Import *vigil.Import
	// Fix asks for a scan that only tests again, on Branch, what is open.
	Fix bool
}

func (in NewScan) kind() vigil.ScanKind {
	switch {
	case in.PullRequest > 0:
		return vigil.PullRequestScan
	case in.Fix:
		return vigil.FixScan
	}
	return vigil.MainScan
}

// StartScan queues a scan. A repository is tracked from its first scan on.
func (s *Service) StartScan(ctx context.Context, tx *store.Tx, team vigil.TeamID, in NewScan) (vigil.Scan, error) {
	if err := s.CheckScan(ctx, tx, team, in); err != nil {
		return vigil.Scan{}, err
	}
	repository, err := s.track(ctx, tx, team, in.Repository, in.Provider)
	if err != nil {
		return vigil.Scan{}, err
	}
	if in.PullRequest > 0 && repository.Provider == vigil.Zip {
		return vigil.Scan{}, vigil.InvalidError("repository", "was uploaded as an archive, so it has no pull requests")
	}
	scan := vigil.Scan{
		ID:             vigil.NewID(),
		RepositoryID:   repository.ID,
		Repository:     repository.FullName,
		Name:           in.Name,
		Status:         vigil.ScanQueued,
		Kind:           in.kind(),
		Mode:           cmp.Or(in.Mode, vigil.FullScan),
		Branch:         in.Branch,
		FollowsDefault: in.Branch == "",
		PullRequest:    in.PullRequest,
		Model:          in.Model,
		CreatedAt:      vigil.Now(),
	}
	if scan.FollowsDefault {
		scan.Branch = repository.DefaultBranch
	}
	if err := tx.InsertScan(ctx, team, scan); err != nil {
		return vigil.Scan{}, err
	}
	if in.Import != nil {
		if err := tx.InsertScanImport(ctx, scan.ID, *in.Import); err != nil {
			return vigil.Scan{}, err
		}
	}
	return scan, tx.Enqueue(ctx, store.ScanJob{ScanID: scan.ID})
}

// CheckScan returns an error if a scan is invalid or exceeds a quota, for those who have work to do
// before they start it. The start may be refused nevertheless.
func (s *Service) CheckScan(ctx context.Context, of usage, team vigil.TeamID, in NewScan) error {
	if err := checkNewScan(in); err != nil {
		return err
	}
	for _, quota := range []vigil.Quota{vigil.QuotaQueuedScans, vigil.QuotaVulnerabilities, vigil.QuotaStoredBytes} {
		if err := s.checkQuota(ctx, of, team, quota, 1); err != nil {
			return err
		}
	}
	return nil
}

func checkNewScan(in NewScan) error {
	if err := vigil.CheckText("name", in.Name, vigil.MaxNameLength); err != nil {
		return err
	}
	if err := vigil.CheckName("repository", in.Repository); err != nil {
		return err
	}
	if in.Mode != "" && !in.Mode.Valid() {
		return vigil.InvalidError("scan_mode", "must be one of %v", vigil.ScanModes)
	}
	if in.PullRequest < 0 {
		return vigil.InvalidError("pull_request_number", "must be 1 or more")
	}
	if in.Branch != "" {
		return vigil.CheckBranch("branch", in.Branch)
	}
	return nil
}

// track returns the repository that a name or an id means, and makes a name
// tracked if it is not yet.
func (s *Service) track(ctx context.Context, tx *store.Tx, team vigil.TeamID, name string, provider vigil.Provider) (vigil.Repository, error) {
	if id, ok := vigil.ParseID(name); ok {
		repository, err := tx.GetRepository(ctx, team, id)
		switch {
		case vigil.KindOf(err) == vigil.NotFound:
			err = vigil.InvalidError("repository", "is the id of no repository that is tracked")
		case err == nil && provider != "" && provider != repository.Provider:
			err = vigil.InvalidError("provider", "is not that of the repository, which is %s: leave it out", repository.Provider)
		}
		return repository, err
	}
	named, err := tx.ListRepositoriesNamed(ctx, team, name)
	if err != nil {
		return vigil.Repository{}, err
	}
	repository, err := vigil.ChooseRepository(named, provider)
	if vigil.KindOf(err) != vigil.NotFound {
		return repository, err
	}
	if err := s.checkQuota(ctx, tx, team, vigil.QuotaRepositories, 1); err != nil {
		return vigil.Repository{}, err
	}
	if provider == "" {
		provider = vigil.GitHub
	}
	webURL, err := s.webURL(ctx, tx, team, provider, name)
	if err != nil {
		return vigil.Repository{}, err
	}
	return tx.TrackRepository(ctx, team, vigil.Repository{
		ID:            vigil.NewID(),
		FullName:      name,
		Provider:      provider,
		DefaultBranch: vigil.AssumedBranch,
		WebURL:        webURL,
		CreatedAt:     vigil.Now(),
	})
}

// webURL returns where a repository has its page, empty if it has none.
func (s *Service) webURL(ctx context.Context, tx *store.Tx, team vigil.TeamID, provider vigil.Provider, name string) (string, error) {
	base := map[vigil.Provider]string{vigil.GitHub: s.GitHubURL, vigil.GitLab: s.GitLabURL}[provider]
	if !strings.HasPrefix(base, "https://") && !strings.HasPrefix(base, "http://") {
		return "", nil // a folder of mirrors has no pages
	}
	if provider == vigil.GitLab {
		switch c, err := tx.GetGitLabConnection(ctx, team); {
		case err == nil:
			base = c.InstanceURL
		case vigil.KindOf(err) != vigil.NotFound:
			return "", err
		}
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return base + "/" + strings.Join(parts, "/"), nil
}

// CancelScan cancels a queued or running scan. Canceling is idempotent.
func (s *Service) CancelScan(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) (vigil.Scan, error) {
	if _, err := tx.UpdateScanEnded(ctx, team, id, vigil.ScanCanceled, vigil.Now()); err != nil {
		return vigil.Scan{}, err
	}
	scan, err := tx.GetScan(ctx, team, id)
	if err != nil {
		return vigil.Scan{}, err
	}
	switch scan.Status {
	case vigil.ScanCanceled:
		return scan, nil
	case vigil.ScanRunning:
		return vigil.Scan{}, &vigil.Error{Kind: vigil.Conflict, Code: "scan_already_done",
			Message: "The scan is done, its result is being recorded, and it can no longer be canceled."}
	default:
		return vigil.Scan{}, &vigil.Error{Kind: vigil.Conflict, Code: "scan_already_done",
			Message: "The scan has ended with status " + string(scan.Status) + " and can no longer be canceled."}
	}
}
