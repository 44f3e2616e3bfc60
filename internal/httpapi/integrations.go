package httpapi

import (
	"context"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) getIntegration(r *request) (answer, error) {
	if err := r.query().Done(); err != nil {
		return answer{}, err
	}
	integration, err := a.store.GetIntegration(r.Context(), r.team())
	return ok(api.NewGitLabIntegration(integration, r.began)), err
}

// rotateToken asks GitLab about the token before the transaction is opened: no
// instance that hangs holds the database.
func (a *API) rotateToken(r *request) (change, error) {
	b := parseBody(r.raw)
	token := required[vigil.AccessToken](b, "access_token")
	instance := optional[string](b, "instance_url")
	if err := b.done(); err != nil {
		return change{}, err
	}
	var checked service.CheckedToken
	return change{
		before: func(ctx context.Context) (err error) {
			checked, err = a.service.CheckGitLabToken(ctx, a.store, r.team(), instance, token)
			return err
		},
		apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
			integration, err := a.service.RotateToken(ctx, tx, r.team(), checked)
			return ok(api.NewGitLabIntegration(integration, r.began)), err
		},
	}, r.query().Done()
}
