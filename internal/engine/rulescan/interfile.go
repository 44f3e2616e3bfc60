package rulescan

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/modules"
)

// Interfile taint analysis takes two passes. In the first, each file leaves its outline and the
// functions in which a rule has a source or a sink. From these a call graph shows which files may
// have a flow between them. In the second pass such files are linked, group by group, and analyzed
// as one program. See docs/adr/0028.

func newCrossing(s *Set, tree *engine.Tree, l Limits) *crossing {
	on := slices.ContainsFunc(s.rules, func(r *ruleFor) bool { return r.Taint != nil && r.Options.Interfile })
	x := &crossing{set: s, on: on, files: map[string]*crossed{}, goMods: map[string][]byte{}, flows: map[sinkKey]*crossFlow{}, gone: map[sinkKey]bool{},
		unsure: map[string]map[string]bool{}}
	x.prepared = newPrepared(x)
	x.room.Store(maxKept)
	if on {
		x.budget = budgetOf(tree, l)
	}
	return x
}

// hold holds findings back until the second pass confirms them.
func (x *crossing) hold(report func(engine.Finding)) func(engine.Finding) {
	if !x.on {
		return report
	}
	return func(f engine.Finding) { x.held = append(x.held, f) }
}

// file returns where the first pass notes the sources and sinks of a file; nil if it takes no part, as
// vendored and generated files and tests do not.
func (x *crossing) file(f *engine.File) *crossed {
	c := x.part(f)
	if c == nil {
		return nil
	}
	if path.Base(f.Path) == "go.mod" && f.Size < 1<<20 {
		if text, err := f.Bytes(); err == nil {
			x.mu.Lock()
			x.goMods[f.Path] = text
			x.mu.Unlock()
		}
	}
	x.mu.Lock()
	x.files[f.Path] = c
	x.mu.Unlock()
	return c
}

// part returns what is known of a file before it is read; nil if it takes no part.
func (x *crossing) part(f *engine.File) *crossed {
	if !x.on || !takesPart(f) {
		return nil
	}
	c := &crossed{ends: map[*ruleFor]*crossedEnds{}, family: familyOf(f), size: f.Size, room: &x.room}
	c.large = x.large[c.family] > 0
	return c
}

// Bounds of the second pass.
const (
	maxJobs     = 2_000 // files that a job starts from
	maxJobFiles = 40
)

const tooMany = "data flow between files: too many files call each other"

// follow runs the second pass and reports all findings. It returns what it could not analyze.
func (x *crossing) follow(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) ([]engine.Skip, error) {
	if !x.on {
		return nil, nil
	}
	if err := x.gather(ctx, tree); err != nil {
		return nil, err
	}
	jobs, graph := x.jobs()
	x.cut(jobs, graph)
	if len(jobs) > 0 {
		_, skipped, err := tree.Each(ctx, func(engine.Finding) {}, func(ctx context.Context, f *engine.File, _ func(engine.Finding)) error {
			for _, j := range jobs[f.Path] {
				if err := x.job(ctx, tree, graph, j); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, s := range skipped {
			for _, j := range jobs[s.Path] {
				x.missed(graph, j, "data flow between files: "+s.Reason)
			}
		}
	}
	return append(x.report(report), x.beyond()...), nil
}

// jobs returns the groups of files to analyze together, by the first file of each.
func (x *crossing) jobs() (map[string][]*job, *modules.Graph) {
	var outlines []*modules.Outline
	for _, c := range x.files {
		if c.outline != nil {
			outlines = append(outlines, c.outline)
		}
	}
	if len(outlines) < 2 {
		return nil, nil
	}
	graph := modules.NewGraph(modules.NewIndex(outlines, x.goMods))
	found := map[string]map[string]bool{} // files with findings, by rule
	for i := range x.held {
		f := &x.held[i]
		if found[f.Rule] == nil {
			found[f.Rule] = map[string]bool{}
		}
		found[f.Rule][f.Path] = true
	}
	jobs := map[string][]*job{}
	for _, r := range x.set.rules {
		if r.Taint == nil || !r.Options.Interfile {
			continue
		}
		var sources, sinks []modules.Place
		var alone []int32
		for i, o := range graph.Files {
			e := x.files[o.Path].ends[r]
			if e == nil {
				continue
			}
			for _, f := range e.sources {
				sources = append(sources, modules.Place{File: int32(i), Function: f})
			}
			for _, f := range e.sinks {
				sinks = append(sinks, modules.Place{File: int32(i), Function: f})
			}
			if found[r.ID][o.Path] {
				alone = append(alone, int32(i))
			}
		}
		if len(sources) == 0 || len(sinks) == 0 {
			continue
		}
		for _, g := range graph.Groups(sources, sinks, alone) {
			x.add(jobs, graph, g, r)
		}
	}
	return jobs, graph
}

// add adds a group for a rule to a job of its first file.
func (x *crossing) add(jobs map[string][]*job, graph *modules.Graph, g modules.Group, r *ruleFor) {
	path := graph.Files[g.Files[0]].Path
	if len(g.Left) > 0 {
		x.missed(graph, &job{files: g.Left, rules: []*ruleFor{r}}, tooMany)
	}
	if len(jobs) >= maxJobs && jobs[path] == nil {
		x.missed(graph, &job{files: g.Files, rules: []*ruleFor{r}}, tooMany)
		return
	}
	for _, j := range jobs[path] {
		more := slices.DeleteFunc(slices.Clone(g.Files), func(f int32) bool { return slices.Contains(j.files, f) })
		if len(j.files)+len(more) <= maxJobFiles && !slices.Contains(j.rules, r) {
			j.files, j.rules = append(j.files, more...), append(j.rules, r)
			return
		}
	}
	jobs[path] = append(jobs[path], &job{files: g.Files, rules: []*ruleFor{r}})
}

// missed notes that flows into the files of a job may have been missed.
func (x *crossing) missed(graph *modules.Graph, j *job, why string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range j.rules {
		for _, f := range j.files {
			p := graph.Files[f].Path
			if e := x.files[p].ends[r]; e != nil && len(e.sinks) > 0 {
				if x.unsure[p] == nil {
					x.unsure[p] = map[string]bool{}
				}
				x.unsure[p][why] = true
			}
		}
	}
}

// report reports the findings of both passes.
func (x *crossing) report(report func(engine.Finding)) []engine.Skip {
	known := map[sinkKey]bool{}
	for i := range x.held {
		k := keyOf(&x.held[i])
		if x.gone[k] {
			continue
		}
		known[k] = true
		report(x.held[i])
	}
	var more []*crossFlow
	for k, f := range x.flows {
		if !known[k] && !x.gone[k] {
			more = append(more, f)
		}
	}
	slices.SortFunc(more, func(a, b *crossFlow) int { return a.compare(b) })
	for _, f := range more {
		report(f.finding)
	}
	var skips []engine.Skip
	for p, why := range x.unsure {
		for w := range why {
			skips = append(skips, engine.Skip{Path: p, Reason: w, Kind: engine.Incomplete})
		}
	}
	slices.SortFunc(skips, func(a, b engine.Skip) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return skips
}

// addSkips adds skips of files that were not skipped before.
func addSkips(skipped, more []engine.Skip, files int) ([]engine.Skip, int) {
	for _, s := range more {
		if !slices.ContainsFunc(skipped, func(o engine.Skip) bool { return o.Path == s.Path }) {
			skipped = append(skipped, s)
			if s.Path != "" {
				files--
			}
		}
	}
	return skipped, files
}
