package rulescan

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/modules"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/taint"
)

// crossFlow is a finding of the second pass and its source.
type crossFlow struct {
	finding engine.Finding
	source  engine.Step
}

// compare orders flows; of those to one sink the first is reported.
func (f *crossFlow) compare(g *crossFlow) int {
	return cmp.Or(strings.Compare(f.finding.Path, g.finding.Path), cmp.Compare(f.finding.StartLine, g.finding.StartLine), cmp.Compare(f.finding.StartColumn, g.finding.StartColumn),
		strings.Compare(f.finding.Rule, g.finding.Rule), cmp.Compare(f.finding.EndLine, g.finding.EndLine), cmp.Compare(f.finding.EndColumn, g.finding.EndColumn),
		strings.Compare(f.source.Path, g.source.Path), cmp.Compare(f.source.Line, g.source.Line), cmp.Compare(f.source.Column, g.source.Column),
		cmp.Compare(len(f.finding.Trace), len(g.finding.Trace)))
}

// job links the files of a group and runs the taint analysis on them, for each rule.
func (x *crossing) job(ctx context.Context, tree *engine.Tree, graph *modules.Graph, j *job) error {
	key := x.jobKey(x.prepared.filesOf(tree), graph, j)
	var stored storedJob
	if key != nil && tree.Recall(&stored, key...) && len(stored) == len(j.rules) {
		for i, r := range j.rules {
			x.take(graph.Files[j.files[0]].Path, r, stored[i])
		}
		return nil
	}
	stored = storedJob{}
	var units []*preparedUnit
	place := map[int32]int{} // index of a file among the units
	for _, f := range j.files {
		u, err := x.prepared.unit(ctx, tree, graph.Files[f].Path)
		if err != nil {
			return err
		}
		if u != nil {
			place[f] = len(units)
			units = append(units, u)
		} else if f == j.files[0] {
			return nil
		}
	}
	linked := make([]taint.Unit, len(units))
	for f, u := range place {
		linked[u] = taint.Unit{Program: units[u].scope.program(), Names: map[string][]taint.Symbol{}, Exports: map[string]taint.Export{}}
		for _, b := range graph.Bound[f] {
			for _, t := range b.Targets {
				if to, ok := place[t.File]; ok {
					linked[u].Names[b.Name] = append(linked[u].Names[b.Name], taint.Symbol{Unit: to, Name: t.Symbol})
				}
			}
		}
		for _, e := range graph.Files[f].Exports {
			linked[u].Exports[e.Name] = taint.Export{Local: e.Local, Span: taint.Span{Start: e.Start, End: e.End}}
		}
	}
	program := taint.Link(linked)
	for _, r := range j.rules {
		found, err := x.rule(ctx, program, units, r)
		if err != nil {
			return err
		}
		x.take(units[0].scope.File.Path, r, found)
		stored = append(stored, found)
	}
	if key != nil && ctx.Err() == nil && !x.set.dated.Load() {
		tree.Remember(stored, key...)
	}
	return nil
}

// take adds what a job found for a rule.
func (x *crossing) take(first string, r *ruleFor, found ruleFlows) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, f := range found.Flows {
		x.found(&crossFlow{finding: f.Finding.Restore(), source: f.Source})
	}
	x.confirm(first, r, found.Reached)
}

// skipUnless turns an error into the reason to skip a file, unless its time was up: then it is
// retried after all others.
func skipUnless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return engine.SkipError(err.Error())
}

// rule runs the taint analysis on linked files for one rule.
func (x *crossing) rule(ctx context.Context, program *taint.Program, units []*preparedUnit, r *ruleFor) (out ruleFlows, err error) {
	spec := taint.Spec{Options: taintOptions(r.Options)}
	spec.Options.FirstUnit = true
	var sources, sinks []formula.Place
	for i, u := range units {
		one, from, to, err := u.spec(ctx, r)
		if err != nil {
			return out, err
		}
		base := program.Base(i)
		spec.Sources = moved(spec.Sources, one.Sources, base, len(sources))
		spec.Sinks = moved(spec.Sinks, one.Sinks, base, len(sinks))
		spec.Sanitizers = moved(spec.Sanitizers, one.Sanitizers, base, 0)
		for _, p := range one.Propagators {
			p.From, p.To = move(p.From, base), move(p.To, base)
			spec.Propagators = append(spec.Propagators, p)
		}
		sources, sinks = append(sources, from...), append(sinks, to...)
	}
	found, err := program.Run(ctx, spec)
	if err != nil {
		return out, skipUnless(ctx, err)
	}
	for i := range found {
		f := &found[i]
		sink, source := sinks[f.Sink.ID], sources[f.Source.ID]
		if r.Options.TaintUnifyMetavariables && !formula.Agree(sink.Bound, source.Bound) {
			continue
		}
		at := program.UnitAt(f.Sink.Start)
		if at == 0 {
			out.Reached = append(out.Reached, placeOf(units[0].scope, sink.Span))
		}
		sink.Bound = formula.Union(sink.Bound, source.Bound)
		from := units[program.UnitAt(f.Source.Start)].scope
		flow := flow{sink: sink, source: from.sourceText(source.Span), sourceFile: from.File.Path}
		for _, step := range f.Trace {
			u := program.UnitAt(step.Start)
			span := match.Span{Start: step.Start - program.Base(u), End: step.End - program.Base(u)}
			flow.trace = append(flow.trace, units[u].scope.step(span, actions[step.Action]))
		}
		one := storedFlow{Finding: engine.Store((&compiledRule{ruleFor: r}).finding(units[at].scope, &flow))}
		if len(flow.trace) > 0 {
			one.Source = flow.trace[0]
		}
		out.Flows = append(out.Flows, one)
	}
	return out, nil
}

func move(s taint.Span, by uint32) taint.Span {
	return taint.Span{Start: s.Start + by, End: s.End + by}
}

func moved(to, places []taint.Place, by uint32, id int) []taint.Place {
	for _, p := range places {
		p.Span = move(p.Span, by)
		p.ID += id
		to = append(to, p)
	}
	return to
}

// found keeps a flow; of several to one sink, the first in order.
func (x *crossing) found(one *crossFlow) {
	k := keyOf(&one.finding)
	if old := x.flows[k]; old == nil || one.compare(old) < 0 {
		x.flows[k] = one
	}
}

// sinkPlace is the place of a sink in a file.
type sinkPlace struct{ StartLine, StartColumn, EndLine, EndColumn int }

func placeOf(s *scope, span match.Span) (p sinkPlace) {
	p.StartLine, p.StartColumn = s.lines.position(int(span.Start))
	p.EndLine, p.EndColumn = s.lines.position(int(span.End))
	return p
}

// confirm compares the findings of the first pass in a file with the sinks that data reaches
// when the functions in other files are known.
func (x *crossing) confirm(path string, r *ruleFor, reached []sinkPlace) {
	for i := range x.held {
		f := &x.held[i]
		if f.Path == path && f.Rule == r.ID && !slices.Contains(reached, sinkPlace{f.StartLine, f.StartColumn, f.EndLine, f.EndColumn}) {
			x.gone[keyOf(f)] = true
		}
	}
}

// preparedUnit is a parsed file that is ready to be linked.
type preparedUnit struct {
	mu    sync.Mutex
	scope *scope
	rules map[*ruleFor]*compiledRule
	specs map[*ruleFor]*unitSpec
	size  int
	used  int
}

type unitSpec struct {
	spec           taint.Spec
	sources, sinks []formula.Place
}

// spec evaluates the formulas of a rule, once.
func (u *preparedUnit) spec(ctx context.Context, r *ruleFor) (taint.Spec, []formula.Place, []formula.Place, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	s := u.specs[r]
	if s == nil {
		s = &unitSpec{}
		if c := u.rules[r]; c != nil && r.paths.wants(u.scope.File.Path) {
			sc := u.scope.forRule(r.Options)
			sc.Ctx = ctx
			in := c.taint.all(sc)
			s.spec, s.sources, s.sinks = in.spec(sc)
			if sc.Err != nil || ctx.Err() != nil {
				return s.spec, nil, nil, skipUnless(ctx, sc.Err)
			}
		}
		u.specs[r] = s
	}
	return s.spec, s.sources, s.sinks, nil
}

// all evaluates everything, whether the file has both ends of a flow or not.
func (t *taintRule) all(s *scope) *taintRule {
	in := &taintRule{rule: t.rule}
	for _, p := range t.sources {
		p.places = s.EvaluateOnce(p.formula)
		in.sources = append(in.sources, p)
	}
	for _, p := range t.sinks {
		p.places = s.EvaluateOnce(p.formula)
		in.sinks = append(in.sinks, p)
	}
	t.between(in, s)
	return in
}

// prepared caches units, because a file with many callers is needed often.
type prepared struct {
	set   *Set
	trees func(path string) *syntax.Tree // kept by the first pass
	mu    sync.Mutex
	files map[string]*engine.File
	units map[string]*preparedUnit
	size  int
	tick  int
}

// maxPrepared is how many bytes of source the cached units may have. A unit takes about fifty
// times as much memory.
const maxPrepared = 2 << 20

func newPrepared(x *crossing) *prepared {
	trees := func(path string) *syntax.Tree {
		x.mu.Lock()
		defer x.mu.Unlock()
		c := x.files[path]
		if c == nil || c.tree == nil {
			return nil
		}
		tree := c.tree
		c.tree = nil // the unit has it
		return tree
	}
	return &prepared{set: x.set, trees: trees, units: map[string]*preparedUnit{}}
}

// filesOf returns the files of the tree by path.
func (p *prepared) filesOf(tree *engine.Tree) map[string]*engine.File {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.files == nil {
		p.files = map[string]*engine.File{}
		for _, f := range tree.Files() {
			p.files[f.Path] = f
		}
	}
	return p.files
}

// unit prepares a file. It returns nil if that is not possible.
func (p *prepared) unit(ctx context.Context, tree *engine.Tree, path string) (*preparedUnit, error) {
	f := p.filesOf(tree)[path]
	p.mu.Lock()
	p.tick++
	if u := p.units[path]; u != nil {
		u.used = p.tick
		p.mu.Unlock()
		return u, nil
	}
	p.mu.Unlock()
	u, err := p.prepare(ctx, f)
	if err != nil || u == nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.units[path]; other != nil {
		return other, nil
	}
	u.used = p.tick
	p.units[path] = u
	p.size += u.size
	for p.size > maxPrepared && len(p.units) > 1 {
		oldest := ""
		for k, o := range p.units {
			if k != path && (oldest == "" || o.used < p.units[oldest].used) {
				oldest = k
			}
		}
		p.size -= p.units[oldest].size
		delete(p.units, oldest)
	}
	return u, nil
}

func (p *prepared) prepare(ctx context.Context, f *engine.File) (*preparedUnit, error) {
	language, in, ok := languageOf(f)
	if !ok {
		return nil, nil
	}
	content, err := f.Bytes()
	if err != nil {
		return nil, err
	}
	c, err := p.set.compile(ctx, language, in)
	if err != nil {
		return nil, err
	}
	s, err := p.set.scope(ctx, c, Target{Path: f.Path, Source: content, tree: p.trees(f.Path)}, c.filter.Scan(f.Path, content), false)
	if err != nil {
		return nil, skipUnless(ctx, err)
	}
	u := &preparedUnit{scope: s, rules: map[*ruleFor]*compiledRule{}, specs: map[*ruleFor]*unitSpec{}, size: len(content)}
	for _, r := range c.rules {
		if r.taint != nil && r.crosses {
			u.rules[r.ruleFor] = r
		}
	}
	return u, nil
}
