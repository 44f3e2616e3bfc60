package scan

import (
	"context"
	"path/filepath"
	"slices"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/service"
	"vigil/internal/store"
)

// maxProofs is how many proposals one scan proves; others wait for the next one.
const maxProofs = 20

// Ground is a tree on which proposals are proven, see proof.Ground.
type Ground interface {
	Prove(ctx context.Context, p vigil.Proposal) (rule string, err error)
	Keep(p vigil.Proposal)
	ProveFix(ctx context.Context, fingerprint string, edits []vigil.Edit) (diff string, p vigil.FixProof, err error)
}

// addWitnesses adds to a tree the witnesses of its repository, those that are proven right now
// included. It returns what became of the proposals, nil if there were none.
func (r *Runner) addWitnesses(ctx context.Context, s store.ScanInProgress, src Source, dir string, tree *examine.Tree) (*api.CoverageProposals, error) {
	used, err := r.Store.ListUsedWitnesses(ctx, s.Team, s.Repository.ID)
	if err != nil {
		return nil, err
	}
	for _, w := range used {
		tree.Witnesses = append(tree.Witnesses, engine.Witness{ID: w.RuleID(), Text: w.Rule, Confirmed: w.State == vigil.WitnessConfirmed})
	}
	if r.OpenGround == nil || s.Kind != vigil.MainScan {
		return nil, nil
	}
	isDefault := s.FollowsDefault || src.Branch == src.DefaultBranch
	list, err := r.Store.ListProposals(ctx, s.Team, s.Repository.ID, src.Branch, isDefault, maxProofs)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return r.prove(ctx, s, src, dir, tree, list)
}

// prove proves proposals, and adds those that are kept to the witnesses of a tree. What became of
// each is stored at once: should the scan fail, the next one need not prove it again.
func (r *Runner) prove(ctx context.Context, s store.ScanInProgress, src Source, dir string, tree *examine.Tree, list []vigil.Witness) (*api.CoverageProposals, error) {
	// Results are shared by the trees with and without a mend, and thrown away after that.
	ground := *tree
	ground.Cache.Scratch = filepath.Join(dir, "proofs")
	on, err := r.OpenGround(ctx, ground)
	if err != nil {
		return nil, err
	}
	counts := &api.CoverageProposals{Refused: []api.RefusedProposal{}}
	for _, w := range list {
		rule, err := on.Prove(ctx, w.Proposal)
		reason, detail, refused := vigil.IsRefused(err)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil && !refused:
			r.Log.WarnContext(ctx, "a proposal could not be examined", "scan_id", s.ID, "witness_id", w.ID, "err", err)
			reason, detail = vigil.MendNotExamined, "the repository with the mend could not be examined"
		}
		w.ScanID, w.CommitSHA = s.ID, src.CommitSHA
		var settled bool
		err = r.Store.Write(ctx, func(tx *store.Tx) (err error) {
			settled, err = service.SettleProposal(ctx, tx, s.Team, w, rule, reason, detail, vigil.Now())
			return err
		})
		if vigil.KindOf(err) == vigil.NotFound || err == nil && !settled {
			continue // deleted or retired meanwhile
		}
		if err != nil {
			return nil, err
		}
		count(counts, reason)
		if reason == "" {
			tree.Witnesses = append(tree.Witnesses, engine.Witness{ID: w.RuleID(), Text: rule})
			on.Keep(w.Proposal)
		}
	}
	return counts, nil
}

// count adds what became of a proposal.
func count(to *api.CoverageProposals, reason vigil.Refusal) {
	if reason == "" {
		to.Kept++
		return
	}
	i := slices.IndexFunc(to.Refused, func(r api.RefusedProposal) bool { return r.Reason == string(reason) })
	if i < 0 {
		i = len(to.Refused)
		to.Refused = append(to.Refused, api.RefusedProposal{Reason: string(reason)})
	}
	to.Refused[i].Count++
}
