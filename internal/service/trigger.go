package service

import (
	"context"
	"errors"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// Triggered is the result of a due schedule.
type Triggered struct {
	Scans   []vigil.ID
	Skipped map[vigil.ID]error // repositories of which no scan could be started
}

// TriggerSchedule starts the scans of a schedule that was read as due, unless it was
// run, paused, or rescheduled since: then it reports false and does nothing. However
// long it was due, it runs once, and its next run is after now.
func (s *Service) TriggerSchedule(ctx context.Context, tx *store.Tx, team vigil.TeamID, read vigil.Schedule, now time.Time) (Triggered, bool, error) {
	next, err := nextRun(read, now)
	if err != nil {
		return Triggered{}, false, err
	}
	// First of all, so that of several servers those who come second do nothing.
	if moved, err := tx.UpdateScheduleRun(ctx, team, read, now, next); err != nil || !moved {
		return Triggered{}, false, err
	}
	schedule, err := tx.GetSchedule(ctx, team, read.ID) // its repositories may be others by now
	if err != nil {
		return Triggered{}, false, err
	}
	out := Triggered{Scans: make([]vigil.ID, 0, len(schedule.RepositoryIDs)), Skipped: map[vigil.ID]error{}}
	for _, repository := range schedule.RepositoryIDs {
		scan, err := s.StartScan(ctx, tx, team, NewScan{
			Name: schedule.Name, Repository: string(repository), Branch: schedule.Branch, Mode: schedule.Mode, Model: schedule.Model,
		})
		switch {
		case err == nil:
			out.Scans = append(out.Scans, scan.ID)
		case cannotBeScanned(err):
			out.Skipped[repository] = err // the others can
		default:
			return Triggered{}, false, err
		}
	}
	return out, true, emit(ctx, tx, team, vigil.EventScheduleTriggered, api.NewScheduleTriggered(schedule, out.Scans))
}

// cannotBeScanned reports whether an error is about one repository, and not about
// the database, which would fail for the next one too.
func cannotBeScanned(err error) bool {
	e, ok := errors.AsType[*vigil.Error](err)
	return ok && (e.Kind == vigil.Invalid || e.Kind == vigil.NotFound || e.Kind == vigil.Conflict || e.Kind == vigil.RateLimited)
}
