package rulescan

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/modules"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Three results are cached: of the first pass, for each file; of the search for ends in a large
// tree, for each file; and of the second pass, for each job. The graph between the passes is
// always built anew. So a change to a file costs the analysis of that file, and of the jobs that
// it is or was part of.

// storedFile is the result of the first pass for a file.
type storedFile struct {
	engine.Outcome
	storedEnds
	Sketch        *modules.Outline `json:"sketch,omitempty"`
	Begins, Waits []string         `json:",omitempty"`
	Routes        bool             `json:"routes,omitempty"` // it may declare some
}

// storedEnds is where a file has sources and sinks.
type storedEnds struct {
	Outline *modules.Outline      `json:"outline,omitempty"`
	Ends    map[string][2][]int32 `json:"ends,omitempty"` // sources and sinks by rule
}

// fileKey identifies the result of the first pass for a file.
func (d *Detector) fileKey(f *engine.File, c *crossed) []string {
	return []string{"code", d.Version(), f.Input(), fmt.Sprint(c != nil, c != nil && c.large, d.config.Routes != nil)}
}

// recall returns the stored results of the first pass, by path.
func (d *Detector) recall(tree *engine.Tree, x *crossing) map[string]*storedFile {
	known := map[string]*storedFile{}
	for _, f := range tree.Files() {
		if f.Input() == "" {
			continue
		}
		s := new(storedFile)
		if tree.Recall(s, d.fileKey(f, x.part(f))...) && x.set.knows(s) {
			known[f.Path] = s
		}
	}
	return known
}

// remember stores the result of the first pass for a file.
func (d *Detector) remember(ctx context.Context, tree *engine.Tree, f *engine.File, c *crossed, wanted bool, found []engine.Finding, err error) {
	if f.Input() == "" || d.set.dated.Load() {
		return
	}
	o, ok := engine.NewOutcome(ctx, found, err)
	if !ok {
		return
	}
	s := storedFile{Outcome: o, Routes: wanted}
	if c != nil {
		s.storedEnds, s.Sketch = d.set.storeEnds(c), c.sketch
		s.Begins, s.Waits = keysOf(c.begins), keysOf(c.waits)
	}
	tree.Remember(s, d.fileKey(f, c)...)
}

func (s *Set) storeEnds(c *crossed) storedEnds {
	out := storedEnds{Outline: c.outline, Ends: map[string][2][]int32{}}
	for r, e := range c.ends {
		out.Ends[r.key] = [2][]int32{e.sources, e.sinks}
	}
	return out
}

func keysOf(list []*ruleFor) (out []string) {
	for _, r := range list {
		out = append(out, r.key)
	}
	return out
}

// knows reports whether the set has all rules of a stored result, which it has unless the
// result is damaged.
func (s *Set) knows(f *storedFile) bool {
	for key := range f.Ends {
		if s.byKey[key] == nil {
			return false
		}
	}
	return !slices.ContainsFunc(slices.Concat(f.Begins, f.Waits), func(key string) bool { return s.byKey[key] == nil })
}

// rememberRoutes stores the facts about routes of a file. They depend on no rules.
func rememberRoutes(tree *engine.Tree, f *engine.File, survey Survey) {
	if f.Input() != "" {
		if text := survey.Freeze(f.Path); text != nil {
			tree.RememberBytes(text, "routes", f.Input())
		}
	}
}

// survey notes the routes of a file whose findings are known.
func (d *Detector) survey(ctx context.Context, tree *engine.Tree, f *engine.File, survey Survey) error {
	if text := tree.RecallBytes("routes", f.Input()); text != nil && survey.Restore(f.Path, text) {
		return nil
	}
	defer rememberRoutes(tree, f, survey)
	content, err := f.Bytes()
	if err != nil {
		return err
	}
	language := append(f.Languages(), rules.Generic)[0]
	g := grammarOf{language, rules.Grammar(language, f.Path)}
	if g.grammar != "" && !slices.Contains(syntax.Languages(), g.grammar) {
		survey.Look(ctx, match.NewTextFile(content, f.Path))
		return ctx.Err()
	}
	s, err := d.set.scope(ctx, &compilation{grammarOf: g}, Target{Path: f.Path, Source: content}, nil, false)
	if err != nil {
		if ctx.Err() == nil { // a file that took too long is retried, or reported by Each
			survey.Skip(f.Path, err.Error())
		}
		return ctx.Err()
	}
	survey.Look(ctx, s.File)
	return ctx.Err()
}

// restore notes what the first pass knew of a file.
func (s *Set) restore(c *crossed, f *storedFile) {
	s.restoreEnds(c, f.storedEnds)
	c.sketch = f.Sketch
	for _, key := range f.Begins {
		c.begins = append(c.begins, s.byKey[key])
	}
	for _, key := range f.Waits {
		c.waits = append(c.waits, s.byKey[key])
	}
}

func (s *Set) restoreEnds(c *crossed, f storedEnds) {
	if c.outline == nil {
		c.outline = f.Outline
	}
	for key, e := range f.Ends {
		c.ends[s.byKey[key]] = &crossedEnds{e[0], e[1]}
	}
}

// compileFor compiles the rules for the files whose result is not known, before the first of
// them, so that they do not use up its time. Of other rules only the problems are needed.
func (d *Detector) compileFor(ctx context.Context, tree *engine.Tree, known map[string]*storedFile) error {
	done := map[grammarOf]bool{}
	for _, f := range tree.Files() {
		if excluded(f) != nil {
			continue
		}
		for _, l := range slices.Concat(f.Languages(), []string{rules.Generic, rules.RegexLanguage}) {
			g := grammarOf{l, rules.Grammar(l, f.Path)}
			if done[g] {
				continue
			}
			if known[f.Path] != nil && d.set.recallProblems(tree, d.problemsKey(g)) {
				continue
			}
			done[g] = true
			c, err := d.set.compile(ctx, g.language, g.grammar)
			if err != nil {
				return err
			}
			tree.Remember(append([]rules.Problem{}, c.problems...), d.problemsKey(g)...)
		}
	}
	return nil
}

func (d *Detector) problemsKey(g grammarOf) []string {
	return []string{"problems", d.Version(), g.language, g.grammar}
}

// recallProblems adds the stored problems of rules that are not compiled.
func (s *Set) recallProblems(tree *engine.Tree, key []string) bool {
	name := strings.Join(key, "\x00")
	if s.recalled[name] {
		return true
	}
	var list []rules.Problem
	if !tree.Recall(&list, key...) {
		return false
	}
	s.recalled[name] = true
	s.problems = append(s.problems, list...)
	return true
}

// storedJob is the result of a job, for each of its rules.
type storedJob []ruleFlows

// ruleFlows is what a job found for a rule: the flows into any of its files, and all sinks that
// data reaches in the first one.
type ruleFlows struct {
	Flows   []storedFlow
	Reached []sinkPlace
}

type storedFlow struct {
	Finding engine.StoredFinding
	Source  engine.Step
}

// jobKey identifies the result of a job: by its files, by how their names refer to each other,
// and by its rules.
func (x *crossing) jobKey(tree map[string]*engine.File, graph *modules.Graph, j *job) []string {
	key := []string{"job", x.version}
	place := map[int32]int{}
	for i, f := range j.files {
		in := tree[graph.Files[f].Path].Input()
		if in == "" {
			return nil
		}
		key = append(key, in)
		place[f] = i
	}
	key = append(key, "names")
	for i, f := range j.files {
		for _, b := range graph.Bound[f] {
			for _, t := range b.Targets {
				if to, ok := place[t.File]; ok {
					key = append(key, fmt.Sprint(i, " ", to), b.Name, t.Symbol)
				}
			}
		}
	}
	key = append(key, "rules")
	for _, r := range j.rules {
		key = append(key, r.key)
	}
	return key
}
