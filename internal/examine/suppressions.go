package examine

import "vigil/internal/engine"

// AddedSuppressions returns the suppressions of a tree that its baseline did not have. Renamed maps
// new paths of renamed files to old ones.
func AddedSuppressions(now, before []engine.Suppression, renamed map[string]string) []engine.Suppression {
	type mark struct{ path, text string }
	had := map[mark]int{}
	for _, s := range before {
		had[mark{s.Path, s.Text}]++
	}
	var out []engine.Suppression
	for _, s := range now {
		m := mark{s.Path, s.Text}
		if old, ok := renamed[s.Path]; ok {
			m.path = old
		}
		if had[m]--; had[m] < 0 {
			out = append(out, s)
		}
	}
	return out
}
