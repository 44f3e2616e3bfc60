package all

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
)

// witnesses returns the detector of witnesses, nil if there are none or only other detectors are
// to run.
func (c Config) witnesses() engine.Detector {
	if len(c.Witnesses) == 0 || !c.wants(Code) && !c.wants(Model) {
		return nil
	}
	var bundle rules.Bundle
	var confirmed []string
	for _, w := range c.Witnesses {
		bundle = append(bundle, rules.File{Path: w.ID + ".yaml", Text: []byte(w.Text)})
		if w.Confirmed {
			confirmed = append(confirmed, w.ID)
		}
	}
	list, problems := bundle.Rules()
	return &rulescan.Witnesses{Confirmed: confirmed, Detector: rulescan.New(rulescan.Config{
		Rules: list, Problems: problems, Digest: digest(bundle), Syntax: c.Code.Syntax, Now: c.Code.Now,
	})}
}

// digest identifies witnesses, and never equals that of other rules: results of the two detectors
// are in one cache. Whoever proposes witnesses is not trusted, so it is not short.
func digest(b rules.Bundle) string {
	h := sha256.New()
	for _, f := range b {
		fmt.Fprintf(h, "%d %d\n", len(f.Path), len(f.Text))
		h.Write([]byte(f.Path))
		h.Write(f.Text)
	}
	return "witnesses-" + hex.EncodeToString(h.Sum(nil)[:16])
}

// withoutWitnesses returns the rules for code without those that are witnesses.
func (c Config) withoutWitnesses(code rulescan.Config) rulescan.Config {
	if len(c.Witnesses) == 0 || code.Layers.Empty() {
		return code
	}
	list, problems := code.Layers.Rules()
	var gone []string
	list = slices.DeleteFunc(list, func(r *rules.Rule) bool {
		is := slices.ContainsFunc(c.Witnesses, func(w engine.Witness) bool { return w.ID == r.ID })
		if is {
			gone = append(gone, r.ID)
		}
		return is
	})
	if len(gone) == 0 {
		return code
	}
	slices.Sort(gone)
	code.Rules, code.Problems = list, problems
	code.Digest += code.Layers.Digest() + "-" + strings.Join(gone, "-") // results are cached by the digest
	code.Layers = nil
	return code
}

// Outlines parses the files of a tree, and reports what changes to them must keep.
func Outlines(ctx context.Context, c Config, tree *engine.Tree, report func(engine.Outline) error) error {
	for _, f := range tree.Files() {
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		if err := report(rulescan.OutlineOf(ctx, c.Code.Syntax, f.Path, content)); err != nil {
			return err
		}
	}
	return nil
}
