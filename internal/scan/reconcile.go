package scan

import (
	"maps"
	"slices"
	"strings"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/store"
)

// known is a vulnerability of the repository that earlier scans recorded.
type known struct {
	vigil.Vulnerability
	finding engine.Finding // as it was seen last
	fixedAt time.Time      // when it became fixed, if it is; zero: not known
	// presentIn is, for each branch on which it is present, the commit in which it
	// was seen last. A pull request counts as a branch of its own.
	presentIn map[string]store.Commit
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
	inherited []engine.Finding
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
	found   []engine.Finding // never seen before
	seen    []sighting       // seen before, in the order of the findings
	absent  []known          // looked for on this branch and not seen there any more
	changes []statusChange
}

// sighting is a known vulnerability and how it was seen this time.
type sighting struct {
	known
	finding engine.Finding
}

// statusChange is a status that follows from a scan.
type statusChange struct {
	known
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
func reconcile(all []known, findings []engine.Finding, l look) outcome {
	var out outcome
	byFingerprint := make(map[string]known, len(all))
	for _, k := range all {
		byFingerprint[k.Fingerprint.String()] = k
	}
	seen := make(map[vigil.ID]bool, len(findings))
	twice := make(map[string]bool, len(findings))
	see := func(k known, f engine.Finding) {
		seen[k.ID] = true
		out.seen = append(out.seen, sighting{k, f})
		if k.Status == vigil.Fixed && l.began.After(k.fixedAt) {
			out.changes = append(out.changes, statusChange{k, vigil.Open, "regression: seen again " + l.where()})
		}
	}
	// What has moved: first files that git says were renamed, then files that have
	// much in common, then others of another name, then functions of another name.
	missing := func(k known) bool { _, present := k.presentIn[l.branch]; return present && !seen[k.ID] }
	gone := func(k known) bool { return missing(k) && !l.exists(k.FilePath) }
	match := func(findings []engine.Finding, see func(known, engine.Finding)) (unknown []engine.Finding) {
		for _, f := range findings {
			if twice[f.Fingerprint] {
				continue
			}
			twice[f.Fingerprint] = true
			if k, there := byFingerprint[f.Fingerprint]; there {
				see(k, f)
			} else {
				unknown = append(unknown, f)
			}
		}
		unknown = follow(all, unknown, see, missing, exactKey, func(f engine.Finding) string { return exactKey(renamed(f, l.renamed)) })
		unknown = followRenames(all, unknown, see, gone)
		unknown = follow(all, unknown, see, gone, engine.Finding.KeyWithoutPath, engine.Finding.KeyWithoutPath)
		return follow(all, unknown, see, missing, engine.Finding.KeyWithoutSymbol, engine.Finding.KeyWithoutSymbol)
	}
	out.found = match(findings, see)
	match(l.inherited, func(k known, _ engine.Finding) { seen[k.ID] = true })
	if !l.complete {
		return out
	}
	for _, k := range all {
		commit, present := k.presentIn[l.branch]
		if seen[k.ID] || !present || l.older(commit) || !l.coveredAll(k) {
			continue
		}
		out.absent = append(out.absent, k)
		if !k.elsewhere(l.branch) && (k.Status == vigil.Open || k.Status == vigil.InProgress) {
			out.changes = append(out.changes, statusChange{k, vigil.Fixed, "no longer found " + l.where()})
		}
	}
	return out
}

// coveredAll reports whether the file of k was looked at, and those that its data comes
// through: where one of them was skipped, nobody saw whether the way is closed.
func (l look) coveredAll(k known) bool {
	if !l.covered(k.finding.Detector, k.finding.Rule, k.FilePath) {
		return false
	}
	for _, step := range k.finding.Trace {
		if step.Path != k.finding.Path && l.skipped(k.finding.Detector, step.Path) {
			return false
		}
	}
	return true
}

// elsewhere reports whether something other than branch still has k. A pull request
// does not count against a branch.
func (k known) elsewhere(branch string) bool {
	for other := range k.presentIn {
		if other != branch && (vigil.IsPullRequestRef(branch) || !vigil.IsPullRequestRef(other)) {
			return true
		}
	}
	return false
}

// exactKey is equal for findings that are the same in the same place. Equal
// findings of one function share it.
func exactKey(f engine.Finding) string { return f.Path + "\x00" + f.KeyWithoutPath() }

// renamed returns a finding as it would be in the file's old name, if it had one.
func renamed(f engine.Finding, names map[string]string) engine.Finding {
	if old, there := names[f.Path]; there {
		f.Path = old
	}
	return f
}

// follow matches findings that nobody knows with known vulnerabilities that may
// have moved, by a key that both have, each once and in their order. It returns
// the findings that are left.
func follow(all []known, findings []engine.Finding, see func(known, engine.Finding), mayHaveMoved func(known) bool, oldKey, newKey func(engine.Finding) string) (left []engine.Finding) {
	if len(findings) == 0 {
		return nil
	}
	candidates := map[string][]known{}
	for _, k := range all {
		if mayHaveMoved(k) {
			candidates[oldKey(k.finding)] = append(candidates[oldKey(k.finding)], k)
		}
	}
	for _, f := range findings {
		key := newKey(f)
		moved := candidates[key]
		if len(moved) == 0 {
			left = append(left, f)
			continue
		}
		see(moved[0], f)
		candidates[key] = moved[1:]
	}
	return left
}

// introduced parts the findings into those that a change brought and those that
// were there before it, be it in a file or a function of another name.
func introduced(findings, before []engine.Finding, names map[string]string) (brought, inherited []engine.Finding) {
	for _, key := range []func(engine.Finding) string{exactKey, engine.Finding.KeyWithoutSymbol} {
		there := map[string][]engine.Finding{}
		for _, f := range before {
			there[key(f)] = append(there[key(f)], f)
		}
		brought = nil
		for _, f := range findings {
			if k := key(renamed(f, names)); len(there[k]) > 0 {
				there[k] = there[k][1:]
				inherited = append(inherited, f)
			} else {
				brought = append(brought, f)
			}
		}
		findings, before = brought, slices.Concat(slices.Collect(maps.Values(there))...)
	}
	return brought, inherited
}
