package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vigil"
)

// Ending is the end of a branch or pull request: it was deleted or closed, and what only it has
// is no longer evaluated.
type Ending struct {
	Team       vigil.TeamID
	Repository vigil.ID
	Branch     string // or the ref of a pull request
	Reason     string // for the history of the vulnerabilities
	Actor      string // the name of a key; empty: a scan
	EndedAt    time.Time

	seenAt int64 // how far it is done
	seenID vigil.ID
}

const endingColumns = `r.team_id, e.repository_id, e.branch, e.reason, e.actor, e.ended_at, e.seen_at, e.seen_id`

// ScannedSinceEnded reports whether a branch or pull request of a repository was scanned, or is
// about to be, since it last ended.
func (r reader) ScannedSinceEnded(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string, pullRequest int64) (known bool, err error) {
	of, arg := "s.kind = 'main' AND s.branch = $5", any(branch)
	if pullRequest > 0 {
		of, arg = "s.kind = 'pr' AND s.pull_request = $5", pullRequest
	}
	err = r.q.row(ctx, `
		SELECT EXISTS (SELECT 1 FROM scans s WHERE s.repository_id = $1 AND s.team_id = $2
			AND s.created_at > coalesce((SELECT e.ended_at FROM endings e WHERE e.repository_id = $3 AND e.branch = $4), 0) AND `+of+`)`,
		repository, team, repository, branch, arg).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("find scans of %s: %w", branch, err)
	}
	return known, nil
}

// InsertEnding records that a branch or pull request has ended. The caller holds the turn of the
// repository. What that means for its vulnerabilities is up to TakeEnding.
func (tx *Tx) InsertEnding(ctx context.Context, e Ending) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO endings (repository_id, branch, reason, actor, ended_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (repository_id, branch) DO UPDATE SET reason = excluded.reason, actor = excluded.actor, ended_at = excluded.ended_at,
			done = excluded.done, seen_at = excluded.seen_at, seen_id = excluded.seen_id`,
		e.Repository, e.Branch, e.Reason, e.Actor, micros(e.EndedAt))
	if err != nil {
		return fmt.Errorf("end %s: %w", e.Branch, err)
	}
	return nil
}

// ListUnendedScans returns the queued and running scans of a branch or pull request.
func (r reader) ListUnendedScans(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string, pullRequest int64) ([]vigil.ID, error) {
	of, arg := "kind = 'main' AND branch = $3", any(branch)
	if pullRequest > 0 {
		of, arg = "kind = 'pr' AND pull_request = $3", pullRequest
	}
	rs, err := r.q.query(ctx, `SELECT id FROM scans WHERE repository_id = $1 AND team_id = $2 AND status IN ('queued', 'running') AND `+of, repository, team, arg)
	ids, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
	if err != nil {
		return nil, fmt.Errorf("list scans of %s: %w", branch, err)
	}
	return ids, nil
}

// ListEndings returns unfinished endings, the oldest first.
func (r reader) ListEndings(ctx context.Context, most int) ([]Ending, error) {
	rs, err := r.q.query(ctx, `
		SELECT `+endingColumns+` FROM endings e JOIN repositories r ON r.id = e.repository_id
		WHERE NOT e.done AND r.deleted_at = 0 ORDER BY e.ended_at LIMIT $1`, most)
	all, err := collect(rs, err, scanEnding)
	if err != nil {
		return nil, fmt.Errorf("list endings: %w", err)
	}
	return all, nil
}

// GetEnding returns the unfinished ending of a branch or pull request, or nil.
func (r reader) GetEnding(ctx context.Context, repository vigil.ID, branch string) (*Ending, error) {
	e, err := scanEnding(r.q.row(ctx, `
		SELECT `+endingColumns+` FROM endings e JOIN repositories r ON r.id = e.repository_id
		WHERE e.repository_id = $1 AND e.branch = $2 AND NOT e.done`, repository, branch))
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("get end of %s: %w", branch, err)
	}
	return &e, nil
}

// Ended is a vulnerability that was present on a branch that has ended.
type Ended struct {
	ID     vigil.ID
	Status vigil.Status
	Last   bool // it is present nowhere else
}

// The size of a step of an ending: how many vulnerabilities it looks at, and how many it changes.
const endingLooks, endingChanges = 1000, 100

// TakeEnding takes the next step of an ending, in the turn of the repository. It deletes the
// presences of some vulnerabilities and returns these, for the caller to decide about in the same
// transaction. It reports whether there is nothing left to do.
func (tx *Tx) TakeEnding(ctx context.Context, repository vigil.ID, branch string) (e *Ending, taken []Ended, done bool, err error) {
	if e, err = tx.GetEnding(ctx, repository, branch); err != nil || e == nil {
		return nil, nil, e == nil, err
	}
	rs, err := tx.q.query(ctx, fmt.Sprintf(`
		SELECT v.id, v.created_at, v.status,
			(SELECT count(*) FROM presences p WHERE p.vulnerability_id = v.id AND p.branch = $1),
			(SELECT count(*) FROM presences p WHERE p.vulnerability_id = v.id AND p.branch <> $2)
		FROM vulnerabilities v WHERE v.repository_id = $3 AND (v.created_at, v.id) > ($4, $5) ORDER BY v.created_at, v.id LIMIT %d`, endingLooks),
		branch, branch, repository, e.seenAt, e.seenID)
	looked := 0
	var ids []vigil.ID
	_, err = collect(rs, err, func(w row) (none struct{}, err error) {
		var v Ended
		var at, here, elsewhere int64
		if err = w.Scan((*string)(&v.ID), &at, (*string)(&v.Status), &here, &elsewhere); err != nil || len(taken) == endingChanges {
			return none, err
		}
		looked++
		e.seenAt, e.seenID = at, v.ID
		if v.Last = elsewhere == 0; here > 0 {
			taken, ids = append(taken, v), append(ids, v.ID)
		}
		return none, nil
	})
	if err == nil {
		err = tx.DeletePresences(ctx, branch, ids)
	}
	if err != nil {
		return nil, nil, false, fmt.Errorf("end %s: %w", branch, err)
	}
	done = looked < endingLooks && len(taken) < endingChanges
	_, err = tx.q.exec(ctx, `UPDATE endings SET done = $1, seen_at = $2, seen_id = $3 WHERE repository_id = $4 AND branch = $5`,
		done, e.seenAt, e.seenID, repository, branch)
	if err != nil {
		return nil, nil, false, fmt.Errorf("end %s: %w", branch, err)
	}
	return e, taken, done, nil
}

func scanEnding(w row) (e Ending, err error) {
	var ended int64
	err = w.Scan((*string)(&e.Team), (*string)(&e.Repository), &e.Branch, &e.Reason, &e.Actor, &ended, &e.seenAt, (*string)(&e.seenID))
	e.EndedAt = fromMicros(ended)
	return e, err
}
