package scan

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/store"
)

// importName is the name of the document in its snapshot.
const importName = "import.sarif"

// carryOutImport records another tool's findings. From then on they are like Vigil's own: they
// keep their id, triage, and history.
func (r *Runner) carryOutImport(ctx context.Context, s store.ScanInProgress, l store.Lease, in vigil.Import, began time.Time) error {
	snapshot, err := os.CreateTemp("", "vigil-import-*")
	if err != nil {
		return fmt.Errorf("create a file for the import: %w", err)
	}
	defer snapshot.Close()
	if err := os.Remove(snapshot.Name()); err != nil { // it exists while it is open
		return fmt.Errorf("create a file for the import: %w", err)
	}
	if err := r.writeImport(ctx, s, snapshot); err != nil {
		return err
	}
	src := Source{Branch: s.Branch, CommitSHA: in.Commit, Partial: in.Partial}
	if s.FollowsDefault { // it may have changed since the import was queued
		src.Branch = s.Repository.DefaultBranch
	}
	if err := r.recordSource(ctx, s, src); err != nil {
		return err
	}
	report, err := r.Import(ctx, snapshot)
	if err != nil {
		return err
	}
	defer report.Findings.Close()
	// The tree is not available. Files with findings exist, all others may have been
	// renamed.
	src.paths = pathSet{}
	for _, e := range report.Findings.Entries() {
		src.paths[e.File().Path] = struct{}{}
	}
	return r.record(ctx, result{scan: s, lease: l, began: began, src: src, report: report, found: report.Findings.Entries()})
}

// writeImport writes a snapshot of only the document. It is decompressed twice, because its
// size must be known first, and it may be large.
func (r *Runner) writeImport(ctx context.Context, s store.ScanInProgress, to *os.File) error {
	first, err := r.openImport(ctx, s)
	if err != nil {
		return err
	}
	size, err := io.Copy(io.Discard, io.LimitReader(first, vigil.MaxImport+1))
	if err == nil && size > vigil.MaxImport {
		err = errors.New("it exceeds the size limit")
	}
	if err != nil {
		return fmt.Errorf("unpack import: %w", err)
	}
	second, err := r.openImport(ctx, s)
	if err != nil {
		return err
	}
	w := engine.NewSnapshotWriter(to)
	return errors.Join(w.Add(importName, size, second), w.Close())
}

// openImport returns the decompressed document of an import.
func (r *Runner) openImport(ctx context.Context, s store.ScanInProgress) (io.Reader, error) {
	packed, err := r.Store.OpenScanImport(ctx, s.Team, s.ID)
	if err != nil {
		return nil, err
	}
	document, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("unpack import: %w", err)
	}
	return document, nil
}
