package service

import (
	"context"
	"fmt"
	"slices"
	"time"

	"vigil"
	"vigil/internal/cron"
	"vigil/internal/store"
)

// ScheduleFields is a create or update request for a schedule. Nil leaves a field
// unchanged, or at its default for a new schedule; a pointer to the empty value is
// null.
type ScheduleFields struct {
	Name          *string
	RepositoryIDs []string
	Branch        *string
	Cron          *string
	TimeZone      *string
	Mode          *vigil.ScanMode
	Model         *vigil.Model
	Active        *bool
}

// CreateSchedule creates an active schedule. Name, RepositoryIDs, and Cron are
// required.
func (s *Service) CreateSchedule(ctx context.Context, tx *store.Tx, team vigil.TeamID, in ScheduleFields) (vigil.Schedule, error) {
	now := vigil.Now()
	schedule := vigil.Schedule{ID: vigil.NewID(), Mode: vigil.FullScan, CreatedAt: now}
	if err := in.apply(ctx, tx, team, &schedule); err != nil {
		return vigil.Schedule{}, err
	}
	var err error
	if schedule.NextRunAt, err = nextRun(schedule, now); err != nil {
		return vigil.Schedule{}, err
	}
	if err := s.checkQuota(ctx, tx, team, vigil.QuotaSchedules, 1); err != nil {
		return vigil.Schedule{}, err
	}
	return schedule, tx.InsertSchedule(ctx, team, schedule)
}

// UpdateSchedule updates a schedule. Its next run stays the same unless the change
// affects it.
func (s *Service) UpdateSchedule(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, in ScheduleFields) (vigil.Schedule, error) {
	const tries = 10
	for range tries {
		before, err := tx.GetSchedule(ctx, team, id)
		if err != nil {
			return vigil.Schedule{}, err
		}
		after := before
		if err := in.apply(ctx, tx, team, &after); err != nil {
			return vigil.Schedule{}, err
		}
		active := before.Active()
		if in.Active != nil {
			active = *in.Active
		}
		switch {
		case !active:
			after.NextRunAt = time.Time{}
		case !before.Active() || after.Cron != before.Cron || after.TimeZone != before.TimeZone:
			if after.NextRunAt, err = nextRun(after, vigil.Now()); err != nil {
				return vigil.Schedule{}, err
			}
		}
		done, err := tx.UpdateSchedule(ctx, team, after)
		if err != nil || done {
			return after, err
		}
	}
	return vigil.Schedule{}, fmt.Errorf("update schedule %s: it changed %d times meanwhile", id, tries)
}

// DeleteSchedule deletes a schedule. The scans it started are kept.
func (s *Service) DeleteSchedule(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) error {
	return tx.DeleteSchedule(ctx, team, id)
}

// apply checks the fields that are given and puts them into s.
func (in ScheduleFields) apply(ctx context.Context, tx *store.Tx, team vigil.TeamID, s *vigil.Schedule) error {
	if in.Name != nil {
		if err := vigil.CheckText("name", *in.Name, vigil.MaxNameLength); err != nil {
			return err
		}
		s.Name = *in.Name
	}
	if in.Branch != nil {
		if *in.Branch != "" {
			if err := vigil.CheckBranch("branch", *in.Branch); err != nil {
				return err
			}
		}
		s.Branch = *in.Branch
	}
	if in.Mode != nil {
		s.Mode = *in.Mode
	}
	if in.Model != nil {
		s.Model = *in.Model
	}
	if in.Cron != nil {
		if err := vigil.CheckText("cron_expression", *in.Cron, vigil.MaxNameLength); err != nil {
			return err
		}
		if _, err := cron.Parse(*in.Cron); err != nil {
			return vigil.InvalidError("cron_expression", "%v", err)
		}
		s.Cron = *in.Cron
	}
	if in.TimeZone != nil {
		if _, err := cron.Zone(*in.TimeZone); err != nil {
			return vigil.InvalidError("timezone", "must be an IANA name such as Europe/Berlin, exactly as it is written there")
		}
		s.TimeZone = *in.TimeZone
	}
	if in.RepositoryIDs != nil {
		ids, err := checkRepositories(ctx, tx, team, in.RepositoryIDs)
		if err != nil {
			return err
		}
		s.RepositoryIDs = ids
	}
	return nil
}

// checkRepositories returns the ids of repositories of a team, each once.
func checkRepositories(ctx context.Context, tx *store.Tx, team vigil.TeamID, given []string) ([]vigil.ID, error) {
	if n := len(given); n == 0 || n > vigil.MaxScheduleRepositories {
		return nil, vigil.InvalidError("repository_ids", "must have 1 to %d elements", vigil.MaxScheduleRepositories)
	}
	ids := make([]vigil.ID, len(given))
	element := func(i int) string { return fmt.Sprintf("repository_ids[%d]", i) }
	for i, s := range given {
		id, ok := vigil.ParseID(s)
		if !ok {
			return nil, vigil.InvalidError(element(i), "must be the id of a repository: GET /repositories lists them")
		}
		if j := slices.Index(ids[:i], id); j >= 0 {
			return nil, vigil.InvalidError(element(i), "is the same as %s: give each repository once", element(j))
		}
		ids[i] = id
	}
	found, err := tx.GetRepositories(ctx, team, ids)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if _, there := found[id]; !there {
			return nil, vigil.InvalidError(element(i), "is the id of no repository that is tracked: its first scan makes it so")
		}
	}
	return ids, nil
}

// nextRun returns when a schedule is due after a moment.
func nextRun(s vigil.Schedule, after time.Time) (time.Time, error) {
	expression, err := cron.Parse(s.Cron)
	if err != nil {
		return time.Time{}, fmt.Errorf("schedule %s: the expression %w", s.ID, err)
	}
	zone, err := cron.Zone(s.TimeZone)
	if err != nil {
		return time.Time{}, fmt.Errorf("schedule %s: %w", s.ID, err)
	}
	return expression.Next(after, zone).UTC(), nil
}
