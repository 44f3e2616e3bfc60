package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"unicode/utf8"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

func (a *API) listVulnerabilities(r *request) (answer, error) {
	q := r.query()
	filter, repositories := anyVulnerabilityFilter(q)
	list, err := a.readVulnerabilityList(r, q)
	if err != nil {
		return answer{}, err
	}
	if filter.Repositories, err = a.store.FindRepositories(r.Context(), r.team(), repositories); err != nil {
		return answer{}, err
	}
	return list(filter)
}

// anyVulnerabilityFilter takes all filters of the list of all vulnerabilities. The
// repositories among them have yet to be looked up.
func anyVulnerabilityFilter(q *query) (filter store.VulnerabilityFilter, repositories []string) {
	filter = vulnerabilityFilter(q)
	filter.PullRequest = q.pullRequest()
	repositories = q.all("repository")
	if s := q.one("scan_id"); s != "" {
		id, ok := vigil.ParseID(s)
		if !ok {
			q.invalid("scan_id", "must be the id of a scan")
		}
		filter.SeenBy = id
	}
	return filter, repositories
}

func (a *API) listScanVulnerabilities(r *request) (answer, error) {
	q := r.query()
	filter := vulnerabilityFilter(q)
	list, err := a.readVulnerabilityList(r, q)
	if err != nil {
		return answer{}, err
	}
	id, err := r.pathID("scan")
	if err != nil {
		return answer{}, err
	}
	if _, err := a.store.GetScan(r.Context(), r.team(), id); err != nil {
		return answer{}, err
	}
	filter.SeenBy = id
	return list(filter)
}

func (a *API) listRepositoryVulnerabilities(r *request) (answer, error) {
	q := r.query()
	provider := repositoryParams(q)
	filter := vulnerabilityFilter(q)
	filter.PullRequest = q.pullRequest()
	list, err := a.readVulnerabilityList(r, q)
	if err != nil {
		return answer{}, err
	}
	repository, err := findRepository(r, a.store, provider)
	if err != nil {
		return answer{}, err
	}
	filter.Repositories = []vigil.ID{repository.ID}
	return list(filter)
}

// vulnerabilityFilter takes the filters that all lists of vulnerabilities share.
func vulnerabilityFilter(q *query) store.VulnerabilityFilter {
	f := store.VulnerabilityFilter{
		Statuses: choices(q, "status", vigil.Statuses),
		Types:    q.all("type"),
		Created:  q.created(),
	}
	f.Levels, f.MinSeverity = q.severity()
	for _, cwe := range q.all("cwe") {
		if cwe = vigil.NormalCWE(cwe); !slices.Contains(f.CWEs, cwe) {
			f.CWEs = append(f.CWEs, cwe)
		}
	}
	return f
}

// readVulnerabilityList reads the rest of the query and returns what makes the
// list once the filter is complete.
func (a *API) readVulnerabilityList(r *request, q *query) (func(store.VulnerabilityFilter) (answer, error), error) {
	expand, err := readExpand(r, q)
	if err != nil {
		return nil, err
	}
	limited := q.values.Has("limit")
	page, codec := q.page(r, vigil.VulnerabilitySorts)
	if err := q.done(); err != nil {
		return nil, err
	}
	return func(filter store.VulnerabilityFilter) (answer, error) {
		if err := filter.Check(); err != nil {
			return answer{}, err
		}
		if wantsCSV(r.Request) {
			return a.vulnerabilityTable(r, filter, page, limited), nil
		}
		room := vulnerabilityPages.Get().(*[]vigil.Vulnerability)
		found, err := a.store.ListVulnerabilitiesInto(r.Context(), *room, r.team(), filter, page)
		if err != nil {
			return answer{}, err
		}
		r.cleanup = func() { // when the answer is sent
			*room = found.Items
			vulnerabilityPages.Put(room)
		}
		if expand == (expansion{}) {
			plain := make([]api.PlainVulnerability, len(found.Items))
			for i := range found.Items {
				plain[i] = api.NewPlainVulnerability(&found.Items[i])
			}
			return pageAnswer(plain, found.Next, codec), nil
		}
		shown, err := a.showVulnerabilities(r.Context(), r.team(), found.Items, expand)
		if err != nil {
			return answer{}, err
		}
		return pageAnswer(shown, found.Next, codec), nil
	}, nil
}

// vulnerabilityPages are used again, as the most that is allocated for a request
// and would be looked through by the garbage collector.
var vulnerabilityPages = sync.Pool{New: func() any { return new([]vigil.Vulnerability) }}

// expansion says which resources a vulnerability is shown with.
type expansion struct{ scan, repository bool }

// readExpand takes the parameter expand. Whoever wants to see a scan or a
// repository needs the permission for it, also by this way.
func readExpand(r *request, q *query) (e expansion, err error) {
	for _, name := range choices(q, "expand", []string{"scan", "repository"}) {
		switch name {
		case "scan":
			e.scan = true
			err = cmp.Or(err, r.require(vigil.ScansRead))
		case "repository":
			e.repository = true
			err = cmp.Or(err, r.require(vigil.RepositoriesRead))
		}
	}
	return e, err
}

// showVulnerabilities shows vulnerabilities with what is expanded, reading each
// scan and repository once.
func (a *API) showVulnerabilities(ctx context.Context, team vigil.TeamID, vs []vigil.Vulnerability, e expansion) ([]api.Vulnerability, error) {
	out := make([]api.Vulnerability, len(vs))
	var scanIDs, repositoryIDs []vigil.ID
	for i, v := range vs {
		out[i] = api.NewVulnerability(v)
		if e.scan && !slices.Contains(scanIDs, v.ScanID) {
			scanIDs = append(scanIDs, v.ScanID)
		}
		if e.repository && !slices.Contains(repositoryIDs, v.RepositoryID) {
			repositoryIDs = append(repositoryIDs, v.RepositoryID)
		}
	}
	scans, err := a.store.GetScans(ctx, team, scanIDs)
	if err != nil {
		return nil, err
	}
	repositories, err := a.store.GetRepositories(ctx, team, repositoryIDs)
	if err != nil {
		return nil, err
	}
	for i, v := range vs {
		if scan, there := scans[v.ScanID]; there {
			shown := api.NewScan(scan)
			out[i].Scan = &shown
		}
		if repository, there := repositories[v.RepositoryID]; there {
			shown := api.NewRepository(repository)
			out[i].Repository = &shown
		}
	}
	return out, nil
}

func (a *API) getVulnerability(r *request) (answer, error) {
	q := r.query()
	expand, err := readExpand(r, q)
	if err := cmp.Or(err, q.done()); err != nil {
		return answer{}, err
	}
	id, err := r.pathID("vulnerability")
	if err != nil {
		return answer{}, err
	}
	v, err := a.store.GetVulnerability(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	shown, err := a.showVulnerabilities(r.Context(), r.team(), []vigil.Vulnerability{v}, expand)
	if err != nil {
		return answer{}, err
	}
	return ok(shown[0]), nil
}

// triageMany triages those with the ids, or those that a filter lets through: all of them
// or none. More than one transaction should change are a job.
func (a *API) triageMany(r *request) (effect, error) {
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
		return nil, err
	}
	find := func(context.Context, *store.Tx) ([]vigil.ID, error) { return ids, nil }
	if filter != nil {
		if err := r.require(vigil.VulnerabilitiesRead); err != nil {
			return nil, err
		}
		var err error
		if find, err = a.findFiltered(r, filter); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		ids, err := find(ctx, tx)
		if err != nil {
			return answer{}, err
		}
		out, err := a.triageAll(ctx, tx, r.key, ids, action, reason)
		if e, is := errors.AsType[*vigil.Error](err); is && e.Kind == vigil.NotFound {
			e.Param = "ids"
		}
		return out, err
	}, r.query().done()
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

// findFiltered takes a filter whose fields are the parameters of the list, and has the
// vulnerabilities that it lets through found before the transaction: a list can take a
// while, in which others could not write. What comes back leaves out, in the transaction,
// those that it does not let through any more: what somebody decided a moment before
// counts.
func (a *API) findFiltered(r *request, given map[string][]string) (func(context.Context, *store.Tx) ([]vigil.ID, error), error) {
	q := &query{values: given}
	filter, repositories := anyVulnerabilityFilter(q)
	if err := q.done(); err != nil {
		return nil, ofFilter(err)
	}
	var ids []vigil.ID
	r.callOut = func(ctx context.Context) (err error) {
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
	return func(ctx context.Context, tx *store.Tx) ([]vigil.ID, error) {
		return tx.FilterVulnerabilities(ctx, r.team(), filter, ids)
	}, nil
}

// ofFilter names the field of a filter that an error is about.
func ofFilter(err error) error {
	if e, ok := errors.AsType[*vigil.Error](err); ok {
		e.Param = "filter." + e.Param
	}
	return err
}

func (a *API) triage(r *request) (effect, error) {
	b := parseBody(r.raw)
	action := required(b, "action", vigil.Actions...)
	reason := reason(b)
	if err := b.done(); err != nil {
		return nil, err
	}
	id, err := r.pathID("vulnerability")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		v, err := a.service.Triage(ctx, tx, r.key, id, action, reason)
		return ok(api.NewVulnerability(v)), err
	}, r.query().done()
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

func (a *API) listChanges(r *request) (answer, error) {
	q := r.query()
	page, codec := q.page(r, vigil.ChangeSorts)
	if err := q.done(); err != nil {
		return answer{}, err
	}
	id, err := r.pathID("vulnerability")
	if err != nil {
		return answer{}, err
	}
	if _, err := a.store.GetVulnerability(r.Context(), r.team(), id); err != nil {
		return answer{}, err
	}
	changes, err := a.store.ListChanges(r.Context(), r.team(), id, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(changes, codec, api.NewVulnerabilityChange), nil
}

func (a *API) getEvidence(r *request) (answer, error) {
	id, err := r.onlyID("vulnerability")
	if err != nil {
		return answer{}, err
	}
	stored, err := a.store.GetEvidence(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	evidence, err := api.NewEvidence(id, stored.Finding)
	return ok(evidence), err
}
