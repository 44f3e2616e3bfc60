package scan

import (
	"slices"
	"strings"
	"time"

	"vigil"
	"vigil/internal/store"
)

// known is a vulnerability of the repository that earlier scans recorded.
type known struct {
	mark    // as it was seen last
	id      vigil.ID
	status  vigil.Status
	fixedAt time.Time // when it became fixed, if it is; zero: not known
	// presentIn is, for each branch on which it is present, the commit in which it
	// was seen last. A pull request counts as a branch of its own. Several share it.
	presentIn map[string]store.Commit
	through   []string // other files that its data came through
}

// look is what one scan looked at.
type look struct {
	began    time.Time
	branch   string
	complete bool // it looked at all that the branch has; else it closes nothing
	covered  func(detector, rule, path string) bool
	skipped  func(detector, path string) bool
	exists   func(path string) bool       // whether the tree has the file
	renamed  map[string]string            // the path of a file that got another name, to the name it had
	older    func(seen store.Commit) bool // whether the commit may be older than one in which something was seen
	// inherited is what is there and not of this pull request's making: neither
	// seen nor gone.
	inherited []*mark
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
	found   []*mark    // never seen before
	seen    []sighting // seen before, in the order of the findings
	absent  []*known   // looked for on this branch and not seen there any more
	changes []statusChange
}

// sighting is a known vulnerability and how it was seen this time.
type sighting struct {
	*known
	now *mark
}

// statusChange is a status that follows from a scan.
type statusChange struct {
	*known
	to     vigil.Status
	reason string
}

// reconcile compares what a scan saw with what is known, and says what follows.
// It is the heart of the product: a finding keeps its id, its triage and its
// history for as long as its fingerprint is seen, and no scan overrules a person.
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
func reconcile(all []*known, findings []*mark, l look) outcome {
	var out outcome
	byFingerprint := make(map[vigil.Fingerprint]*known, len(all))
	for _, k := range all {
		byFingerprint[k.fingerprint] = k
	}
	seen := make(map[*known]bool, len(all))
	twice := make(map[vigil.Fingerprint]bool, len(findings))
	again, gone := "regression: seen again "+l.where(), "no longer found "+l.where()
	see := func(k *known, m *mark) {
		seen[k] = true
		out.seen = append(out.seen, sighting{k, m})
		if k.status == vigil.Fixed && l.began.After(k.fixedAt) {
			out.changes = append(out.changes, statusChange{k, vigil.Open, again})
		}
	}
	// What has moved: first files that git says were renamed, then files that have
	// much in common, then others of another name, then functions of another name.
	missing := func(k *known) bool { _, present := k.presentIn[l.branch]; return present && !seen[k] }
	fileGone := func(k *known) bool { return missing(k) && !l.exists(k.path) }
	match := func(findings []*mark, see func(*known, *mark)) (unknown []*mark) {
		for _, m := range findings {
			if twice[m.fingerprint] {
				continue
			}
			twice[m.fingerprint] = true
			if k, there := byFingerprint[m.fingerprint]; there {
				see(k, m)
			} else {
				unknown = append(unknown, m)
			}
		}
		exact := func(k key) key { return k }
		unknown = follow(all, unknown, see, missing, exact, func(k key) key { return k.renamed(l.renamed) })
		unknown = followRenames(all, unknown, see, fileGone)
		unknown = follow(all, unknown, see, fileGone, key.withoutPath, key.withoutPath)
		return follow(all, unknown, see, missing, key.withoutSymbol, key.withoutSymbol)
	}
	out.found = match(findings, see)
	match(l.inherited, func(k *known, _ *mark) { seen[k] = true })
	if !l.complete {
		return out
	}
	for _, k := range all {
		commit, present := k.presentIn[l.branch]
		if seen[k] || !present || l.older(commit) || !l.coveredAll(k) {
			continue
		}
		out.absent = append(out.absent, k)
		if !k.elsewhere(l.branch) && (k.status == vigil.Open || k.status == vigil.InProgress) {
			out.changes = append(out.changes, statusChange{k, vigil.Fixed, gone})
		}
	}
	return out
}

// coveredAll reports whether the file of k was looked at, and those that its data comes
// through: where one of them was skipped, nobody saw whether the way is closed.
func (l look) coveredAll(k *known) bool {
	return l.covered(k.detector, k.rule, k.path) && !slices.ContainsFunc(k.through, func(path string) bool { return l.skipped(k.detector, path) })
}

// elsewhere reports whether something other than branch still has k. A pull request
// does not count against a branch.
func (k *known) elsewhere(branch string) bool {
	for other := range k.presentIn {
		if other != branch && (vigil.IsPullRequestRef(branch) || !vigil.IsPullRequestRef(other)) {
			return true
		}
	}
	return false
}

// renamed returns the key as it would be in the file's old name, if it had one.
func (k key) renamed(names map[string]string) key {
	if old, there := names[k.path]; there {
		k.path = old
	}
	return k
}

// follow matches findings that nobody knows with known vulnerabilities that may
// have moved, by a key that both have, each once and in their order. It returns
// the findings that are left.
func follow(all []*known, findings []*mark, see func(*known, *mark), mayHaveMoved func(*known) bool, oldKey, newKey func(key) key) (left []*mark) {
	if len(findings) == 0 {
		return nil
	}
	candidates := map[key][]*known{}
	for _, k := range all {
		if mayHaveMoved(k) {
			candidates[oldKey(k.key)] = append(candidates[oldKey(k.key)], k)
		}
	}
	if len(candidates) == 0 {
		return findings
	}
	for _, m := range findings {
		key := newKey(m.key)
		moved := candidates[key]
		if len(moved) == 0 {
			left = append(left, m)
			continue
		}
		see(moved[0], m)
		candidates[key] = moved[1:]
	}
	return left
}

// introduced parts the findings into those that a change brought and those that
// were there before it, be it in a file or a function of another name.
func introduced(findings, before []*mark, names map[string]string) (brought, inherited []*mark) {
	there := map[key]int{}
	for _, m := range before {
		there[m.key]++
	}
	for _, m := range findings {
		if k := m.renamed(names); there[k] > 0 {
			there[k]--
			inherited = append(inherited, m)
		} else {
			brought = append(brought, m)
		}
	}
	left := map[key]int{}
	for k, n := range there {
		left[k.withoutSymbol()] += n
	}
	findings, brought = brought, nil
	for _, m := range findings {
		if k := m.renamed(names).withoutSymbol(); left[k] > 0 {
			left[k]--
			inherited = append(inherited, m)
		} else {
			brought = append(brought, m)
		}
	}
	return brought, inherited
}
