package service

import (
	"context"
	"strings"

	"vigil"
	"vigil/internal/store"
)

// maxHunted is how many witnesses a repository may have for models to propose more: people can always
// propose some.
const maxHunted = vigil.MaxWitnesses * 3 / 4

// ProposeHunted stores what a model proposed during a scan, for that scan to prove. It returns why
// some are refused without a proof: because of their form, or because the same ones were refused
// before. What the repository uses, is to prove, or has retired is not proposed again. By has the
// repository, branch, scan, and model.
func ProposeHunted(ctx context.Context, tx *store.Tx, team vigil.TeamID, by vigil.Witness, list []vigil.Proposal) (refused []vigil.Refusal, err error) {
	used, err := tx.CountWitnesses(ctx, by.RepositoryID)
	if err != nil {
		return nil, err
	}
	var order []string
	byHash := map[string][]vigil.Proposal{} // what several handlers share may be proposed for each
	for _, p := range list {
		if reason, _, is := vigil.IsRefused(checked(p)); is {
			refused = append(refused, reason)
			continue
		}
		p.CWE = vigil.NormalCWE(p.CWE)
		if byHash[p.Hash()] == nil {
			order = append(order, p.Hash())
		}
		byHash[p.Hash()] = append(byHash[p.Hash()], p)
	}
	for _, hash := range order {
		reason, proposed, err := proposeOne(ctx, tx, team, by, hash, byHash[hash], used < maxHunted)
		if err != nil {
			return nil, err
		}
		if reason != "" {
			refused = append(refused, reason)
		}
		for range byHash[hash][1:] {
			refused = append(refused, vigil.AlreadyKnown)
		}
		if proposed {
			used++
		}
	}
	return refused, tx.DeleteOldWitnesses(ctx, by.RepositoryID)
}

// proposeOne stores the first of some proposals with the same rule.
func proposeOne(ctx context.Context, tx *store.Tx, team vigil.TeamID, by vigil.Witness, hash string, list []vigil.Proposal, room bool) (vigil.Refusal, bool, error) {
	before, err := tx.GetWitnessByHash(ctx, team, by.RepositoryID, hash)
	switch {
	case vigil.KindOf(err) == vigil.NotFound:
	case err != nil:
		return "", false, err
	case before.State != vigil.WitnessRefused:
		return "", false, nil
	default:
		for _, p := range list {
			if sameProof(before, p) {
				return before.Refusal, false, nil
			}
		}
	}
	if !room {
		return vigil.TooManyWitnesses, false, nil
	}
	if before.State == vigil.WitnessRefused {
		if err := tx.DeleteWitness(ctx, team, before); err != nil {
			return "", false, err
		}
	}
	w := by
	w.ID, w.Hash, w.State, w.Proposal = vigil.NewID(), hash, vigil.WitnessProposed, list[0]
	proposed, err := tx.InsertWitness(ctx, team, w)
	return "", proposed, err
}

// sameProof reports whether a proposal would be refused for the same reason as one with the same rule
// was: they differ at most in their words, and in line numbers that moved.
func sameProof(before vigil.Witness, b vigil.Proposal) bool {
	a := before.Proposal
	if before.Refusal == vigil.MendNotExamined || before.Refusal == vigil.WrongPlace && a.Line != b.Line {
		return false
	}
	withoutLines := func(diff string) string {
		var out []string
		for line := range strings.SplitSeq(diff, "\n") {
			if !strings.HasPrefix(line, "@@") {
				out = append(out, line)
			}
		}
		return strings.Join(out, "\n")
	}
	return a.File == b.File && a.Code == b.Code && len(a.Also) == len(b.Also) && withoutLines(a.Mend) == withoutLines(b.Mend)
}
