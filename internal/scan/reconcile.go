package scan

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vigil"
	"vigil/internal/examine"
	"vigil/internal/store"
)

// known is a vulnerability that earlier scans of the repository recorded.
type known struct {
	id      shortID
	status  vigil.Status
	fixedAt time.Time // when it was fixed, if it is; zero: unknown
	present bool      // on the branch being scanned
	score   uint8     // its severity, in tenths
}

// missing is a known vulnerability of the branch whose fingerprint no finding has.
type missing struct {
	known
	examine.Key // as last seen
	path        string
	// presentIn maps each branch on which it is present to the commit in which it was
	// last seen. A pull request counts as a branch of its own. The map is shared.
	presentIn map[string]store.Commit
	through   []string // other files in its data flow
	moved     bool     // it was found elsewhere
}

// look is the scope of one scan.
type look struct {
	began    time.Time
	branch   string
	complete bool // it covered the whole branch; otherwise it closes nothing
	covered  func(detector, rule, path string) bool
	skipped  func(detector, path string) bool
	exists   func(path string) bool       // whether the tree has the file
	renamed  examine.Renames              // since the last scan
	older    func(seen store.Commit) bool // whether the commit may be older than the one in which something was seen
	// inherited are findings that exist but were not introduced by this pull request:
	// neither seen nor gone.
	inherited []*examine.Entry
}

// where describes the scope in words.
func (l look) where() string {
	if vigil.IsPullRequestRef(l.branch) {
		return "in pull request " + strings.Split(l.branch, "/")[2]
	}
	return "on branch " + l.branch
}

// outcome is what a scan changes.
type outcome struct {
	found   []*examine.Entry // never seen before
	seen    []sighting       // seen before, in the order of the findings
	absent  []shortID        // covered on this branch and no longer seen there
	changes []statusChange
	// What is missing and stays present on the branch, because it was not covered, and what is
	// absent and was open.
	persisting, fixed vigil.Counts
}

// sighting is a known vulnerability and how it was seen this time.
type sighting struct {
	id     shortID
	status vigil.Status
	moved  bool // its fingerprint changed
	fresh  bool // it was not present on the branch
	now    *examine.Entry
}

// statusChange is a status change that follows from a scan.
type statusChange struct {
	id       shortID
	from, to vigil.Status
	reason   string
}

// reconciliation compares the findings of a scan with the known vulnerabilities, and decides
// what follows. It is the heart of the product: a vulnerability keeps its id, triage, and
// history as long as its fingerprint is seen, and no scan overrides a person.
//
//   - A finding nobody saw before is new, unless it matches a missing one: the same in a
//     file that git reports as renamed, or in any other file if the old one is gone, or
//     in the same file in a renamed function. Then it has moved.
//   - What is open or in progress, and was covered but not seen on the last branch that had
//     it, is fixed. A scan that did not cover its file and rule, of an older commit, or of
//     only part of the tree, fixes nothing.
//   - What was on a branch and is on no branch any more is fixed even if some pull request
//     still has it: merged or abandoned ones are never scanned again.
//   - What was fixed and is seen by a scan that started after that is reopened.
//   - False positives and accepted risks keep their status.
//
// It processes known vulnerabilities one by one, and then the missing ones together: most
// are seen again, and only take up their id in memory.
type reconciliation struct {
	look
	findings  fingerprints
	inherited fingerprints
	out       outcome

	again, gone string // reasons, shared by very many
}

// reconcile starts the comparison of findings with known vulnerabilities.
func reconcile(findings []*examine.Entry, l look) *reconciliation {
	return &reconciliation{
		look: l, findings: newFingerprints(findings), inherited: newFingerprints(l.inherited),
		again: "regression: seen again " + l.where(), gone: "no longer found " + l.where(),
	}
}

// meet processes one known vulnerability. It reports whether that is missing: conclude
// needs to know more about it.
func (r *reconciliation) meet(k known, f vigil.Fingerprint) (isMissing bool) {
	if e := r.findings.take(f); e != nil {
		r.see(k, e, false)
		return false
	}
	return r.inherited.take(f) == nil && k.present
}

func (r *reconciliation) see(k known, e *examine.Entry, moved bool) {
	r.out.seen = append(r.out.seen, sighting{k.id, k.status, moved, !k.present, e})
	if k.status == vigil.Fixed && r.began.After(k.fixedAt) {
		r.out.changes = append(r.out.changes, statusChange{k.id, k.status, vigil.Open, r.again})
	}
}

// conclude processes all missing ones, the oldest first.
func (r *reconciliation) conclude(all []*missing) outcome {
	r.out.found = r.follow(all, r.findings.left(), func(k *missing, e *examine.Entry) { r.see(k.known, e, true) })
	r.follow(all, r.inherited.left(), func(*missing, *examine.Entry) {})
	for _, k := range all {
		if k.moved {
			continue
		}
		if !r.complete || r.older(k.presentIn[r.branch]) || !r.coveredAll(k) {
			r.out.persisting.Add(vigil.Score(k.score), 1)
			continue
		}
		r.out.absent = append(r.out.absent, k.id)
		if k.status == vigil.Open || k.status == vigil.InProgress {
			r.out.fixed.Add(vigil.Score(k.score), 1)
		}
		if !k.elsewhere(r.branch) && (k.status == vigil.Open || k.status == vigil.InProgress) {
			r.out.changes = append(r.out.changes, statusChange{k.id, k.status, vigil.Fixed, r.gone})
		}
	}
	slices.SortFunc(r.out.seen, func(a, b sighting) int { return cmp.Compare(a.now.Offset, b.now.Offset) })
	slices.SortFunc(r.out.changes, func(a, b statusChange) int { return a.id.compare(b.id) })
	return r.out
}

// follow finds what has moved: first in files that git reports as renamed, then in files with
// much in common, then in other renamed files, then in renamed functions. It returns the
// remaining findings.
func (r *reconciliation) follow(all []*missing, findings []*examine.Entry, see func(*missing, *examine.Entry)) (left []*examine.Entry) {
	follows := func(k *missing, e *examine.Entry) { k.moved = true; see(k, e) }
	still := func(k *missing) bool { return !k.moved }
	fileGone := func(k *missing) bool { return !k.moved && !r.exists(k.path) }
	exact := func(k examine.Key) examine.Key { return k }
	left = follow(all, findings, follows, still, exact, func(k examine.Key) examine.Key { return k.Renamed(r.renamed) })
	left = followRenames(all, left, follows, fileGone)
	left = follow(all, left, follows, fileGone, examine.Key.WithoutPath, examine.Key.WithoutPath)
	return follow(all, left, follows, still, examine.Key.WithoutSymbol, examine.Key.WithoutSymbol)
}

// coveredAll reports whether the file of k was covered, and all others in its data flow: if
// one of them was skipped, nobody knows whether the flow still exists.
func (l look) coveredAll(k *missing) bool {
	detector := k.Detector()
	return l.covered(detector, k.Rule(), k.path) && !slices.ContainsFunc(k.through, func(path string) bool { return l.skipped(detector, path) })
}

// elsewhere reports whether something other than branch still has k. A pull request
// does not count against a branch.
func (k *missing) elsewhere(branch string) bool {
	for other := range k.presentIn {
		if other != branch && (vigil.IsPullRequestRef(branch) || !vigil.IsPullRequestRef(other)) {
			return true
		}
	}
	return false
}

// follow matches unknown findings with known vulnerabilities that may have moved, by a key
// that both have, each once and in order. It returns the remaining findings.
func follow(all []*missing, findings []*examine.Entry, see func(*missing, *examine.Entry), mayHaveMoved func(*missing) bool, oldKey, newKey func(examine.Key) examine.Key) (left []*examine.Entry) {
	if len(findings) == 0 {
		return nil
	}
	var waiting []*missing
	for _, k := range all {
		if mayHaveMoved(k) {
			waiting = append(waiting, k)
		}
	}
	if len(waiting) == 0 {
		return findings
	}
	findings = slices.Clone(findings)
	slices.SortStableFunc(waiting, func(a, b *missing) int { return oldKey(a.Key).Compare(oldKey(b.Key)) })
	slices.SortStableFunc(findings, func(a, b *examine.Entry) int { return newKey(a.Key).Compare(newKey(b.Key)) })
	left = findings[:0]
	for _, e := range findings {
		key := newKey(e.Key)
		for len(waiting) > 0 && oldKey(waiting[0].Key).Compare(key) < 0 {
			waiting = waiting[1:]
		}
		if len(waiting) > 0 && oldKey(waiting[0].Key) == key {
			see(waiting[0], e)
			waiting = waiting[1:]
		} else {
			left = append(left, e)
		}
	}
	slices.SortFunc(left, inOrder)
	return left
}
