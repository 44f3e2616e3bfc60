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

// known is a vulnerability of the repository that earlier scans recorded.
type known struct {
	id      shortID
	status  vigil.Status
	fixedAt time.Time // when it became fixed, if it is; zero: not known
	present bool      // the branch that is looked at has it
}

// missing is a known vulnerability that the branch has, and that no finding has the
// fingerprint of.
type missing struct {
	known
	examine.Key // as it was seen last
	path        string
	// presentIn is, for each branch on which it is present, the commit in which it
	// was seen last. A pull request counts as a branch of its own. Several share it.
	presentIn map[string]store.Commit
	through   []string // other files that its data came through
	moved     bool     // it is found elsewhere
}

// look is what one scan looked at.
type look struct {
	began    time.Time
	branch   string
	complete bool // it looked at all that the branch has; else it closes nothing
	covered  func(detector, rule, path string) bool
	skipped  func(detector, path string) bool
	exists   func(path string) bool       // whether the tree has the file
	renamed  examine.Renames              // since something was seen here
	older    func(seen store.Commit) bool // whether the commit may be older than one in which something was seen
	// inherited is what is there and not of this pull request's making: neither
	// seen nor gone.
	inherited []*examine.Entry
}

// where says in words what was looked at.
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
	absent  []shortID        // looked for on this branch and not seen there any more
	changes []statusChange
}

// sighting is a known vulnerability and how it was seen this time.
type sighting struct {
	id     shortID
	status vigil.Status
	moved  bool // it has another fingerprint than before
	now    *examine.Entry
}

// statusChange is a status that follows from a scan.
type statusChange struct {
	id       shortID
	from, to vigil.Status
	reason   string
}

// reconciliation compares what a scan saw with what is known, and says what follows. It
// is the heart of the product: a finding keeps its id, its triage and its history for as
// long as its fingerprint is seen, and no scan overrules a person.
//
//   - What nobody saw before is new, unless it is what is missing elsewhere: the
//     same in a file that git says was renamed, or in any file of another name whose
//     old one is gone, or in the same file in a function of another name. Then it
//     has moved.
//   - What is open or in progress, and was looked for and not seen on the last
//     branch that had it, is fixed. A scan that did not cover its file and rule, of an
//     older commit, or of only a part of the tree, fixes nothing.
//   - What a branch had and no branch has any more is fixed even if some pull
//     request still has it: nobody looks at one again that was merged or given up.
//   - What was fixed and is seen by a scan that began after that is open again.
//   - False positives and accepted risks stay what people said they are.
//
// It takes all that is known one by one, and then what is missing as a whole: most of
// what is known is seen again, and needs no place in memory but for its id.
type reconciliation struct {
	look
	findings  fingerprints
	inherited fingerprints
	out       outcome

	again, gone string // reasons, which very many may share
}

// reconcile begins the comparison of findings with what is known.
func reconcile(findings []*examine.Entry, l look) *reconciliation {
	return &reconciliation{
		look: l, findings: newFingerprints(findings), inherited: newFingerprints(l.inherited),
		again: "regression: seen again " + l.where(), gone: "no longer found " + l.where(),
	}
}

// meet takes one of all that are known. It reports whether that is missing: conclude
// needs to know more of it.
func (r *reconciliation) meet(k known, f vigil.Fingerprint) (isMissing bool) {
	if e := r.findings.take(f); e != nil {
		r.see(k, e, false)
		return false
	}
	return r.inherited.take(f) == nil && k.present
}

func (r *reconciliation) see(k known, e *examine.Entry, moved bool) {
	r.out.seen = append(r.out.seen, sighting{k.id, k.status, moved, e})
	if k.status == vigil.Fixed && r.began.After(k.fixedAt) {
		r.out.changes = append(r.out.changes, statusChange{k.id, k.status, vigil.Open, r.again})
	}
}

// conclude takes all that is missing, the oldest first.
func (r *reconciliation) conclude(all []*missing) outcome {
	r.out.found = r.follow(all, r.findings.left(), func(k *missing, e *examine.Entry) { r.see(k.known, e, true) })
	r.follow(all, r.inherited.left(), func(*missing, *examine.Entry) {})
	for _, k := range all {
		if !r.complete || k.moved || r.older(k.presentIn[r.branch]) || !r.coveredAll(k) {
			continue
		}
		r.out.absent = append(r.out.absent, k.id)
		if !k.elsewhere(r.branch) && (k.status == vigil.Open || k.status == vigil.InProgress) {
			r.out.changes = append(r.out.changes, statusChange{k.id, k.status, vigil.Fixed, r.gone})
		}
	}
	slices.SortFunc(r.out.seen, func(a, b sighting) int { return cmp.Compare(a.now.Offset, b.now.Offset) })
	slices.SortFunc(r.out.changes, func(a, b statusChange) int { return a.id.compare(b.id) })
	return r.out
}

// follow finds out what has moved: first files that git says were renamed, then files
// that have much in common, then others of another name, then functions of another
// name. It returns the findings that are left.
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

// coveredAll reports whether the file of k was looked at, and those that its data comes
// through: where one of them was skipped, nobody saw whether the way is closed.
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

// follow matches findings that nobody knows with known vulnerabilities that may
// have moved, by a key that both have, each once and in their order. It returns
// the findings that are left.
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
