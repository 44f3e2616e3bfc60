package scan

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/service"
	"vigil/internal/store"
)

// maxProofs is how many proposals one scan proves, and proofTime how long it begins new proofs;
// others wait for the next scan of the branch.
const (
	maxProofs = 100
	proofTime = 10 * time.Minute
)

// Ground is a tree on which proposals are proven, see proof.Ground.
type Ground interface {
	Prove(ctx context.Context, p vigil.Proposal) (rule string, err error)
	Keep(p vigil.Proposal)
	ProveFix(ctx context.Context, fingerprint string, edits []vigil.Edit) (vigil.ProvenChange, error)
}

// addWitnesses adds to a tree the witnesses of its repository, those that are proven right now
// included: what people proposed, and what the model of the scan did.
func (r *Runner) addWitnesses(ctx context.Context, s store.ScanInProgress, src Source, dir string, tree *examine.Tree) (proven, error) {
	out, err := r.hunt(ctx, s, src, tree.Snapshot)
	if err != nil {
		return out, err
	}
	used, err := r.Store.ListUsedWitnesses(ctx, s.Team, s.Repository.ID)
	if err != nil {
		return out, err
	}
	for _, w := range used {
		tree.Witnesses = append(tree.Witnesses, engine.Witness{ID: w.RuleID(), Text: w.Rule, Confirmed: w.State == vigil.WitnessConfirmed})
	}
	if r.OpenGround == nil || s.Kind != vigil.MainScan {
		return out, nil
	}
	isDefault := s.FollowsDefault || src.Branch == src.DefaultBranch
	list, err := r.Store.ListProposals(ctx, s.Team, s.Repository.ID, src.Branch, isDefault, maxProofs)
	if err != nil || len(list) == 0 {
		return out, err
	}
	err = r.prove(ctx, s, src, dir, tree, list, &out)
	return out, err
}

// prove proves proposals, and adds those that are kept to the witnesses of a tree. What became of
// each is stored at once: should the scan fail, the next one need not prove it again.
func (r *Runner) prove(ctx context.Context, s store.ScanInProgress, src Source, dir string, tree *examine.Tree, list []vigil.Witness, out *proven) error {
	// Results are shared by the trees with and without a mend, and thrown away after that.
	ground := *tree
	ground.Cache.Scratch = filepath.Join(dir, "proofs")
	on, err := r.OpenGround(ctx, ground)
	if err != nil {
		return err
	}
	began := time.Now()
	for i, w := range list {
		if i > 0 && time.Since(began) > cmp.Or(r.proofTime, proofTime) {
			break
		}
		rule, err := on.Prove(ctx, w.Proposal)
		reason, detail, refused := vigil.IsRefused(err)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
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
			return err
		}
		out.count(reason)
		if reason == "" {
			tree.Witnesses = append(tree.Witnesses, engine.Witness{ID: w.RuleID(), Text: rule})
			on.Keep(w.Proposal)
		}
	}
	return nil
}

// count adds what became of a proposal.
func (p *proven) count(reason vigil.Refusal) {
	if p.proposals == nil {
		p.proposals = &api.CoverageProposals{Refused: []api.RefusedProposal{}}
	}
	to := p.proposals
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
