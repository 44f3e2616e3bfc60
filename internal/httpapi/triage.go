package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// triageMany triages those with the ids, or those that a filter lets through: all of them
// or none. More than one transaction should change are a job.
func (a *API) triageMany(r *request) (change, error) {
	b := parseBody(r.raw)
	action := required(b, "action", vigil.Actions...)
	reason := reason(b)
	given := b.strings("ids")
	filter := b.object("filter")
	switch {
	case given == nil && filter == nil:
		b.fail("ids", "parameter_missing", "is missing: say which vulnerabilities, by ids or by a filter")
	case given != nil && filter != nil:
		b.invalid("filter", "cannot be given together with ids")
	case len(given) > vigil.MaxTriage:
		b.invalid("ids", fmt.Sprintf("must have at most %d elements", vigil.MaxTriage))
	}
	var ids []vigil.ID
	for i, s := range given {
		id, ok := vigil.ParseID(s)
		if !ok {
			b.invalid(fmt.Sprintf("ids[%d]", i), "must be the id of a vulnerability")
		}
		ids = append(ids, id)
	}
	if err := b.done(); err != nil {
		return change{}, err
	}
	var search func(context.Context) error
	find := func(context.Context, *store.Tx) ([]vigil.ID, error) { return ids, nil }
	if filter != nil {
		if err := r.require(vigil.VulnerabilitiesRead); err != nil {
			return change{}, err
		}
		var err error
		if search, find, err = a.findFiltered(r, filter); err != nil {
			return change{}, err
		}
	}
	return change{before: search, apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		ids, err := find(ctx, tx)
		if err != nil {
			return answer{}, err
		}
		out, err := a.triageAll(ctx, tx, r.key, ids, action, reason)
		if e, is := errors.AsType[*vigil.Error](err); is && e.Kind == vigil.NotFound {
			e.Param = "ids"
		}
		return out, err
	}}, r.query().Done()
}

func (a *API) triageAll(ctx context.Context, tx *store.Tx, by vigil.Key, ids []vigil.ID, action vigil.Action, reason string) (answer, error) {
	if len(ids) > vigil.MaxTriageAtOnce {
		job, err := a.service.StartTriage(ctx, tx, by, ids, action, reason)
		return answer{status: http.StatusAccepted, value: api.NewTriageJob(job)}, err
	}
	done, err := a.service.TriageAll(ctx, tx, by, ids, action, reason)
	return ok(api.NewBulkTriage(action, done)), err
}

func (a *API) getTriageJob(r *request) (answer, error) {
	id, err := r.onlyID("triage job")
	if err != nil {
		return answer{}, err
	}
	job, err := a.store.GetTriageJob(r.Context(), r.team(), id)
	return ok(api.NewTriageJob(job)), err
}

// findFiltered takes a filter whose fields are the parameters of the list. search reads
// the vulnerabilities that match before the transaction: a list can take a while, in
// which nobody else could write. find then drops, in the transaction, those that no
// longer match: somebody may have triaged them a moment before.
func (a *API) findFiltered(r *request, given map[string][]string) (search func(context.Context) error, find func(context.Context, *store.Tx) ([]vigil.ID, error), err error) {
	q := listquery.New(given)
	filter, repositories := q.AllVulnerabilities()
	if err := q.Done(); err != nil {
		return nil, nil, ofFilter(err)
	}
	var ids []vigil.ID
	search = func(ctx context.Context) (err error) {
		if filter.Repositories, err = a.store.FindRepositories(ctx, r.team(), repositories); err != nil {
			return err
		}
		if err := filter.Check(); err != nil {
			return ofFilter(err)
		}
		page := vigil.Page{Sort: "created_at", Limit: exportPage}
		for {
			found, err := a.store.ListVulnerabilities(ctx, r.team(), filter, page)
			if err != nil {
				return err
			}
			for _, v := range found.Items {
				ids = append(ids, v.ID)
			}
			if len(ids) > vigil.MaxTriage || len(ids) == vigil.MaxTriage && found.Next != nil {
				return vigil.InvalidError("filter", "lets more than %d vulnerabilities through: narrow it", vigil.MaxTriage)
			}
			if page.After = found.Next; found.Next == nil {
				return nil
			}
		}
	}
	find = func(ctx context.Context, tx *store.Tx) ([]vigil.ID, error) {
		return tx.FilterVulnerabilities(ctx, r.team(), filter, ids)
	}
	return search, find, nil
}

// ofFilter names the field of a filter that an error is about.
func ofFilter(err error) error {
	if e, ok := errors.AsType[*vigil.Error](err); ok {
		e.Param = "filter." + e.Param
	}
	return err
}

func (a *API) triage(r *request) (change, error) {
	b := parseBody(r.raw)
	action := required(b, "action", vigil.Actions...)
	reason := reason(b)
	if err := b.done(); err != nil {
		return change{}, err
	}
	id, err := r.pathID("vulnerability")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		v, err := a.service.Triage(ctx, tx, r.key, id, action, reason)
		return ok(api.NewVulnerability(v)), err
	}}, r.query().Done()
}

// reason takes the optional reason of a triage, which may be empty.
func reason(b *body) string {
	raw, there, null := b.take("reason")
	switch {
	case !there:
		return ""
	case null:
		b.invalid("reason", "must not be null")
		return ""
	}
	s := b.text("reason", raw)
	if utf8.RuneCountInString(s) > vigil.MaxReasonLength {
		b.invalid("reason", "must be at most 2000 characters long")
	}
	return s
}
