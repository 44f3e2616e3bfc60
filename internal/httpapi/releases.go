package httpapi

import (
	"vigil"
	"vigil/api"
)

func (a *API) listReleases(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.ReleaseSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	channel := r.PathValue("channel")
	if !vigil.ValidChannel(channel) {
		return answer{}, vigil.MissingError("release channel")
	}
	releases, err := a.store.ListReleases(r.Context(), r.team(), channel, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(releases, cursor, api.NewImageRelease), nil
}

func (a *API) getRelease(r *request) (answer, error) {
	if err := r.query().Done(); err != nil {
		return answer{}, err
	}
	channel, version := r.PathValue("channel"), r.PathValue("version")
	if version == vigil.LatestRelease {
		version = ""
	} else if !vigil.ValidVersion(version) {
		return answer{}, vigil.MissingError("release")
	}
	if !vigil.ValidChannel(channel) {
		return answer{}, vigil.MissingError("release channel")
	}
	release, err := a.store.GetRelease(r.Context(), r.team(), channel, version)
	return ok(api.NewImageRelease(release)), err
}
