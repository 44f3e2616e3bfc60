package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"vigil"
)

// UpsertPresences records that vulnerabilities are present on a branch as of a commit. On
// the default branch of their repository, the open ones count from then on.
func (tx *Tx) UpsertPresences(ctx context.Context, branch string, c Commit, ids []vigil.ID) error {
	err := insertMany(ctx, tx.q, `INSERT INTO presences (vulnerability_id, branch, commit_sha, committed_at)`, ids,
		func(id vigil.ID) []any { return []any{id, branch, c.SHA, micros(c.Time)} },
		` ON CONFLICT (vulnerability_id, branch) DO UPDATE SET commit_sha = excluded.commit_sha, committed_at = excluded.committed_at`)
	if err != nil {
		return fmt.Errorf("store presences: %w", err)
	}
	return tx.setOnDefault(ctx, true, ids, where("NOT on_default"), ofDefaultBranch(branch))
}

// DeletePresences records that vulnerabilities are no longer present on a branch.
func (tx *Tx) DeletePresences(ctx context.Context, branch string, ids []vigil.ID) error {
	for chunk := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`DELETE FROM presences`)
		t.where([]condition{where("branch = ?", branch), anyOf("vulnerability_id", chunk)})
		if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
			return fmt.Errorf("delete presences: %w", err)
		}
	}
	return tx.setOnDefault(ctx, false, ids, where("on_default"), ofDefaultBranch(branch))
}

// ofDefaultBranch is a value rather than EXISTS, which PostgreSQL would turn into a join that reads
// all vulnerabilities of a repository.
func ofDefaultBranch(branch string) condition {
	return where("(SELECT r.default_branch FROM repositories r WHERE r.id = vulnerabilities.repository_id) = ?", branch)
}

// setOnDefault sets whether vulnerabilities are present on the default branch, for those of ids
// that fulfill the conditions, and counts the open ones. The conditions select only those that
// change.
func (tx *Tx) setOnDefault(ctx context.Context, present bool, ids []vigil.ID, conditions ...condition) error {
	n := 1
	if !present {
		n = -1
	}
	for chunk := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`UPDATE vulnerabilities SET on_default = ?`, present)
		t.where([]condition{anyOf("id", chunk)}, conditions)
		t.add(` RETURNING repository_id, severity, status`)
		rs, err := tx.q.query(ctx, t.String(), t.args...)
		_, err = collect(rs, err, func(w row) (none struct{}, err error) {
			var repository, status string
			var severity int64
			if err = w.Scan(&repository, &severity, &status); err == nil && status == string(vigil.Open) {
				tx.deltas.repository(vigil.ID(repository)).open.Add(vigil.Score(severity), n)
			}
			return none, err
		})
		if err != nil {
			return fmt.Errorf("update which vulnerabilities are on the default branch: %w", err)
		}
	}
	return nil
}

// UpdateDefaultBranch records the actual default branch of a repository. The caller holds its
// turn, and continues with ContinueRecount: from then on the counts are those of the new branch.
//
// If the former one was only assumed, because no scan has read the repository yet, what was
// imported for it becomes that of the actual one.
func (tx *Tx) UpdateDefaultBranch(ctx context.Context, team vigil.TeamID, id vigil.ID, branch string) error {
	var former string
	err := tx.q.row(ctx, `SELECT default_branch FROM repositories WHERE id = $1 AND team_id = $2`, id, team).Scan(&former)
	if err != nil {
		return missing(err, "repository")
	}
	if former == branch {
		return nil
	}
	if _, err := tx.q.exec(ctx, `UPDATE repositories SET default_branch = $1 WHERE id = $2 AND team_id = $3`, branch, id, team); err != nil {
		return fmt.Errorf("update default branch of repository %s: %w", id, err)
	}
	var read bool
	err = tx.q.row(ctx, `SELECT EXISTS (SELECT 1 FROM scans WHERE repository_id = $1 AND branch = $2 AND committed_at > 0)`, id, former).Scan(&read)
	if err != nil {
		return fmt.Errorf("update default branch of repository %s: %w", id, err)
	}
	if read {
		former = ""
	}
	_, err = tx.q.exec(ctx, `
		INSERT INTO recounts (repository_id, moved_from) VALUES ($1, $2)
		ON CONFLICT (repository_id) DO UPDATE SET moved_from = excluded.moved_from, seen_at = excluded.seen_at, seen_id = excluded.seen_id`, id, former)
	if err != nil {
		return fmt.Errorf("update default branch of repository %s: %w", id, err)
	}
	return nil
}

// walkSize is how many vulnerabilities of a repository one step of a walk looks at.
const walkSize = 200

// walk returns the next vulnerabilities of a repository after a position, in the order of
// creation. Their number below most means that there are no more.
func (tx *Tx) walk(ctx context.Context, repository vigil.ID, at int64, id vigil.ID, most int) (ids []vigil.ID, lastAt int64, err error) {
	rs, err := tx.q.query(ctx, fmt.Sprintf(`SELECT v.id, v.created_at FROM vulnerabilities v
		WHERE v.repository_id = $1 AND (v.created_at, v.id) > ($2, $3) ORDER BY v.created_at, v.id LIMIT %d`, most), repository, at, id)
	ids, err = collect(rs, err, func(w row) (id vigil.ID, err error) {
		err = w.Scan((*string)(&id), &lastAt)
		return id, err
	})
	return ids, lastAt, err
}

// ContinueRecount does the next step of a change of the default branch of a repository, in its
// turn. It reports whether there is nothing left to do.
//
// Recording sets on_default by the new branch already. So each vulnerability needs only one
// visit, whatever is recorded before or after it.
func (tx *Tx) ContinueRecount(ctx context.Context, repository vigil.ID) (done bool, err error) {
	var from, branch string
	var at int64
	var id vigil.ID
	err = tx.q.row(ctx, `
		SELECT c.moved_from, c.seen_at, c.seen_id, r.default_branch FROM recounts c JOIN repositories r ON r.id = c.repository_id
		WHERE c.repository_id = $1`, repository).Scan(&from, &at, (*string)(&id), &branch)
	if errors.Is(err, errNoRows) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("recount repository %s: %w", repository, err)
	}
	ids, at, err := tx.walk(ctx, repository, at, id, walkSize)
	if err == nil && len(ids) > 0 {
		id = ids[len(ids)-1]
		if from != "" {
			err = tx.movePresences(ctx, from, branch, ids)
		}
		present := where("EXISTS (SELECT 1 FROM presences p WHERE p.vulnerability_id = vulnerabilities.id AND p.branch = ?)", branch)
		absent := condition{"NOT " + present.sql, present.args}
		err = errors.Join(err,
			tx.setOnDefault(ctx, true, ids, where("NOT on_default"), present),
			tx.setOnDefault(ctx, false, ids, where("on_default"), absent))
	}
	if err != nil {
		return false, fmt.Errorf("recount repository %s: %w", repository, err)
	}
	if len(ids) == walkSize {
		_, err = tx.q.exec(ctx, `UPDATE recounts SET seen_at = $1, seen_id = $2 WHERE repository_id = $3`, at, id, repository)
	} else {
		_, err = tx.q.exec(ctx, `DELETE FROM recounts WHERE repository_id = $1`, repository)
	}
	if err != nil {
		return false, fmt.Errorf("recount repository %s: %w", repository, err)
	}
	return len(ids) < walkSize, nil
}

// movePresences makes what is present on one branch present on another instead.
func (tx *Tx) movePresences(ctx context.Context, from, to string, ids []vigil.ID) error {
	of := []condition{where("branch = ?", from), anyOf("vulnerability_id", ids)}
	var t sqlText
	t.add(`INSERT INTO presences (vulnerability_id, branch, commit_sha, committed_at) SELECT vulnerability_id, ?, commit_sha, committed_at FROM presences`, to)
	t.where(of)
	t.add(` ON CONFLICT (vulnerability_id, branch) DO NOTHING`)
	if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
		return err
	}
	t = sqlText{}
	t.add(`DELETE FROM presences`)
	t.where(of)
	_, err := tx.q.exec(ctx, t.String(), t.args...)
	return err
}

// ListRecounts returns repositories with an unfinished change of their default branch.
func (r reader) ListRecounts(ctx context.Context, most int) ([]vigil.ID, error) {
	rs, err := r.q.query(ctx, `SELECT repository_id FROM recounts ORDER BY repository_id LIMIT $1`, most)
	ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	if err != nil {
		return nil, fmt.Errorf("list recounts: %w", err)
	}
	return ids, nil
}
