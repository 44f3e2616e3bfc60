package examine

import (
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
)

// Gaps is what a scan did not examine whole, as far as that matters to its verdict.
type Gaps struct {
	Total int
	Named []string // the first vigil.MaxGaps: what, and why
	// Excluded are the first changed files of a comparison in which, by design, no code is
	// analyzed, and ExcludedTotal how many there are. Images and the like do not count.
	Excluded      []string
	ExcludedTotal int
	// Unchecked is what was not looked for at all: dependencies, if there are no advisories.
	Unchecked []string
}

// Compared is the other side of a scan that judges only what changed.
type Compared struct {
	// IsChanged reports whether a path of the newer tree is new or changed.
	IsChanged func(path string) bool
	// Before has the paths of the older tree that were changed or are gone, and Renamed the old
	// paths of renamed files.
	Before  map[string]bool
	Renamed map[string]string
	// Coverage is that of the older tree.
	Coverage []engine.Coverage
}

// NewGaps collects what was not examined whole: files that are missing from the tree, and what
// detectors report as incomplete. Routes do not count: no finding depends on them.
//
// If the tree was compared, a file that did not change and that both sides lack in the same way
// does not count. Rules that were not applied do, and flows between files: a change elsewhere may
// have completed one. A changed file that is excluded now and was scanned before does as well:
// otherwise joining all lines of a file would hide what is in it.
func NewGaps(coverage []engine.Coverage, leftOut []engine.Skip, c *Compared) Gaps {
	l := gapList{compared: c, seen: map[engine.Skip]bool{}, before: map[skipOf]engine.SkipKind{}}
	if c != nil {
		for _, cover := range c.Coverage {
			for _, s := range cover.Skipped {
				l.before[skipOf{cover.Detector, s.Path, s.Rule}] = s.Kind
			}
		}
	}
	for _, s := range leftOut {
		if s.IsIncomplete() && (c == nil || c.IsChanged(s.Path)) {
			l.add(s)
		}
	}
	for _, cover := range coverage {
		if cover.Detector == all.Routes {
			continue
		}
		for _, s := range cover.Skipped {
			switch {
			case s.IsIncomplete():
				if !l.equal(cover.Detector, s) {
					l.add(s)
				}
			case s.Path == "" && s.Rule == "":
				what, _, _ := strings.Cut(s.Reason, ". ") // what to do about it follows
				l.Unchecked = append(l.Unchecked, clipped(what))
			case c != nil && s.Path != "" && s.Rule == "" && c.IsChanged(s.Path):
				l.exclude(cover.Detector, s)
			}
		}
	}
	return l.Gaps
}

type skipOf struct{ detector, path, rule string }

type gapList struct {
	Gaps
	compared *Compared
	before   map[skipOf]engine.SkipKind
	seen     map[engine.Skip]bool // without the detector: several skip a file for one reason
}

// equal reports whether both sides of a comparison lack the same, in a file that did not change.
func (l *gapList) equal(detector string, s engine.Skip) bool {
	if l.compared == nil || s.Path == "" || strings.HasPrefix(s.Reason, engine.AcrossFiles) || l.compared.IsChanged(s.Path) {
		return false
	}
	_, there := l.before[skipOf{detector, s.Path, s.Rule}]
	return there
}

// exclude handles a changed file that is excluded by design.
func (l *gapList) exclude(detector string, s engine.Skip) {
	old := s.Path
	if from, ok := l.compared.Renamed[s.Path]; ok {
		old = from
	}
	_, skipped := l.before[skipOf{detector, old, ""}]
	if l.compared.Before[old] && !skipped {
		s.Reason += ", but was not before this change"
		l.add(s)
		return
	}
	if detector != all.Code || engine.IsBinaryName(s.Path) {
		return
	}
	l.ExcludedTotal++
	if len(l.Excluded) < vigil.MaxGaps {
		l.Excluded = append(l.Excluded, clipped(s.Path)+" ("+clipped(s.Reason)+")")
	}
}

func (l *gapList) add(s engine.Skip) {
	s.Kind = ""
	if l.seen[s] {
		return
	}
	l.seen[s] = true
	l.Total++
	if len(l.Named) == vigil.MaxGaps {
		return
	}
	var parts []string
	for _, part := range []string{s.Path, s.Rule, s.Reason} {
		// The reasons of rules begin with where the rule is.
		if part != "" && (part == s.Reason || !strings.HasPrefix(s.Reason, part+":")) {
			parts = append(parts, clipped(part))
		}
	}
	l.Named = append(l.Named, strings.Join(parts, ": "))
}

// clipped keeps a sentence readable: whoever wrote the tree chose its paths.
func clipped(text string) string {
	const most = 200
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
