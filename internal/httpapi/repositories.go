package httpapi

import (
	"context"
	"strconv"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

func (a *API) listRepositories(r *request) (answer, error) {
	q := r.query()
	page, cursor := r.page(q, vigil.RepositorySorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	repositories, err := a.store.ListRepositories(r.Context(), r.team(), page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(repositories, cursor, api.NewRepository), nil
}

func (a *API) getRepository(r *request) (answer, error) {
	q := r.query()
	provider := repositoryParams(q)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	repository, err := findRepository(r, a.store, provider)
	return ok(api.NewRepository(repository)), err
}

func (a *API) updateRepository(r *request) (change, error) {
	b := parseBody(r.raw)
	failOn := nullable(b, "fail_on_severity", vigil.Levels...)
	if err := b.done(); err != nil {
		return change{}, err
	}
	q := r.query()
	provider := repositoryParams(q)
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		repository, err := findRepository(r, tx, provider)
		if err != nil {
			return answer{}, err
		}
		repository, err = a.service.UpdateRepository(ctx, tx, r.team(), repository.ID, failOn)
		return ok(api.NewRepository(repository)), err
	}}, q.Done()
}

func (a *API) deleteRepository(r *request) (change, error) {
	return a.deletion(r, func(ctx context.Context, tx *store.Tx, repository vigil.Repository) (api.Deleted, error) {
		err := a.service.DeleteRepository(ctx, tx, r.team(), repository.ID)
		return api.Deleted{Object: "repository", ID: string(repository.ID), Deleted: true}, err
	})
}

func (a *API) deleteBranch(r *request) (change, error) {
	return a.deletion(r, func(ctx context.Context, tx *store.Tx, repository vigil.Repository) (api.Deleted, error) {
		err := a.service.EndBranch(ctx, tx, r.key, repository, r.repository.part)
		return api.Deleted{Object: "branch", ID: r.repository.part, Deleted: true}, err
	})
}

func (a *API) deletePullRequest(r *request) (change, error) {
	return a.deletion(r, func(ctx context.Context, tx *store.Tx, repository vigil.Repository) (api.Deleted, error) {
		number, err := strconv.ParseInt(r.repository.part, 10, 64)
		if err != nil || strconv.FormatInt(number, 10) != r.repository.part {
			return api.Deleted{}, vigil.MissingError("pull request")
		}
		err = a.service.EndPullRequest(ctx, tx, r.key, repository, number)
		return api.Deleted{Object: "pull_request", ID: r.repository.part, Deleted: true}, err
	})
}

// deletion is the change of a request that deletes the repository that its path names, or a part
// of it.
func (a *API) deletion(r *request, do func(context.Context, *store.Tx, vigil.Repository) (api.Deleted, error)) (change, error) {
	q := r.query()
	provider := repositoryParams(q)
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		repository, err := findRepository(r, tx, provider)
		if err != nil {
			return answer{}, err
		}
		deleted, err := do(ctx, tx, repository)
		return ok(deleted), err
	}}, q.Done()
}

// repositoryParams takes the parameters that say how a path is to be read.
// resource has been looked at when the path was parsed.
func repositoryParams(q *listquery.Query) (provider vigil.Provider) {
	listquery.Choice(q, "resource", "repository")
	return listquery.Choice(q, "provider", vigil.Providers...)
}

// repositories is what finds repositories: the store, or a transaction.
type repositories interface {
	GetRepository(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Repository, error)
	ListRepositoriesNamed(ctx context.Context, team vigil.TeamID, fullName string) ([]vigil.Repository, error)
}

// findRepository returns the repository that the path names.
func findRepository(r *request, in repositories, provider vigil.Provider) (vigil.Repository, error) {
	if id := r.repository.id; id != "" {
		return in.GetRepository(r.Context(), r.team(), id)
	}
	named, err := in.ListRepositoriesNamed(r.Context(), r.team(), r.repository.fullName)
	if err != nil {
		return vigil.Repository{}, err
	}
	return vigil.ChooseRepository(named, provider)
}
