package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vigil"
)

const scheduleColumns = `c.id, c.name, c.repository_ids, c.branch, c.cron_expression, c.timezone, c.scan_mode, c.model,
	c.next_run_at, c.last_run_at, c.created_at, c.revision`

// InsertSchedule stores a new schedule.
func (tx *Tx) InsertSchedule(ctx context.Context, team vigil.TeamID, s vigil.Schedule) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO schedules (id, team_id, name, repository_ids, branch, cron_expression, timezone, scan_mode, model, next_run_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		s.ID, team, s.Name, joinIDs(s.RepositoryIDs), s.Branch, s.Cron, s.TimeZone, s.Mode, s.Model, micros(s.NextRunAt), micros(s.CreatedAt))
	if err != nil {
		return fmt.Errorf("insert schedule: %w", err)
	}
	return nil
}

// GetSchedule returns a schedule of a team.
func (r reader) GetSchedule(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Schedule, error) {
	s, err := scanSchedule()(r.q.row(ctx, `SELECT `+scheduleColumns+` FROM schedules c WHERE c.id = $1 AND c.team_id = $2`, id, team))
	return s, missing(err, "schedule")
}

// ListSchedules returns a page of the schedules of a team.
func (r reader) ListSchedules(ctx context.Context, team vigil.TeamID, page vigil.Page) (List[vigil.Schedule], error) {
	p := plan{
		team:    team,
		columns: scheduleColumns,
		table:   "schedules c",
		id:      "c.id", sort: "c." + page.Sort, textual: page.Sort == "name",
		where: []condition{where("c.team_id = ?", team)},
	}
	l, err := list(ctx, r, p, page, func(s vigil.Schedule) vigil.ID { return s.ID }, scanSchedule)
	if err != nil {
		return l, fmt.Errorf("list schedules: %w", err)
	}
	return l, nil
}

// UpdateSchedule stores s by compare-and-swap on its revision. It reports false, and
// changes nothing, if there is a newer revision or the schedule was deleted.
func (tx *Tx) UpdateSchedule(ctx context.Context, team vigil.TeamID, s vigil.Schedule) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE schedules SET name = $1, repository_ids = $2, branch = $3, cron_expression = $4, timezone = $5, scan_mode = $6, model = $7,
			next_run_at = $8, last_run_at = $9, revision = revision + 1
		WHERE id = $10 AND team_id = $11 AND revision = $12`,
		s.Name, joinIDs(s.RepositoryIDs), s.Branch, s.Cron, s.TimeZone, s.Mode, s.Model,
		micros(s.NextRunAt), micros(s.LastRunAt), s.ID, team, s.Revision)
	if err != nil {
		return false, fmt.Errorf("update schedule %s: %w", s.ID, err)
	}
	return n == 1, nil
}

// UpdateScheduleRun advances a schedule from the due run to the next by
// compare-and-swap. It reports false, and changes nothing, if it is no longer due at
// that time or was changed since next was computed. The row stays locked until the
// transaction ends.
func (tx *Tx) UpdateScheduleRun(ctx context.Context, team vigil.TeamID, read vigil.Schedule, now, next time.Time) (bool, error) {
	n, err := tx.q.exec(ctx, `
		UPDATE schedules SET next_run_at = $1, last_run_at = $2, revision = revision + 1
		WHERE id = $3 AND team_id = $4 AND next_run_at = $5 AND cron_expression = $6 AND timezone = $7`,
		micros(next), micros(now), read.ID, team, micros(read.NextRunAt), read.Cron, read.TimeZone)
	if err != nil {
		return false, fmt.Errorf("move schedule %s on: %w", read.ID, err)
	}
	return n == 1, nil
}

// DeleteSchedule deletes a schedule of a team.
func (tx *Tx) DeleteSchedule(ctx context.Context, team vigil.TeamID, id vigil.ID) error {
	n, err := tx.q.exec(ctx, `DELETE FROM schedules WHERE id = $1 AND team_id = $2`, id, team)
	if err == nil && n == 0 {
		return vigil.MissingError("schedule")
	}
	if err != nil {
		return fmt.Errorf("delete schedule %s: %w", id, err)
	}
	return nil
}

// DueSchedule is a due schedule of any team.
type DueSchedule struct {
	vigil.Schedule
	Team vigil.TeamID
}

// ListDueSchedules returns up to limit due schedules, longest due first, after the
// given one. Nil starts at the beginning.
func (r reader) ListDueSchedules(ctx context.Context, now time.Time, after *DueSchedule, limit int) ([]DueSchedule, error) {
	from, id := int64(0), vigil.ID("00000000-0000-0000-0000-000000000000")
	if after != nil {
		from, id = micros(after.NextRunAt), after.ID
	}
	var team vigil.TeamID
	read := scanSchedule((*string)(&team))
	rs, err := r.q.query(ctx, `
		SELECT `+scheduleColumns+`, c.team_id FROM schedules c
		WHERE c.next_run_at > 0 AND c.next_run_at <= $1 AND (c.next_run_at, c.id) > ($2, $3)
		ORDER BY c.next_run_at, c.id LIMIT `+strconv.Itoa(limit), micros(now), from, id)
	due, err := collect(rs, err, func(w row) (DueSchedule, error) {
		s, err := read(w)
		return DueSchedule{s, team}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list due schedules: %w", err)
	}
	return due, nil
}

func scanSchedule(extra ...any) func(row) (vigil.Schedule, error) {
	var s vigil.Schedule
	var repositories string
	var next, last, created int64
	dest := append([]any{(*string)(&s.ID), &s.Name, &repositories, &s.Branch, &s.Cron, &s.TimeZone, (*string)(&s.Mode), (*string)(&s.Model),
		&next, &last, &created, &s.Revision}, extra...)
	return func(r row) (vigil.Schedule, error) {
		err := r.Scan(dest...)
		s.RepositoryIDs = splitIDs(repositories)
		s.NextRunAt, s.LastRunAt, s.CreatedAt = fromMicros(next), fromMicros(last), fromMicros(created)
		return s, err
	}
}

func splitIDs(s string) (ids []vigil.ID) {
	for word := range strings.FieldsSeq(s) {
		ids = append(ids, vigil.ID(word))
	}
	return ids
}

func joinIDs(ids []vigil.ID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = string(id)
	}
	return strings.Join(words, " ")
}

// DeleteFromSchedules removes a repository from the schedules of a team, and deletes those that
// have no other one.
func (tx *Tx) DeleteFromSchedules(ctx context.Context, team vigil.TeamID, repository vigil.ID) error {
	const tries = 10 // runs change them meanwhile
	for range tries {
		rs, err := tx.q.query(ctx, `SELECT `+scheduleColumns+` FROM schedules c WHERE c.team_id = $1 AND c.repository_ids LIKE $2`, team, "%"+string(repository)+"%")
		all, err := collect(rs, err, scanSchedule())
		if err != nil {
			return fmt.Errorf("delete repository %s from schedules: %w", repository, err)
		}
		if len(all) == 0 {
			return nil
		}
		for _, s := range all {
			s.RepositoryIDs = slices.DeleteFunc(s.RepositoryIDs, func(id vigil.ID) bool { return id == repository })
			if len(s.RepositoryIDs) > 0 {
				_, err = tx.UpdateSchedule(ctx, team, s)
			} else {
				_, err = tx.q.exec(ctx, `DELETE FROM schedules WHERE id = $1 AND team_id = $2 AND revision = $3`, s.ID, team, s.Revision)
			}
			if err != nil {
				return fmt.Errorf("delete repository %s from schedules: %w", repository, err)
			}
		}
	}
	return fmt.Errorf("delete repository %s from schedules: they changed %d times meanwhile", repository, tries)
}
