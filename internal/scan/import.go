package scan

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/sarif"
	"vigil/internal/store"
)

// importName is the name of the document in its snapshot.
const importName = "import.sarif"

// carryOutImport records what another tool found. From there on it is like what Vigil
// finds itself: it keeps its id, its triage and its history.
func (r *Runner) carryOutImport(ctx context.Context, s store.ScanInProgress, l store.Lease, in vigil.Import, began time.Time) error {
	snapshot, err := os.CreateTemp("", "vigil-import-*")
	if err != nil {
		return fmt.Errorf("make a file for the import: %w", err)
	}
	defer snapshot.Close()
	if err := os.Remove(snapshot.Name()); err != nil { // it lives on while it is open
		return fmt.Errorf("make a file for the import: %w", err)
	}
	if err := r.writeImport(ctx, s, snapshot); err != nil {
		return err
	}
	src := Source{Branch: s.Branch, CommitSHA: in.Commit, Partial: in.Partial}
	if err := r.recordSource(ctx, s, src); err != nil {
		return err
	}
	ex, err := r.Import(ctx, snapshot)
	if err != nil {
		return err
	}
	defer ex.Findings.Close()
	// The tree is not here. Files in which the tool found something are there, all
	// others may have got another name.
	src.paths = pathSet{}
	for _, m := range ex.Findings.marks {
		src.paths[m.file.path] = struct{}{}
	}
	return r.record(ctx, result{scan: s, lease: l, began: began, src: src, ex: ex, found: ex.Findings.marks})
}

// writeImport writes a snapshot of the document alone. It is read and unpacked twice, for
// its size must be known first, and it may be large.
func (r *Runner) writeImport(ctx context.Context, s store.ScanInProgress, to *os.File) error {
	first, err := r.openImport(ctx, s)
	if err != nil {
		return err
	}
	size, err := io.Copy(io.Discard, io.LimitReader(first, vigil.MaxImport+1))
	if err == nil && size > vigil.MaxImport {
		err = errors.New("it is larger than what is taken")
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

// openImport returns the document of an import, unpacked.
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

// Import is what a Runner needs.
func (e *Examiner) Import(ctx context.Context, snapshot *os.File) (Examination, error) {
	ex, err := e.run(ctx, snapshot, request{Import: true, Now: time.Now(), Time: e.Sandbox.WorkTime()}, func(int, int) {})
	if said, ok := errors.AsType[*vigil.Error](err); ok {
		return ex, said
	}
	if err != nil && ctx.Err() == nil {
		return ex, explain("The document of the import could not be read to its end.", err)
	}
	return ex, err
}

// detectImported reports the findings of a document.
func detectImported(tree *engine.Tree, handle func(engine.Message) error, o engine.Options) error {
	document, err := tree.Files()[0].Bytes()
	if err != nil {
		return err
	}
	detectors, err := sarif.Detectors(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return engine.Run(context.Background(), &engine.Tree{}, detectors, o, handle)
}
