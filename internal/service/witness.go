package service

import (
	"context"
	"errors"
	"strings"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/witness"
)

// ProposeWitness stores a proposal and queues the scan that proves it. A proposal that was refused
// or retired before is replaced.
func (s *Service) ProposeWitness(ctx context.Context, tx *store.Tx, by vigil.Key, repository vigil.ID, branch string, p vigil.Proposal) (vigil.Witness, error) {
	team := by.Team.ID
	tracked, err := tx.GetRepository(ctx, team, repository)
	if err != nil {
		return vigil.Witness{}, err
	}
	if err := CheckProposal(p); err != nil {
		return vigil.Witness{}, err
	}
	p.CWE = vigil.NormalCWE(p.CWE)
	switch before, err := tx.GetWitnessByHash(ctx, team, repository, p.Hash()); {
	case vigil.KindOf(err) == vigil.NotFound:
	case err != nil:
		return vigil.Witness{}, err
	case before.State.IsUsed() || before.State == vigil.WitnessProposed:
		return vigil.Witness{}, &vigil.Error{Kind: vigil.Conflict, Code: "witness_exists",
			Message: "The repository has a witness with this rule: " + string(before.ID) + ", which is " + string(before.State) + "."}
	default:
		if err := tx.DeleteWitness(ctx, team, before); err != nil {
			return vigil.Witness{}, err
		}
	}
	switch n, err := tx.CountWitnesses(ctx, repository); {
	case err != nil:
		return vigil.Witness{}, err
	case n >= vigil.MaxWitnesses:
		return vigil.Witness{}, refusedError(vigil.Refuse(vigil.TooManyWitnesses, "the repository has %d witnesses, which is the limit; delete some", n))
	}
	scan, err := s.StartScan(ctx, tx, team, NewScan{Name: "proof of a witness", Repository: string(tracked.ID), Branch: branch})
	if err != nil {
		return vigil.Witness{}, err
	}
	w := vigil.Witness{
		ID: vigil.NewID(), RepositoryID: repository, Hash: p.Hash(), State: vigil.WitnessProposed, Proposal: p, Branch: branch, ScanID: scan.ID,
		Proposer: by.Name, CreatedAt: vigil.Now(),
	}
	switch inserted, err := tx.InsertWitness(ctx, team, w); {
	case err != nil:
		return vigil.Witness{}, err
	case !inserted: // another request proposed it after GetWitnessByHash
		return vigil.Witness{}, &vigil.Error{Kind: vigil.Conflict, Code: "witness_exists", Message: "The repository has a witness with this rule."}
	}
	return w, tx.DeleteOldWitnesses(ctx, repository)
}

// CheckProposal refuses a proposal whose form is wrong.
func CheckProposal(p vigil.Proposal) error { return refusedError(checked(p)) }

func checked(p vigil.Proposal) error {
	_, err := witness.Check(p)
	return err
}

// refusedError is the error that callers of the API see for a refusal.
func refusedError(err error) error {
	refused, ok := errors.AsType[*vigil.RefusedError](err)
	if !ok {
		return err
	}
	param := refused.Part
	if strings.HasPrefix(string(refused.Reason), "mend_") {
		param = "mend"
	}
	return &vigil.Error{Kind: vigil.Refused, Code: "proposal_refused", Param: param, Message: refused.Error(), Err: err}
}

// RetireWitness ends the use of a witness. Its vulnerabilities stay as they are, because nothing
// looks for them any more.
func (s *Service) RetireWitness(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID) (vigil.Witness, error) {
	const tries = 10
	for range tries {
		w, err := tx.GetWitness(ctx, team, id)
		if err != nil {
			return w, err
		}
		from := w.State
		if from == vigil.WitnessRetired {
			return w, nil
		}
		w.State = vigil.WitnessRetired
		if done, err := tx.UpdateWitness(ctx, team, from, w); err != nil || done {
			return w, err
		}
	}
	return vigil.Witness{}, errors.New("retire witness: it changed too often meanwhile")
}

// PromoteWitness makes the rule of a witness one of the team's. The bundle is the team's with that
// rule, validated. The witness stays: in its repository it takes the place of the rule, so that its
// vulnerabilities keep their identity.
func (s *Service) PromoteWitness(ctx context.Context, tx *store.Tx, team vigil.TeamID, id vigil.ID, before string, b vigil.RuleBundle) (vigil.Witness, error) {
	w, err := tx.GetWitness(ctx, team, id)
	if err != nil {
		return w, err
	}
	if !w.State.IsUsed() {
		return w, NotProvenError(w)
	}
	switch now, err := tx.GetRuleBundle(ctx, team); {
	case err != nil && vigil.KindOf(err) != vigil.NotFound:
		return w, err
	case now.SHA256 != before:
		return w, &vigil.Error{Kind: vigil.Conflict, Code: "rules_changed", Message: "The rules of the team changed meanwhile. Try again."}
	}
	if _, _, err := s.ReplaceRules(ctx, tx, team, b); err != nil {
		return w, err
	}
	const tries = 10
	for range tries {
		w.PromotedAt = vigil.Now()
		if done, err := tx.UpdateWitness(ctx, team, w.State, w); err != nil || done {
			return w, err
		}
		// Confirmed, dismissed, or retired meanwhile.
		if w, err = tx.GetWitness(ctx, team, id); err != nil {
			return w, err
		}
		if !w.State.IsUsed() {
			return w, NotProvenError(w)
		}
	}
	return vigil.Witness{}, errors.New("promote witness: it changed too often meanwhile")
}

// NotProvenError says that only a witness in use can be promoted.
func NotProvenError(w vigil.Witness) error {
	return &vigil.Error{Kind: vigil.Conflict, Code: "witness_not_proven", Message: "The witness is " + string(w.State) + ". Only one that is proven or confirmed can be promoted."}
}

// confirmWitnesses notes which witnesses people confirmed or dismissed by triage.
func confirmWitnesses(ctx context.Context, tx *store.Tx, team vigil.TeamID, changes []StatusChange) error {
	for action, confirmed := range map[vigil.Action]bool{"confirm": true, "dismiss": false} {
		var ids []vigil.ID
		for _, c := range changes {
			if c.Action == action {
				ids = append(ids, c.ID)
			}
		}
		if err := tx.UpdateWitnessesConfirmed(ctx, team, ids, confirmed); err != nil {
			return err
		}
	}
	return nil
}

// SettleProposal stores what a scan found out about a proposal. Rule is empty if it was refused.
// It reports false if somebody else settled or retired it meanwhile.
func SettleProposal(ctx context.Context, tx *store.Tx, team vigil.TeamID, w vigil.Witness, rule string, refusal vigil.Refusal, detail string, now time.Time) (bool, error) {
	w.State, w.Rule, w.Refusal, w.Detail = vigil.WitnessRefused, "", refusal, detail
	if refusal == "" {
		w.State, w.Rule, w.ProvenAt = vigil.WitnessProven, rule, now
	}
	return tx.UpdateWitness(ctx, team, vigil.WitnessProposed, w)
}
