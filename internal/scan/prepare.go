package scan

import (
	"context"
	"fmt"
	"os"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/store"
)

// fetch writes the files of the source into a snapshot.
func (r *Runner) fetch(ctx context.Context, s store.ScanInProgress, dir string, snapshot *os.File) (Source, error) {
	w := engine.NewSnapshotWriter(snapshot)
	src, err := r.Fetch(ctx, s, func(branch string) (Past, error) { return r.past(ctx, s, branch) }, dir, w)
	if err != nil {
		return src, err
	}
	if src.Trouble != nil {
		r.Log.WarnContext(ctx, "the history of the repository could not be read as far as needed; the scan continues without it", "scan_id", s.ID, "err", src.Trouble)
	}
	if err := w.Close(); err != nil {
		return src, err
	}
	src.paths = pathSet{}
	if err := src.paths.addAll(snapshot); err != nil {
		return src, err
	}
	for _, skip := range src.LeftOut {
		src.paths.add(skip.Path)
	}
	return src, nil
}

// openBefore opens the snapshot of the merge base of a pull request, nil for other scans. It also
// returns the ignore file to trust instead of the suppressions of the tree, nil if those apply: a
// pull request must not hide what it introduces, nor a fix branch what it does not fix.
func openBefore(s store.ScanInProgress, src Source) (before *os.File, trusted *string, err error) {
	if s.Kind == vigil.FixScan {
		return nil, new(string), nil
	}
	if src.Before == "" {
		return nil, nil, nil
	}
	if before, err = os.Open(src.Before); err != nil {
		return nil, nil, fmt.Errorf("read the base of the pull request: %w", err)
	}
	info, err := before.Stat()
	text := ""
	if err == nil {
		text, err = engine.IgnoreFileOf(before, info.Size())
	}
	if err != nil {
		before.Close()
		return nil, nil, fmt.Errorf("read the base of the pull request: %w", err)
	}
	return before, &text, nil
}

// past reads what is known about a branch before its source is fetched. It does not include what
// other scans record from here on.
func (r *Runner) past(ctx context.Context, s store.ScanInProgress, branch string) (p Past, err error) {
	if s.Kind == vigil.FixScan { // it closes nothing
		return p, nil
	}
	if p.LastCommit, err = r.Store.GetLastCommit(ctx, s.Team, s.Repository.ID, branch); err != nil {
		return p, err
	}
	p.SeenIn, err = r.Store.ListPresenceCommits(ctx, s.Team, s.Repository.ID, branch)
	return p, err
}
