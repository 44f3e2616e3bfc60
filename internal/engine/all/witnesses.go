package all

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
)

// witnesses is the detector of witnesses, and the ids of their rules.
type witnesses struct {
	detector *rulescan.Witnesses
	ids      []string
}

// witnesses returns nil if there are none, or only other detectors are to run.
func (c Config) witnesses() *witnesses {
	if len(c.Witnesses) == 0 || !c.wants("code") && !c.wants(rulescan.ModelName) {
		return nil
	}
	list, problems := c.Witnesses.Rules()
	out := &witnesses{}
	for _, r := range list {
		out.ids = append(out.ids, r.ID)
	}
	confirmed := slices.Sorted(slices.Values(c.Confirmed))
	out.detector = &rulescan.Witnesses{Confirmed: confirmed, Detector: rulescan.New(rulescan.Config{
		Rules: list, Problems: problems, Digest: digest(c.Witnesses), Syntax: c.Syntax, Now: c.Now,
	})}
	return out
}

// digest identifies witnesses. Whoever proposes them is not trusted, so it is not short.
func digest(b rules.Bundle) string {
	h := sha256.New()
	for _, f := range b {
		fmt.Fprintf(h, "%d %d\n", len(f.Path), len(f.Text))
		h.Write([]byte(f.Path))
		h.Write(f.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// instead returns the code rules without those that are witnesses, and the digest of the rest.
func (w *witnesses) instead(list []*rules.Rule, digest string) ([]*rules.Rule, string) {
	if w == nil {
		return list, digest
	}
	var gone []string
	list = slices.DeleteFunc(list, func(r *rules.Rule) bool {
		is := slices.Contains(w.ids, r.ID)
		if is {
			gone = append(gone, r.ID)
		}
		return is
	})
	if len(gone) > 0 { // results are cached by the digest
		digest = fmt.Sprintf("%s-%s", digest, strings.Join(slices.Sorted(slices.Values(gone)), "-"))
	}
	return list, digest
}
