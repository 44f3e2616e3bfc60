package wiki

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/engine"
)

// routes lists the API routes.
func (t *telling) routes(s *section) {
	list := t.said.Routes
	guarded, candidates := 0, 0
	for _, r := range list {
		if r.Guard != "" {
			guarded++
		} else if r.Candidate != "" {
			candidates++
		}
	}
	if len(list) > 0 {
		s.text("%s: %s with a proven guard, %s with a candidate that is not proven to refuse anybody.", count(len(list), "route", "routes"), number(guarded), number(candidates))
	}
	s.table("Method | Path | Handler | Guard | Location", len(list), 200, "routes", func(i int) []string {
		r := list[i]
		at := place(r.File, r.Line)
		if r.NotInCode {
			at += " (documented, not found in code)"
		}
		guard := code(r.Guard)
		if r.Guard == "" && r.Candidate != "" {
			guard = code(r.Candidate) + " (candidate)"
		}
		return []string{code(r.Method), code(r.Path), code(r.Handler), guard, at}
	})
}

// posture says what the detectors found, and where.
func (t *telling) posture(s *section) {
	looked := slices.ContainsFunc(t.said.Coverages, func(c engine.Coverage) bool { return len(c.Rules) > 0 && c.Detector != "suppressions" })
	if !looked {
		return
	}
	if len(t.said.Findings) == 0 {
		s.text("This scan found no vulnerabilities.")
		return
	}
	s.text("Findings of this scan, before triage: %s.", t.levels())
	t.findingsByKind(s)
	t.hotFiles(s)
	t.openRoutes(s)
}

// severity is remembered for each vector: there are few, and up to 200,000 findings.
func (t *telling) severity(f engine.Finding) vigil.Score {
	score, there := t.scores[f.CVSS]
	if !there {
		score, _ = cvss.Score(f.CVSS) // of rules that were checked; otherwise 0
		t.scores[f.CVSS] = score
	}
	return score
}

// levels counts the findings of each level.
func (t *telling) levels() string {
	counts := map[vigil.Level]int{}
	for _, f := range t.said.Findings {
		counts[t.severity(f).Level()]++
	}
	var out []string
	for _, l := range vigil.Levels {
		if counts[l] > 0 {
			out = append(out, fmt.Sprintf("%s %s", number(counts[l]), l))
		}
	}
	return strings.Join(out, ", ")
}

func (t *telling) findingsByKind(s *section) {
	type group struct {
		of    string
		worst vigil.Score
		sites []site
		cwes  map[string]bool
	}
	groups := map[string]*group{}
	for _, f := range t.said.Findings {
		g := groups[f.Type]
		if g == nil {
			g = &group{of: f.Type, cwes: map[string]bool{}}
			groups[f.Type] = g
		}
		g.worst = max(g.worst, t.severity(f))
		g.sites = append(g.sites, site{f.Path, f.StartLine})
		g.cwes[f.CWE] = true
	}
	var list []*group
	for _, g := range groups {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.worst, a.worst), cmp.Compare(len(b.sites), len(a.sites)), strings.Compare(a.of, b.of))
	})
	s.table("Type | Findings | Highest severity | CWE | Location", len(list), 40, "kinds", func(i int) []string {
		g := list[i]
		cwes := sortedKeys(g.cwes)
		return []string{code(g.of), number(len(g.sites)), level(g.worst), codes(cwes[:min(4, len(cwes))]), where(g.sites, 3)}
	})
}

// hotFiles lists the files with the most findings.
func (t *telling) hotFiles(s *section) {
	type hot struct {
		path    string
		n, line int
		worst   vigil.Score
	}
	files := map[string]*hot{}
	for _, f := range t.said.Findings {
		h := files[f.Path]
		if h == nil {
			h = &hot{path: f.Path, line: f.StartLine}
			files[f.Path] = h
		}
		h.n++
		if v := t.severity(f); v > h.worst {
			h.worst, h.line = v, f.StartLine
		}
	}
	var list []*hot
	for _, h := range files {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b *hot) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(b.worst, a.worst), strings.Compare(a.path, b.path))
	})
	s.text("Files with the most findings, each linked to its most severe one:")
	s.table("File | Findings | Highest severity", len(list), 15, "files", func(i int) []string {
		h := list[i]
		return []string{place(h.path, h.line), number(h.n), level(h.worst)}
	})
}

// openRoutes lists the routes without a guard that have findings in what answers them, then
// the files that have both such routes and findings: what anybody may reach.
func (t *telling) openRoutes(s *section) {
	byFile := map[string][]engine.Finding{}
	for _, f := range t.said.Findings {
		byFile[f.Path] = append(byFile[f.Path], f)
	}
	lines := map[string][]int{} // of all routes of a file
	for _, r := range t.said.Routes {
		lines[r.File] = append(lines[r.File], r.Line)
	}
	for _, l := range lines {
		slices.Sort(l)
	}
	type open struct {
		what  string
		n     int
		sites []site
		worst vigil.Score
	}
	var direct []*open
	files := map[string]*open{}
	for _, r := range t.said.Routes {
		if r.Guard != "" || r.NotInCode || len(byFile[r.File]) == 0 {
			continue
		}
		o := &open{what: code(r.Method + " " + r.Path)}
		for _, f := range byFile[r.File] {
			if answers(r, lines[r.File], f) {
				o.sites, o.worst = append(o.sites, site{f.Path, f.StartLine}), max(o.worst, t.severity(f))
			}
		}
		if len(o.sites) > 0 {
			direct = append(direct, o)
			continue
		}
		if files[r.File] == nil {
			in := &open{what: place(r.File, 0)}
			for _, f := range byFile[r.File] {
				in.sites, in.worst = append(in.sites, site{f.Path, f.StartLine}), max(in.worst, t.severity(f))
			}
			files[r.File] = in
		}
		files[r.File].n++
	}
	worstFirst := func(a, b *open) int { return cmp.Or(cmp.Compare(b.worst, a.worst), cmp.Compare(b.n, a.n)) }
	slices.SortStableFunc(direct, worstFirst)
	if len(direct) > 0 {
		s.text("Routes without a proven guard that have findings in their handlers:")
	}
	s.table("Route | Findings | Highest severity | Location", len(direct), 40, "routes", func(i int) []string {
		o := direct[i]
		return []string{o.what, number(len(o.sites)), level(o.worst), where(o.sites, 3)}
	})
	near := make([]*open, 0, len(files))
	for _, path := range sortedKeys(files) {
		near = append(near, files[path])
	}
	slices.SortStableFunc(near, worstFirst)
	if len(near) > 0 {
		s.text("Files with findings and further routes without a proven guard:")
	}
	s.table("File | Unguarded routes | Findings | Highest severity", len(near), 20, "files", func(i int) []string {
		o := near[i]
		return []string{o.what, number(o.n), number(len(o.sites)), level(o.worst)}
	})
}

func level(s vigil.Score) string { return fmt.Sprintf("%s %s", s.Level(), s) }

// answers reports whether a finding is in the code that answers a route: in the function of
// that name, or, if it has none, in the lines from its declaration to the next.
func answers(r engine.Route, lines []int, f engine.Finding) bool {
	if r.Handler != "" {
		return sameFunction(r.Handler, f.Symbol)
	}
	next, _ := slices.BinarySearch(lines, r.Line+1)
	return f.StartLine >= r.Line && (next == len(lines) || f.StartLine < lines[next])
}

// sameFunction compares the last parts of names, such as orders.list and Orders.list.
func sameFunction(handler, symbol string) bool {
	last := func(s string) string { return s[strings.LastIndexAny(s, ".:#/\\")+1:] }
	return handler != "" && symbol != "" && last(handler) == last(symbol)
}
