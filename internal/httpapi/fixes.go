package httpapi

import (
	"context"
	"net/http"

	"vigil"
	"vigil/api"
	"vigil/internal/store"
)

// requestFix asks for a fix. A scan proposes and proves it.
func (a *API) requestFix(r *request) (change, error) {
	id, err := r.onlyID("vulnerability")
	if err != nil {
		return change{}, err
	}
	b := parseBody(r.raw)
	model := required[string](b, "model")
	wanted := b.boolean("open_pull_request")
	if err := b.done(); err != nil {
		return change{}, err
	}
	open := wanted != nil && *wanted
	if open {
		if err := r.require(vigil.RepositoriesManage); err != nil {
			return change{}, err
		}
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		f, err := a.service.RequestFix(ctx, tx, r.key, id, vigil.Model(model), open)
		return answer{status: http.StatusAccepted, value: api.NewFix(f)}, err
	}}, nil
}

func (a *API) getFix(r *request) (answer, error) {
	id, err := r.onlyID("vulnerability")
	if err != nil {
		return answer{}, err
	}
	f, err := a.store.GetFix(r.Context(), r.team(), id)
	return ok(api.NewFix(f)), err
}
