package scan

import "vigil/internal/engine"

// lookedAt is what a scan looked at, to be asked for each vulnerability that is missing.
type lookedAt struct {
	rules    map[ruleOf]bool
	complete map[string]bool    // detectors that looked for all they know
	parted   map[string]bool    // detectors that left out something, and do not say in which files
	skips    map[string]pathSet // for each detector; for "", what none of them got
	partly   map[string]pathSet // for each detector, where it left out some rules
	left     map[string]pathSet // for each rule, where it was left out or suppressed
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
			case s.Path != "" && s.Rule != "": // of this file, this rule alone
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

// covered reports whether a detector looked with a rule at a path. A file that is
// gone was looked at as well as can be; one that was skipped was not, and where
// somebody suppressed a rule nothing is known.
func (l lookedAt) covered(detector, rule, path string) bool {
	return (l.complete[detector] || l.rules[ruleOf{detector, rule}]) && !l.skips[""].has(path) && !l.skips[detector].has(path) && !l.left[rule].has(path)
}

// skipped reports whether a detector did not look at a path to the end. One that says
// without a path that it left something out did so with all of them.
func (l lookedAt) skipped(detector, path string) bool {
	return l.parted[detector] || l.skips[""].has(path) || l.skips[detector].has(path) || l.partly[detector].has(path)
}
