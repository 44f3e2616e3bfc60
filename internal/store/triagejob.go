package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"vigil"
)

const triageJobColumns = "j.id, j.action, j.reason, j.actor, j.total, j.done, j.created_at, j.ended_at"

// InsertTriageJob stores a job of a team with its vulnerabilities.
func (tx *Tx) InsertTriageJob(ctx context.Context, team vigil.TeamID, j vigil.TriageJob, ids []vigil.ID) error {
	_, err := tx.q.exec(ctx, `INSERT INTO triage_jobs (id, team_id, action, reason, actor, ids, total, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		j.ID, team, j.Action, j.Reason, j.Actor, joinIDs(ids), j.Total, micros(j.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert triage job: %w", err)
	}
	return nil
}

// GetTriageJob returns a job of a team.
func (r reader) GetTriageJob(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.TriageJob, error) {
	j, err := scanTriageJob()(r.q.row(ctx, `SELECT `+triageJobColumns+` FROM triage_jobs j WHERE j.id = $1 AND j.team_id = $2`, id, team))
	return j, missing(err, "triage job")
}

// WaitingTriage is an unfinished job and its team.
type WaitingTriage struct {
	vigil.TriageJob
	Team vigil.TeamID
}

// ListWaitingTriage returns the oldest unfinished job of each team, for a limited
// number of teams.
func (r reader) ListWaitingTriage(ctx context.Context, most int) ([]WaitingTriage, error) {
	rs, err := r.q.query(ctx, `
		SELECT `+triageJobColumns+`, j.team_id FROM triage_jobs j
		WHERE j.ended_at = 0 AND NOT EXISTS (SELECT 1 FROM triage_jobs o WHERE o.team_id = j.team_id AND o.ended_at = 0 AND o.id < j.id)
		ORDER BY j.id LIMIT $1`, most)
	var team vigil.TeamID
	scan := scanTriageJob((*string)(&team))
	all, err := collect(rs, err, func(w row) (WaitingTriage, error) {
		j, err := scan(w)
		return WaitingTriage{j, team}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list waiting triage jobs: %w", err)
	}
	return all, nil
}

// TakeTriage takes the next batch of a job, to be triaged in this transaction, and
// completes the job with the last one. It returns none if j is stale, because another
// worker took the batch.
func (tx *Tx) TakeTriage(ctx context.Context, j WaitingTriage, most int, now time.Time) ([]vigil.ID, error) {
	next := min(j.Done+most, j.Total)
	var ended int64
	if next == j.Total {
		ended = micros(now)
	}
	n, err := tx.q.exec(ctx, `UPDATE triage_jobs SET done = $1, ended_at = $2 WHERE id = $3 AND team_id = $4 AND done = $5 AND ended_at = 0`, next, ended, j.ID, j.Team, j.Done)
	if err != nil {
		return nil, fmt.Errorf("take from triage job %s: %w", j.ID, err)
	}
	if n == 0 {
		return nil, nil
	}
	var joined string
	if err := tx.q.row(ctx, `SELECT ids FROM triage_jobs WHERE id = $1`, j.ID).Scan(&joined); err != nil {
		return nil, fmt.Errorf("take from triage job %s: %w", j.ID, err)
	}
	if ended > 0 { // no longer needed
		if _, err := tx.q.exec(ctx, `UPDATE triage_jobs SET ids = '' WHERE id = $1`, j.ID); err != nil {
			return nil, fmt.Errorf("end triage job %s: %w", j.ID, err)
		}
	}
	return splitIDs(joined)[j.Done:next], nil
}

// DeleteOldTriageJobs deletes a batch of jobs that finished before a time.
func (tx *Tx) DeleteOldTriageJobs(ctx context.Context, before time.Time) error {
	_, err := tx.q.exec(ctx, `DELETE FROM triage_jobs WHERE id IN (SELECT id FROM triage_jobs WHERE ended_at > 0 AND ended_at < $1 LIMIT 1000)`, micros(before))
	if err != nil {
		return fmt.Errorf("delete old triage jobs: %w", err)
	}
	return nil
}

// FilterVulnerabilities returns which of some vulnerabilities of a team match a
// filter, in ID order.
func (r reader) FilterVulnerabilities(ctx context.Context, team vigil.TeamID, f VulnerabilityFilter, ids []vigil.ID) (kept []vigil.ID, err error) {
	for some := range slices.Chunk(ids, 500) {
		var t sqlText
		t.add(`SELECT v.id FROM vulnerabilities v`)
		t.where(ofIDs("v.", team, some), []condition{where(visible)}, f.tests(team, false))
		rs, err := r.q.query(ctx, t.String(), t.args...)
		found, err := collect(rs, err, func(w row) (id vigil.ID, err error) { return id, w.Scan((*string)(&id)) })
		if err != nil {
			return nil, fmt.Errorf("filter vulnerabilities: %w", err)
		}
		kept = append(kept, found...)
	}
	slices.Sort(kept)
	return kept, nil
}

func scanTriageJob(extra ...any) func(row) (vigil.TriageJob, error) {
	var j vigil.TriageJob
	var created, ended int64
	dest := append([]any{(*string)(&j.ID), (*string)(&j.Action), &j.Reason, &j.Actor, &j.Total, &j.Done, &created, &ended}, extra...)
	return func(r row) (vigil.TriageJob, error) {
		err := r.Scan(dest...)
		j.CreatedAt, j.EndedAt = fromMicros(created), fromMicros(ended)
		return j, err
	}
}
