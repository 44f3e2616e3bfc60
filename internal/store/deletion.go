package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vigil"
)

// visible is the condition that the repository of a vulnerability v is not deleted.
const visible = `NOT EXISTS (SELECT 1 FROM repositories gone WHERE gone.id = v.repository_id AND gone.deleted_at > 0)`

// anyDeleted asks whether a team has a repository that is being deleted.
const anyDeleted = `SELECT EXISTS (SELECT 1 FROM repositories WHERE team_id = $1 AND deleted_at > 0)`

// maxVisible limits the repositories that a list is restricted to while one is being deleted:
// SQLite allows 32,766 arguments.
const maxVisible = 20_000

// listVisible returns the repositories that a list of a whole team shows: nil, which means all,
// unless one is being deleted. Then the list is read repository by repository, because it would
// otherwise walk over everything that remains of the deleted one. A team with more than maxVisible
// repositories sees that until it is gone.
func (r reader) listVisible(ctx context.Context, team vigil.TeamID) ([]vigil.ID, error) {
	var any bool
	err := r.q.row(ctx, anyDeleted, team).Scan(&any)
	if err != nil || !any {
		return nil, err
	}
	rs, err := r.q.query(ctx, fmt.Sprintf(`SELECT id FROM repositories WHERE team_id = $1 AND deleted_at = 0 LIMIT %d`, maxVisible+1), team)
	ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	if err != nil || len(ids) > maxVisible {
		return nil, err
	}
	return append([]vigil.ID{}, ids...), nil
}

// restrict keeps what remains of deleted repositories out of a list of a whole team. It reports
// false if nothing can pass.
func (r reader) restrict(ctx context.Context, team vigil.TeamID, f *VulnerabilityFilter) (bool, error) {
	visible, err := r.listVisible(ctx, team)
	if err != nil || visible == nil {
		return true, err
	}
	if f.SeenBy == "" {
		f.Repositories = visible
		return true, nil
	}
	_, err = r.GetScan(ctx, team, f.SeenBy) // all of them are of its repository
	if vigil.KindOf(err) == vigil.NotFound {
		return false, nil
	}
	return true, err
}

// DeleteRepository makes a repository of a team invisible and its name available, and ends its
// scans. The caller holds its turn. What it has is deleted by ContinueDeletion.
func (tx *Tx) DeleteRepository(ctx context.Context, team vigil.TeamID, id vigil.ID, now time.Time) error {
	n, err := tx.q.exec(ctx, `UPDATE repositories SET deleted_at = $1, folded_name = $2 WHERE id = $3 AND team_id = $4 AND deleted_at = 0`,
		micros(now), "\n"+string(id), id, team) // no name has a line break
	if err == nil && n == 0 {
		return vigil.MissingError("repository")
	}
	if err == nil {
		err = tx.endScansOf(ctx, id, now)
	}
	if err != nil {
		return fmt.Errorf("delete repository %s: %w", id, err)
	}
	return nil
}

// endScansOf cancels the scans of a repository, even those whose recording is decided, and
// discards that. Their workers notice.
func (tx *Tx) endScansOf(ctx context.Context, repository vigil.ID, now time.Time) error {
	if _, err := tx.q.exec(ctx, `DELETE FROM recordings WHERE repository_id = $1`, repository); err != nil {
		return err
	}
	_, err := tx.q.exec(ctx, `UPDATE scans SET status = 'canceled', decided = false, ended_at = $1 WHERE repository_id = $2 AND status IN ('queued', 'running')`,
		micros(now), repository)
	return err
}

// ListDeletions returns deleted repositories of which something remains.
func (r reader) ListDeletions(ctx context.Context, most int) ([]vigil.ID, error) {
	rs, err := r.q.query(ctx, `SELECT id FROM repositories WHERE deleted_at > 0 ORDER BY deleted_at LIMIT $1`, most)
	ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	if err != nil {
		return nil, fmt.Errorf("list deletions: %w", err)
	}
	return ids, nil
}

// The size of a step of a deletion.
const (
	deletedSightings       = 250
	deletedVulnerabilities = 50
	deletedScans           = 20
	deletedParts           = 20
)

// ContinueDeletion deletes a batch of what remains of a deleted repository, and with the last one
// the repository. It reports whether there is nothing left. Any number of processes may do so, and
// a deletion that was interrupted continues anywhere.
func (s *Store) ContinueDeletion(ctx context.Context, repository vigil.ID) (done bool, err error) {
	if s.Alone() { // see WriteStep
		s.steps.Lock()
		defer s.steps.Unlock()
	}
	err = s.db.writeUnchecked(ctx, func(tx *Tx) error {
		if err := tx.AwaitTurn(ctx, repository); err != nil {
			return err
		}
		var deleted int64
		err := tx.q.row(ctx, `SELECT deleted_at FROM repositories WHERE id = $1`, repository).Scan(&deleted)
		if done = errors.Is(err, errNoRows); done {
			return nil
		}
		if err != nil || deleted == 0 {
			return errors.Join(err, errors.New("it is not deleted"))
		}
		// A scan may have been created by a transaction that had found the repository before.
		if err := tx.endScansOf(ctx, repository, vigil.Now()); err != nil {
			return err
		}
		for _, batch := range []func(context.Context, vigil.ID) (bool, error){tx.deleteSightings, tx.deleteVulnerabilities, tx.deleteDocuments, tx.deleteScans} {
			if any, err := batch(ctx, repository); err != nil || any {
				return err
			}
		}
		done = true
		return tx.deleteRest(ctx, repository)
	})
	if err != nil {
		return false, fmt.Errorf("delete what repository %s had: %w", repository, err)
	}
	return done, nil
}

func (tx *Tx) deleteSightings(ctx context.Context, repository vigil.ID) (bool, error) {
	var scan vigil.ID
	err := tx.q.row(ctx, `SELECT s.id FROM scans s WHERE s.repository_id = $1 AND EXISTS (SELECT 1 FROM sightings g WHERE g.scan_id = s.id) LIMIT 1`, repository).Scan((*string)(&scan))
	if errors.Is(err, errNoRows) {
		return false, nil
	}
	if err == nil {
		_, err = tx.q.exec(ctx, fmt.Sprintf(`DELETE FROM sightings WHERE scan_id = $1
			AND vulnerability_id IN (SELECT vulnerability_id FROM sightings WHERE scan_id = $2 ORDER BY vulnerability_id LIMIT %d)`, deletedSightings), scan, scan)
	}
	return true, err
}

func (tx *Tx) deleteVulnerabilities(ctx context.Context, repository vigil.ID) (bool, error) {
	ids, err := tx.batch(ctx, `SELECT id FROM vulnerabilities WHERE repository_id = $1`, repository, deletedVulnerabilities)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	return true, tx.deleteOf(ctx, ids,
		"presences.vulnerability_id", "evidence.vulnerability_id", "opinions.vulnerability_id", "fixes.vulnerability_id", "changes.vulnerability_id", "pull_request_vulnerabilities.vulnerability_id", "vulnerabilities.id")
}

// deleteDocuments deletes the long texts of scans.
func (tx *Tx) deleteDocuments(ctx context.Context, repository vigil.ID) (bool, error) {
	n, err := tx.q.exec(ctx, fmt.Sprintf(`DELETE FROM scan_parts WHERE (scan_id, text, number) IN (
		SELECT p.scan_id, p.text, p.number FROM scans s JOIN scan_parts p ON p.scan_id = s.id WHERE s.repository_id = $1 LIMIT %d)`, deletedParts), repository)
	return n > 0, err
}

func (tx *Tx) deleteScans(ctx context.Context, repository vigil.ID) (bool, error) {
	ids, err := tx.batch(ctx, `SELECT id FROM scans WHERE repository_id = $1`, repository, deletedScans)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	if err := tx.discardImports(ctx, ids); err != nil {
		return false, err
	}
	return true, tx.deleteOf(ctx, ids,
		"scan_documents.scan_id", "scan_coverages.scan_id", "scan_imports.scan_id", "model_usage.scan_id", "hook_scans.scan_id", "scans.id")
}

// batch returns some of the ids that a query returns.
func (tx *Tx) batch(ctx context.Context, query string, repository vigil.ID, most int) ([]vigil.ID, error) {
	rs, err := tx.q.query(ctx, fmt.Sprintf("%s LIMIT %d", query, most), repository)
	return collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
}

// deleteOf deletes from each column's table what belongs to one of the ids.
func (tx *Tx) deleteOf(ctx context.Context, ids []vigil.ID, columns ...string) error {
	for _, column := range columns {
		var t sqlText
		t.add(`DELETE FROM ` + column[:slices.Index([]byte(column), '.')])
		t.where([]condition{anyOf(column, ids)})
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) deleteRest(ctx context.Context, repository vigil.ID) error {
	for _, statement := range []string{
		`DELETE FROM scan_turns WHERE id = $1`,
		`DELETE FROM recounts WHERE repository_id = $1`,
		`DELETE FROM endings WHERE repository_id = $1`,
		`DELETE FROM model_answers WHERE repository_id = $1`,
		`DELETE FROM witnesses WHERE repository_id = $1`,
		`DELETE FROM repositories WHERE id = $1`,
	} {
		if _, err := tx.q.exec(ctx, statement, repository); err != nil {
			return err
		}
	}
	return nil
}
