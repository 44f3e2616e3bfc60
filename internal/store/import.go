package store

import (
	"context"
	"fmt"

	"vigil"
)

// InsertScanImport stores what a scan is to record instead of looking itself.
func (tx *Tx) InsertScanImport(ctx context.Context, scan vigil.ID, i vigil.Import) error {
	_, err := tx.q.exec(ctx, `INSERT INTO scan_imports (scan_id, commit_sha, partial, document) VALUES ($1, $2, $3, $4)`, scan, i.Commit, i.Partial, i.Document)
	if err != nil {
		return fmt.Errorf("insert import of scan %s: %w", scan, err)
	}
	return nil
}

// GetScanImport returns what a scan of a team is to record. NotFound: it looks itself.
func (r reader) GetScanImport(ctx context.Context, team vigil.TeamID, scan vigil.ID) (i vigil.Import, err error) {
	err = r.q.row(ctx, `SELECT i.commit_sha, i.partial, i.document FROM scan_imports i JOIN scans s ON s.id = i.scan_id WHERE i.scan_id = $1 AND s.team_id = $2`, scan, team).
		Scan(&i.Commit, &i.Partial, &i.Document)
	return i, missing(err, "import")
}
