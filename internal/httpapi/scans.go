package httpapi

import (
	"context"
	"net/http"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) listScans(r *request) (answer, error) {
	q := r.query()
	filter := scanFilter(q)
	repositories := q.All("repository")
	page, cursor := r.page(q, vigil.ScanSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	var err error
	if filter.Repositories, err = a.store.FindRepositories(r.Context(), r.team(), repositories); err != nil {
		return answer{}, err
	}
	return a.scanList(r, filter, page, cursor)
}

func (a *API) listRepositoryScans(r *request) (answer, error) {
	q := r.query()
	provider := repositoryParams(q)
	filter := scanFilter(q)
	page, cursor := r.page(q, vigil.ScanSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	repository, err := findRepository(r, a.store, provider)
	if err != nil {
		return answer{}, err
	}
	filter.Repositories = []vigil.ID{repository.ID}
	return a.scanList(r, filter, page, cursor)
}

func scanFilter(q *listquery.Query) store.ScanFilter {
	return store.ScanFilter{Statuses: q.All("status"), PullRequest: q.PullRequest(), Created: q.Created()}
}

func (a *API) scanList(r *request, filter store.ScanFilter, page vigil.Page, cursor listquery.Cursor) (answer, error) {
	scans, err := a.store.ListScans(r.Context(), r.team(), filter, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(scans, cursor, api.NewScan), nil
}

func (a *API) startScan(r *request) (change, error) {
	b := parseBody(r.raw)
	in := newScan(b)
	in.Branch = optional[string](b, "branch")
	return a.start(r, b, in)
}

// startPullRequestScan starts a scan of what a pull request changes.
func (a *API) startPullRequestScan(r *request) (change, error) {
	b := parseBody(r.raw)
	in := newScan(b)
	in.PullRequest = requiredNumber(b, "pull_request_number")
	in.Branch = optional[string](b, "branch")
	return a.start(r, b, in)
}

// startFixScan starts a scan that tests what is open again, on a branch.
func (a *API) startFixScan(r *request) (change, error) {
	b := parseBody(r.raw)
	in := newScan(b)
	in.Fix, in.Branch = true, required[string](b, "branch")
	return a.start(r, b, in)
}

// newScan takes the fields that all ways to start a scan share.
func newScan(b *body) service.NewScan {
	return service.NewScan{
		Name:       required[string](b, "name"),
		Repository: required[string](b, "repository"),
		Provider:   optional(b, "provider", vigil.GitHub, vigil.GitLab),
		Model:      optional(b, "model", vigil.Models...),
	}
}

func (a *API) start(r *request, b *body, in service.NewScan) (change, error) {
	if err := b.done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		scan, err := a.service.StartScan(ctx, tx, r.team(), in)
		return created(api.NewScan(scan)), err
	}}, r.query().Done()
}

func (a *API) getScan(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	scan, err := a.store.GetScan(r.Context(), r.team(), id)
	return ok(api.NewScan(scan)), err
}

func (a *API) cancelScan(r *request) (change, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		scan, err := a.service.CancelScan(ctx, tx, r.team(), id)
		return ok(api.NewScan(scan)), err
	}}, nil
}

func (a *API) getScanWiki(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	wiki, err := a.store.GetScanWiki(r.Context(), r.team(), id)
	return answer{status: http.StatusOK, raw: []byte(wiki), header: map[string]string{"Content-Type": "text/markdown; charset=utf-8"}}, err
}

func (a *API) getScanCoverage(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	scan, err := a.store.GetScan(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	coverage, err := a.store.GetScanCoverage(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	gate, err := a.store.GetGate(r.Context(), r.team(), id)
	if err != nil {
		return answer{}, err
	}
	shown, err := api.NewScanCoverage(scan, coverage.Coverage, coverage.Failure, gate)
	return ok(shown), err
}

func (a *API) getScanGate(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	gate, err := a.store.GetGate(r.Context(), r.team(), id)
	return ok(api.NewGate(gate)), err
}

// getScanUsage shows what language models did for a scan, and what it cost.
func (a *API) getScanUsage(r *request) (answer, error) {
	id, err := r.onlyID("scan")
	if err != nil {
		return answer{}, err
	}
	if _, err := a.store.GetScan(r.Context(), r.team(), id); err != nil {
		return answer{}, err
	}
	usage, err := a.store.ListModelUsage(r.Context(), r.team(), id)
	return ok(api.NewScanUsage(id, usage)), err
}
