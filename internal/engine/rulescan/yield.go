package rulescan

import (
	"hash/maphash"

	"vigil/internal/engine"
)

// A rule whose metadata says that it yields detects the same weakness as another with less certainty: from
// any function parameter, say, where the other follows request data. What both find is reported once.

// yielding holds back the findings of rules that yield until all are known.
type yielding struct {
	yields map[string]bool // rules, by id
	seed   maphash.Seed
	taken  map[uint64]bool // places where a rule that does not yield has a finding
	held   []engine.Finding
	report func(engine.Finding)
}

func newYielding(s *Set, report func(engine.Finding)) *yielding {
	y := &yielding{yields: map[string]bool{}, seed: maphash.MakeSeed(), taken: map[uint64]bool{}, report: report}
	for _, r := range s.rules {
		if r.details.Yields {
			y.yields[r.ID] = true
		}
	}
	return y
}

func (y *yielding) add(f engine.Finding) {
	switch {
	case len(y.yields) == 0:
		y.report(f)
	case y.yields[f.Rule]:
		y.held = append(y.held, f)
	default:
		y.taken[y.place(&f)] = true
		y.report(f)
	}
}

// end reports the findings that no other rule has.
func (y *yielding) end() {
	for i := range y.held {
		if f := &y.held[i]; !y.taken[y.place(f)] {
			y.report(*f)
		}
	}
}

// place hashes the weakness and its line.
func (y *yielding) place(f *engine.Finding) uint64 {
	return maphash.Comparable(y.seed, struct {
		path, cwe string
		line      int
	}{f.Path, f.CWE, f.StartLine})
}
