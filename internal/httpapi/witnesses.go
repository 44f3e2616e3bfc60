package httpapi

import (
	"context"
	"fmt"
	"net/http"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/service"
	"vigil/internal/store"
)

func (a *API) listWitnesses(r *request) (answer, error) {
	q := r.query()
	provider := repositoryParams(q)
	states := listquery.Choices(q, "state", vigil.WitnessStates)
	page, cursor := r.page(q, vigil.WitnessSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	repository, err := findRepository(r, a.store, provider)
	if err != nil {
		return answer{}, err
	}
	l, err := a.store.ListWitnesses(r.Context(), r.team(), repository.ID, states, page)
	if err != nil {
		return answer{}, err
	}
	return listAnswer(l, cursor, api.NewWitness), nil
}

// proposeWitness takes a proposal. What needs no source is checked at once; a scan proves the rest.
func (a *API) proposeWitness(r *request) (change, error) {
	b := parseBody(r.raw)
	p := vigil.Proposal{
		CWE: required[string](b, "cwe"), File: required[string](b, "file"), Line: int(min(requiredNumber(b, "line"), 1<<31-1)), Code: required[string](b, "code"),
		Witness: required[string](b, "witness"), Mend: required[string](b, "mend"),
		Title: optional[string](b, "title"), Description: optional[string](b, "description"), Remediation: optional[string](b, "remediation"),
	}
	for i, text := range b.strings("also") {
		place, ok := vigil.ParseProposalPlace(text)
		if !ok {
			b.invalid(fmt.Sprintf("also[%d]", i), "must be a place such as src/app.py:12")
		}
		p.Also = append(p.Also, place)
	}
	branch := optional[string](b, "branch")
	if err := b.done(); err != nil {
		return change{}, err
	}
	q := r.query()
	provider := repositoryParams(q)
	if err := q.Done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		repository, err := findRepository(r, tx, provider)
		if err != nil {
			return answer{}, err
		}
		w, err := a.service.ProposeWitness(ctx, tx, r.key, repository.ID, branch, p)
		return answer{status: http.StatusAccepted, value: api.NewWitness(w)}, err
	}}, nil
}

func (a *API) getWitness(r *request) (answer, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return answer{}, err
	}
	w, err := a.store.GetWitness(r.Context(), r.team(), id)
	return ok(api.NewWitness(w)), err
}

// deleteWitness retires a witness: what somebody removed is not to come back by itself.
func (a *API) deleteWitness(r *request) (change, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		_, err := a.service.RetireWitness(ctx, tx, r.team(), id)
		return ok(api.Deleted{Object: "witness", ID: string(id), Deleted: true}), err
	}}, nil
}

// promoteWitness adds the rule of a witness to the rules of the team. The new bundle is checked
// like one that is uploaded.
func (a *API) promoteWitness(r *request) (change, error) {
	id, err := r.onlyID("witness")
	if err != nil {
		return change{}, err
	}
	before, b, err := service.PlanPromotion(r.Context(), a.store, r.team(), id)
	if err != nil {
		return change{}, err
	}
	ctx, cancel := context.WithTimeout(r.caller, ruleTime)
	defer cancel()
	if b.Rules, err = a.checkRules(ctx, r.team(), b); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		w, err := a.service.PromoteWitness(ctx, tx, r.team(), id, before, b)
		return ok(api.NewWitness(w)), err
	}}, nil
}
