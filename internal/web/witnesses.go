package web

import (
	"context"
	"errors"
	"strings"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

// witnessPage is the detail page of a witness.
type witnessPage struct {
	vigil.Witness
	Repository string // its name, "" if the key may not see it
	Also       string // other places that it is meant to match
	Promotable bool
}

func (s *site) showWitness(r *request) (page, error) {
	id, err := r.id("witness")
	if err != nil {
		return page{}, err
	}
	var p witnessPage
	if p.Witness, err = s.store.GetWitness(r.Context(), r.team(), id); err != nil {
		return page{}, err
	}
	repository, err := s.repositoryOf(r, p.RepositoryID)
	if err != nil {
		return page{}, err
	}
	p.Repository, p.Promotable = repository.FullName, p.State.IsUsed() && s.checkRules != nil
	var also []string
	for _, place := range p.Proposal.Also {
		also = append(also, place.String())
	}
	p.Also = strings.Join(also, ", ")
	return page{view: "witness", Title: "Witness " + p.RuleID(), Section: "/repositories", Content: p}, nil
}

// checkTime is how long rules may take to be validated: the server ends requests after a minute.
const checkTime = 50 * time.Second

// promoteWitness adds the rule of a witness to the rules of the team.
func (s *site) promoteWitness(r *request) (effect, error) {
	id, err := r.id("witness")
	if err != nil {
		return nil, err
	}
	before, b, err := service.PlanPromotion(r.Context(), s.store, r.team(), id)
	if err != nil {
		return nil, err
	}
	if s.checkRules == nil {
		return nil, &vigil.Error{Kind: vigil.Unavailable, Message: "Rules cannot be validated here. Promote the witness through the API."}
	}
	ctx, cancel := context.WithTimeout(r.Context(), checkTime)
	defer cancel()
	b.Rules, err = s.checkRules(ctx, r.team(), b)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, &vigil.Error{Kind: vigil.Unavailable, Message: "Validating the rules of the team takes too long. Promote the witness through the API.", Err: err}
	}
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.PromoteWitness(ctx, tx, r.team(), id, before, b)
		return "/witnesses/" + string(id), err
	}, nil
}

// retireWitness ends the use of a witness.
func (s *site) retireWitness(r *request) (effect, error) {
	id, err := r.id("witness")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (string, error) {
		_, err := s.service.RetireWitness(ctx, tx, r.team(), id)
		return "/witnesses/" + string(id), err
	}, nil
}
