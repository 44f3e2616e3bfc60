package proof

import (
	"context"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/witness"
)

// ProveFix decides whether edits remove a finding, and returns them as a diff. If they do not, the
// error is a *vigil.RefusedError; any other error says that nothing is known.
func (g *Ground) ProveFix(ctx context.Context, fingerprint string, edits []vigil.Edit) (diff string, proof vigil.FixProof, err error) {
	if !g.findings[fingerprint] {
		return "", proof, vigil.Refuse(vigil.WitnessNowhere, "the finding is not in this tree")
	}
	if diff, err = witness.Diff(edits, g.content); err != nil {
		return "", proof, err
	}
	patch, err := witness.CheckPatch(diff)
	if err != nil {
		return "", proof, err
	}
	for _, f := range patch {
		content, err := g.content(f.Path)
		if err == nil {
			err = f.CheckFormat(content)
		}
		if err != nil {
			return "", proof, err
		}
	}
	changed, err := g.mend(patch)
	if err != nil {
		return "", proof, err
	}
	if err := g.parse(ctx, changed); err != nil {
		return "", proof, err
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
		return "", proof, err
	}
	proof = vigil.FixProof{Before: 1, After: 0, New: 0, Engine: g.engine}
	for f := range g.findings {
		if !after[f] && f != fingerprint {
			proof.AlsoFixed++
		}
	}
	return diff, proof, nil
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
