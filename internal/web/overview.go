package web

import (
	"vigil"
	"vigil/internal/store"
)

// overview is the landing page of a team. What the key has no permission for is empty.
type overview struct {
	Open         vigil.Counts
	Repositories int
	Worst        []vigil.Repository
	Scans        []vigil.Scan
}

func (s *site) showOverview(r *request) (page, error) {
	var o overview
	var err error
	if r.key.Allows(vigil.RepositoriesRead) {
		if o.Open, o.Repositories, err = s.store.CountOpen(r.Context(), r.team()); err != nil {
			return page{}, err
		}
		if o.Worst, err = s.store.ListWorstRepositories(r.Context(), r.team(), 10); err != nil {
			return page{}, err
		}
	}
	if r.key.Allows(vigil.ScansRead) {
		if o.Scans, err = s.latestScans(r, nil); err != nil {
			return page{}, err
		}
	}
	return page{view: "overview", Title: "Overview", Section: "/overview", Content: o}, nil
}

// latestScans returns the most recent scans of some repositories, or of all.
func (s *site) latestScans(r *request, repositories []vigil.ID) ([]vigil.Scan, error) {
	const few = 10
	l, err := s.store.ListScans(r.Context(), r.team(), store.ScanFilter{Repositories: repositories}, vigil.Page{Limit: few, Sort: "created_at", Desc: true})
	return l.Items, err
}
