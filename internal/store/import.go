package store

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"vigil"
)

// InsertScanImport stores the document that a scan records instead of analyzing
// source.
func (tx *Tx) InsertScanImport(ctx context.Context, scan vigil.ID, i vigil.Import) error {
	_, err := tx.q.exec(ctx, `INSERT INTO scan_imports (scan_id, commit_sha, partial, document) VALUES ($1, $2, $3, $4)`, scan, i.Commit, i.Partial, []byte{})
	if err != nil {
		return fmt.Errorf("insert import of scan %s: %w", scan, err)
	}
	if _, err := i.Document.Seek(0, io.SeekStart); err != nil { // the transaction may be retried
		return fmt.Errorf("read import of scan %s: %w", scan, err)
	}
	return tx.replaceParts(ctx, scan, importText, i.Document)
}

// deleteScanImport deletes the document of a scan, if it is an import.
func (tx *Tx) deleteScanImport(ctx context.Context, scan vigil.ID) error {
	n, err := tx.q.exec(ctx, `DELETE FROM scan_imports WHERE scan_id = $1`, scan)
	if err != nil || n == 0 {
		return err
	}
	return tx.deleteParts(ctx, scan, importText)
}

// GetScanImport returns the metadata of the import of a scan, without the document.
// NotFound means that the scan analyzes source.
func (r reader) GetScanImport(ctx context.Context, team vigil.TeamID, scan vigil.ID) (i vigil.Import, err error) {
	err = r.q.row(ctx, `SELECT i.commit_sha, i.partial FROM scan_imports i JOIN scans s ON s.id = i.scan_id WHERE i.scan_id = $1 AND s.team_id = $2`, scan, team).
		Scan(&i.Commit, &i.Partial)
	return i, missing(err, "import")
}

// OpenScanImport returns the document that a scan imports, compressed with gzip. It is
// streamed from the database in chunks.
func (r reader) OpenScanImport(ctx context.Context, team vigil.TeamID, scan vigil.ID) (io.Reader, error) {
	var whole []byte // of an import stored before documents were split into parts
	err := r.q.row(ctx, `SELECT i.document FROM scan_imports i JOIN scans s ON s.id = i.scan_id WHERE i.scan_id = $1 AND s.team_id = $2`, scan, team).Scan(&whole)
	if err = missing(err, "import"); err != nil {
		return nil, err
	}
	return io.MultiReader(bytes.NewReader(whole), r.openParts(ctx, team, scan, importText)), nil
}
