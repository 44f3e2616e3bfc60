package examine

import "vigil/internal/engine"

// AddedSuppressions returns those suppressions of a tree that an earlier one had not. Renamed leads
// from the path of a file that got another name to the name it had.
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
