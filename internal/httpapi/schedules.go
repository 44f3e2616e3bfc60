package httpapi

import (
	"context"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) listSchedules(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.ScheduleSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	schedules, err := a.store.ListSchedules(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(schedules, cursor, api.NewSchedule), nil
}

func (a *API) createSchedule(r *request) (change, error) {
	b := parseBody(r.raw)
	b.require("name", "repository_ids", "cron_expression")
	in := service.ScheduleFields{
		Name:          given[string](b, "name"),
		RepositoryIDs: b.strings("repository_ids"),
		Cron:          given[string](b, "cron_expression"),
		Branch:        given[string](b, "branch"),
		TimeZone:      given[string](b, "timezone"),
		Mode:          given(b, "scan_mode", vigil.ScanModes...),
		Model:         given(b, "model", vigil.Models...),
	}
	if err := b.done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		schedule, err := a.service.CreateSchedule(ctx, tx, r.team(), in)
		return created(api.NewSchedule(schedule)), err
	}}, r.query().Done()
}

func (a *API) getSchedule(r *request) (answer, error) {
	id, err := r.onlyID("schedule")
	if err != nil {
		return answer{}, err
	}
	schedule, err := a.store.GetSchedule(r.Context(), r.team(), id)
	return ok(api.NewSchedule(schedule)), err
}

func (a *API) updateSchedule(r *request) (change, error) {
	b := parseBody(r.raw)
	in := service.ScheduleFields{
		Name:          given[string](b, "name"),
		RepositoryIDs: b.strings("repository_ids"),
		Cron:          given[string](b, "cron_expression"),
		Branch:        nullable[string](b, "branch"),
		TimeZone:      nullable[string](b, "timezone"),
		Mode:          given(b, "scan_mode", vigil.ScanModes...),
		Model:         nullable(b, "model", vigil.Models...),
		Active:        b.boolean("is_active"),
	}
	if err := b.done(); err != nil {
		return change{}, err
	}
	id, err := r.onlyID("schedule")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		schedule, err := a.service.UpdateSchedule(ctx, tx, r.team(), id, in)
		return ok(api.NewSchedule(schedule)), err
	}}, nil
}

func (a *API) deleteSchedule(r *request) (change, error) {
	id, err := r.onlyID("schedule")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		err := a.service.DeleteSchedule(ctx, tx, r.team(), id)
		return ok(api.Deleted{Object: "schedule", ID: string(id), Deleted: true}), err
	}}, nil
}
