package scan

import (
	"time"

	"vigil"
	"vigil/internal/engine"
)

// known is a vulnerability of the repository that earlier scans recorded.
type known struct {
	vigil.Vulnerability
	finding engine.Finding // as it was seen last
	fixedAt time.Time      // when it became fixed, if it is; zero: not known
	// presentAt is, for each branch on which it is present, when the commit was
	// made in which it was seen last.
	presentAt map[string]time.Time
}

// look is what one scan looked at.
type look struct {
	began       time.Time
	branch      string
	committedAt time.Time // zero: not known
	complete    bool      // of the whole tree; else it closes nothing
	covered     func(detector, rule, path string) bool
	exists      func(path string) bool // whether the tree has the file
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
//     same in a file of another name whose old one is gone, or in the same file in a
//     function of another name. Then it has moved.
//   - What is open or in progress, and was looked for and not seen on the last
//     branch that had it, is fixed. A scan that did not cover its file and rule, of an
//     older commit, or of only a part of the tree, fixes nothing.
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
			out.changes = append(out.changes, statusChange{k, vigil.Open, "regression: seen again on branch " + l.branch})
		}
	}
	var unknown []engine.Finding
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
	// What has moved: first files of another name, then functions of another name.
	missing := func(k known) bool { _, present := k.presentAt[l.branch]; return present && !seen[k.ID] }
	gone := func(k known) bool { return missing(k) && !l.exists(k.FilePath) }
	unknown = followRenames(all, unknown, see, gone)
	unknown = follow(all, unknown, see, engine.Finding.KeyWithoutPath, gone)
	out.found = follow(all, unknown, see, engine.Finding.KeyWithoutSymbol, missing)
	if !l.complete {
		return out
	}
	for _, k := range all {
		at, present := k.presentAt[l.branch]
		older := !l.committedAt.IsZero() && l.committedAt.Before(at)
		if seen[k.ID] || !present || older || !l.covered(k.finding.Detector, k.finding.Rule, k.FilePath) {
			continue
		}
		out.absent = append(out.absent, k)
		if len(k.presentAt) == 1 && (k.Status == vigil.Open || k.Status == vigil.InProgress) {
			out.changes = append(out.changes, statusChange{k, vigil.Fixed, "no longer found on branch " + l.branch})
		}
	}
	return out
}

// follow matches findings that nobody knows with known vulnerabilities that may
// have moved, by a key that both share, each once and in their order. It returns
// the findings that are left.
func follow(all []known, findings []engine.Finding, see func(known, engine.Finding), key func(engine.Finding) string, mayHaveMoved func(known) bool) (left []engine.Finding) {
	if len(findings) == 0 {
		return nil
	}
	candidates := map[string][]known{}
	for _, k := range all {
		if mayHaveMoved(k) {
			candidates[key(k.finding)] = append(candidates[key(k.finding)], k)
		}
	}
	for _, f := range findings {
		moved := candidates[key(f)]
		if len(moved) == 0 {
			left = append(left, f)
			continue
		}
		see(moved[0], f)
		candidates[key(f)] = moved[1:]
	}
	return left
}
