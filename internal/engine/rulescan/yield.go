package rulescan

import (
	"hash/maphash"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
)

// A rule that yields, as its metadata says, looks for the same weakness as another and is less sure: any
// parameter of a function, say, where the other follows data of a request. What both find is reported once.

// Yields reports whether a rule yields.
func Yields(r *rules.Rule) bool { return firstOf(r.Metadata, "yields") == "true" }

// yielding keeps the findings of rules that yield until all are known.
type yielding struct {
	yields map[string]bool // rules, by id
	seed   maphash.Seed
	taken  map[uint64]bool // places at which a rule that does not yield found something
	held   []engine.Finding
	report func(engine.Finding)
}

func newYielding(s *Set, report func(engine.Finding)) *yielding {
	y := &yielding{yields: map[string]bool{}, seed: maphash.MakeSeed(), taken: map[uint64]bool{}, report: report}
	for _, r := range s.rules {
		if r.details.yields {
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

// end reports what no other rule found.
func (y *yielding) end() {
	for i := range y.held {
		if f := &y.held[i]; !y.taken[y.place(f)] {
			y.report(*f)
		}
	}
}

// place is the weakness and the line at which it is.
func (y *yielding) place(f *engine.Finding) uint64 {
	return maphash.Comparable(y.seed, struct {
		path, cwe string
		line      int
	}{f.Path, f.CWE, f.StartLine})
}
