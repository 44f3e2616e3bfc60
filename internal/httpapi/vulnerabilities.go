package httpapi

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

func (a *API) listVulnerabilities(r *request) (answer, error) {
	q := r.query()
	filter, repositories := q.AllVulnerabilities()
	list, err := a.readVulnerabilityList(r, q)
	if err != nil {
		return answer{}, err
	}
	if filter.Repositories, err = a.store.FindRepositories(r.Context(), r.team(), repositories); err != nil {
		return answer{}, err
	}
	return list(filter)
}

func (a *API) listScanVulnerabilities(r *request) (answer, error) {
	q := r.query()
	filter := q.Vulnerabilities()
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
	filter := q.Vulnerabilities()
	filter.PullRequest = q.PullRequest()
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

// readVulnerabilityList reads the rest of the query and returns what makes the
// list once the filter is complete.
func (a *API) readVulnerabilityList(r *request, q *listquery.Query) (func(store.VulnerabilityFilter) (answer, error), error) {
	expand, err := readExpand(r, q)
	if err != nil {
		return nil, err
	}
	limited := q.Has("limit")
	page, cursor := r.page(q, vigil.VulnerabilitySorts)
	if err := q.Done(); err != nil {
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
		var out answer
		if expand == (expansion{}) {
			plain := make([]api.PlainVulnerability, len(found.Items))
			for i := range found.Items {
				plain[i] = api.NewPlainVulnerability(&found.Items[i])
			}
			out = pageAnswer(plain, found.Next, cursor)
		} else {
			shown, err := a.showVulnerabilities(r.Context(), r.team(), found.Items, expand)
			if err != nil {
				return answer{}, err
			}
			out = pageAnswer(shown, found.Next, cursor)
		}
		out.sent = func() { // plain values point into the page until then
			*room = found.Items
			vulnerabilityPages.Put(room)
		}
		return out, nil
	}, nil
}

// vulnerabilityPages are used again, as the most that is allocated for a request
// and would be looked through by the garbage collector.
var vulnerabilityPages = sync.Pool{New: func() any { return new([]vigil.Vulnerability) }}

// expansion says which resources a vulnerability is shown with.
type expansion struct{ scan, repository bool }

// readExpand takes the parameter expand. Whoever wants to see a scan or a
// repository needs the permission for it, also by this way.
func readExpand(r *request, q *listquery.Query) (e expansion, err error) {
	for _, name := range listquery.Choices(q, "expand", []string{"scan", "repository"}) {
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
	if err := cmp.Or(err, q.Done()); err != nil {
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

func (a *API) listChanges(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.ChangeSorts)
	if err := q.Done(); err != nil {
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
	return listAnswer(changes, cursor, api.NewVulnerabilityChange), nil
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
	if err != nil {
		return answer{}, err
	}
	opinion, err := a.store.GetOpinion(r.Context(), r.team(), id)
	evidence.ModelReview = api.NewModelReview(opinion)
	return ok(evidence), err
}
