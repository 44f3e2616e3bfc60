package scan

import (
	"vigil"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// newGateFacts returns what the gate of a scan needs to know, without the counts: a tally adds
// them.
func newGateFacts(res result) *vigil.GateFacts {
	var compared *examine.Compared
	if res.scan.Kind == vigil.PullRequestScan {
		compared = &examine.Compared{
			IsChanged: res.src.Changes.IsChanged, Before: res.src.Changes.Before, Renamed: res.src.Changes.Renamed, Coverage: res.before,
		}
	}
	gaps := examine.NewGaps(res.report.Coverage, res.src.LeftOut, compared)
	f := &vigil.GateFacts{Gaps: gaps.Total, Named: gaps.Named, Excluded: gaps.Excluded, ExcludedTotal: gaps.ExcludedTotal, Unchecked: gaps.Unchecked}
	if res.src.Partial {
		f.Gaps++
		f.Named = append([]string{"the import covers only part of the repository"}, f.Named...)
	}
	for _, s := range res.suppressions[:min(len(res.suppressions), vigil.MaxSuppressions)] {
		f.NewSuppressions = append(f.NewSuppressions, vigil.Suppression{FilePath: s.Path, Line: s.Line, Text: s.Text})
	}
	return f
}

// tally counts what is new, what persists, and what is fixed.
type tally struct{ fresh, persisting, fixed vigil.Counts }

// newTally starts with what a scan did not see. For a pull request that is relative to its merge
// base; otherwise to what was known about the branch.
func newTally(res result, out outcome) *tally {
	switch res.scan.Kind {
	case vigil.FixScan: // it closes nothing
		return &tally{}
	case vigil.PullRequestScan:
		n := &tally{}
		for _, e := range res.inherited {
			n.persisting.Add(e.Severity(), 1)
		}
		for _, e := range res.fixed {
			n.fixed.Add(e.Severity(), 1)
		}
		return n
	}
	return &tally{persisting: out.persisting, fixed: out.fixed}
}

// see counts a vulnerability that the scan records. All that a pull request records is new.
func (n *tally) see(kind vigil.ScanKind, fresh bool, severity vigil.Score) {
	if kind == vigil.PullRequestScan || fresh && kind == vigil.MainScan {
		n.fresh.Add(severity, 1)
	} else {
		n.persisting.Add(severity, 1)
	}
}

func (n *tally) store(f *vigil.GateFacts) {
	f.New, f.Persisting, f.Fixed = n.fresh, n.persisting, n.fixed
}

// subtract removes from the result of a pull request what its merge base has.
func (res *result) subtract(was examine.Report) {
	head, before, renamed := res.report.Findings.Entries(), was.Findings.Entries(), res.src.Renamed
	res.found, res.inherited = examine.Introduced(head, before, examine.NewRenames(renamed))
	res.suppressions = examine.AddedSuppressions(res.report.Suppressions, was.Suppressions, renamed)
	res.fixed = gone(before, head, renamed, res.report.Coverage, res.src.LeftOut)
	res.before = was.Coverage
}

// gone returns the findings of a merge base that the head was covered for and no longer has.
func gone(before, head []*examine.Entry, renamed map[string]string, coverage []engine.Coverage, leftOut []engine.Skip) (out []*examine.Entry) {
	at := newLookedAt(coverage, leftOut)
	back := make(map[string]string, len(renamed))
	for to, from := range renamed {
		back[from] = to
	}
	files := examine.NewRenames(back)
	left, _ := examine.Introduced(before, head, files)
	for _, e := range left {
		k := e.Renamed(files)
		if at.coveredFile(k.Detector(), k.Rule(), k.File()) {
			out = append(out, e)
		}
	}
	return out
}
