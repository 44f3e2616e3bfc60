package scan

import (
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// lookedAt is what a scan covered, to be queried for each missing vulnerability.
type lookedAt struct {
	rules    map[ruleOf]bool
	complete map[string]bool    // detectors that applied everything they know
	parted   map[string]bool    // detectors that skipped something without saying in which files
	skips    map[string]pathSet // for each detector; for "", files that no detector got
	partly   map[string]pathSet // for each detector, files to which it did not apply some rules
	left     map[string]pathSet // for each rule, files where it was skipped or suppressed
}

// ruleOf is a rule of a detector.
type ruleOf struct{ detector, rule string }

func newLookedAt(all []engine.Coverage, leftOut []engine.Skip) lookedAt {
	l := lookedAt{map[ruleOf]bool{}, map[string]bool{}, map[string]bool{}, map[string]pathSet{"": {}}, map[string]pathSet{}, map[string]pathSet{}}
	for _, s := range leftOut {
		l.skips[""].add(s.Path)
	}
	for _, c := range all {
		l.complete[c.Detector] = c.Complete
		for _, rule := range c.Rules {
			l.rules[ruleOf{c.Detector, rule}] = true
		}
		for _, s := range c.Skipped {
			switch {
			case s.Path != "" && s.Rule != "": // only this rule in this file
				put(l.left, s.Rule, s.Path)
				put(l.partly, c.Detector, s.Path)
			case s.Path != "":
				put(l.skips, c.Detector, s.Path)
			case s.Rule == "":
				l.parted[c.Detector] = true
			}
		}
		for _, s := range c.Suppressed {
			put(l.left, s.Rule, s.Path)
		}
	}
	return l
}

func put(sets map[string]pathSet, name, path string) {
	if sets[name] == nil {
		sets[name] = pathSet{}
	}
	sets[name].add(path)
}

// covered reports whether a detector applied a rule to a path. A deleted file counts as
// covered; a skipped one does not, and where a rule was suppressed nothing is
// known.
func (l lookedAt) covered(detector, rule, path string) bool {
	return l.coveredFile(detector, rule, examine.File{Path: examine.HashPath(path)})
}

// coveredFile is covered for a file that is known by its hash.
func (l lookedAt) coveredFile(detector, rule string, f examine.File) bool {
	return (l.complete[detector] || l.rules[ruleOf{detector, rule}]) && !l.skips[""].hasFile(f) && !l.skips[detector].hasFile(f) && !l.left[rule].hasFile(f)
}

// skipped reports whether a detector did not fully scan a path. A skip without a path
// applies to all of them.
func (l lookedAt) skipped(detector, path string) bool {
	return l.parted[detector] || l.skips[""].has(path) || l.skips[detector].has(path) || l.partly[detector].has(path)
}
