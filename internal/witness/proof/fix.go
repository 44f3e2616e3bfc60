package proof

import (
	"cmp"
	"context"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/witness"
)

// ProveFix decides whether edits remove a finding, and returns what they change. If they do not, the
// error is a *vigil.RefusedError; any other error says that nothing is known.
func (g *Ground) ProveFix(ctx context.Context, fingerprint string, edits []vigil.Edit) (out vigil.ProvenChange, err error) {
	if !g.findings[fingerprint] {
		return vigil.ProvenChange{}, vigil.Refuse(vigil.WitnessNowhere, "the finding is not in this tree")
	}
	if out.Diff, err = witness.Diff(edits, g.content); err != nil {
		return vigil.ProvenChange{}, err
	}
	patch, err := witness.CheckPatch(out.Diff)
	if err != nil {
		return vigil.ProvenChange{}, err
	}
	for _, f := range patch {
		content, err := g.content(f.Path)
		if err == nil {
			err = cmp.Or(g.quotesSecret(f), f.CheckFormat(content))
		}
		if err != nil {
			return vigil.ProvenChange{}, err
		}
	}
	changed, err := g.mend(patch)
	if err != nil {
		return vigil.ProvenChange{}, err
	}
	switch changes, err := g.compare(ctx, changed); {
	case err != nil:
		return vigil.ProvenChange{}, err
	case !changes:
		return vigil.ProvenChange{}, vigil.Refuse(vigil.MendIneffective, "the change does not change what the code does")
	}
	after := map[string]bool{}
	err = g.examineChanged(ctx, changed, g.tree.Witnesses, func(f engine.Finding) error {
		if f.Fingerprint == fingerprint {
			return vigil.Refuse(vigil.MendIneffective, "the finding is still there, at %s:%d", f.Path, f.StartLine)
		}
		after[f.Fingerprint] = true
		return nil
	})
	if err != nil {
		return vigil.ProvenChange{}, err
	}
	out.Proof = vigil.FixProof{Before: 1, After: 0, New: 0, Engine: g.engine}
	for f := range g.findings {
		if !after[f] && f != fingerprint {
			out.Proof.AlsoFixed++
		}
	}
	out.Files = map[string]vigil.ChangedFile{}
	for path, content := range changed {
		before, err := g.content(path)
		if err != nil {
			return vigil.ProvenChange{}, err
		}
		out.Files[path] = vigil.ChangedFile{Old: before, New: content}
	}
	return out, nil
}

// quotesSecret refuses a patch whose lines, or those around them, have a secret: whoever may see
// findings sees it.
func (g *Ground) quotesSecret(p witness.FilePatch) error {
	for _, h := range p.Hunks {
		first, last := h.OldLines()
		for _, s := range g.secrets {
			if s.Path == p.Path && s.StartLine <= last && first <= max(s.StartLine, s.EndLine) {
				return vigil.Refuse(vigil.MendNearSecret, "%q has a secret near the change: remove that first", p.Path)
			}
		}
	}
	return nil
}

// content returns that of a file of the tree, nil if there is no such file.
func (g *Ground) content(path string) ([]byte, error) {
	f := g.files[path]
	if f == nil {
		return nil, nil
	}
	if f.Size > maxMendedFile {
		return nil, vigil.Refuse(vigil.MendTooLarge, "%q is larger than %d bytes", path, maxMendedFile)
	}
	return f.Bytes()
}
