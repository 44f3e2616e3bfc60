package code

import (
	"sort"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
)

// taintRule is a rule of mode taint whose formulas are compiled.
type taintRule struct {
	sources     []part[rules.Source]
	sinks       []part[rules.Sink]
	sanitizers  []part[rules.Sanitizer]
	propagators []part[rules.Propagator]
}

// part is a source, sink, sanitizer or propagator.
type part[T any] struct {
	spec    *T
	formula *formula
	places  []place // in the file at hand
}

// flow is a finding: where it is reported, and how data came there.
type flow struct {
	sink  place
	trace []engine.Step
}

func (k *compiler) taint(t *rules.Taint) (*taintRule, error) {
	out := &taintRule{}
	var err error
	if out.sources, err = parts(k, t.Sources, func(s *rules.Source) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	if out.sinks, err = parts(k, t.Sinks, func(s *rules.Sink) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	if out.sanitizers, err = parts(k, t.Sanitizers, func(s *rules.Sanitizer) *rules.Formula { return s.Formula }); err != nil {
		return nil, err
	}
	out.propagators, err = parts(k, t.Propagators, func(p *rules.Propagator) *rules.Formula { return p.Formula })
	return out, err
}

// parts compiles formulas of one kind. One that cannot be is left out, if another can.
func parts[T any](k *compiler, specs []T, formula func(*T) *rules.Formula) ([]part[T], error) {
	var out []part[T]
	var failed error
	for i := range specs {
		f, err := k.formula(formula(&specs[i]))
		if err != nil {
			failed = err
			if len(specs) > 1 {
				k.drop(err)
			}
			continue
		}
		out = append(out, part[T]{spec: &specs[i], formula: f})
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}

// formulas returns all of them.
func (t *taintRule) formulas() []*formula {
	var out []*formula
	for _, p := range t.sources {
		out = append(out, p.formula)
	}
	for _, p := range t.sinks {
		out = append(out, p.formula)
	}
	for _, p := range t.sanitizers {
		out = append(out, p.formula)
	}
	for _, p := range t.propagators {
		out = append(out, p.formula)
	}
	return out
}

// needs returns what a file must have for both a source and a sink.
func (t *taintRule) needs() []need {
	var sources, sinks []*formula
	for _, p := range t.sources {
		sources = append(sources, p.formula)
	}
	for _, p := range t.sinks {
		sinks = append(sinks, p.formula)
	}
	return append(anyOf(sources), anyOf(sinks)...)
}

// find evaluates the formulas and follows the data. It is the seam to the analysis:
// what it needs is in the parts, each with its places and bindings in the file.
func (t *taintRule) find(s *scope) []flow {
	in := &taintRule{}
	for _, p := range t.sources {
		if p.places = s.evaluate(p.formula); len(p.places) > 0 {
			in.sources = append(in.sources, p)
		}
	}
	for _, p := range t.sinks {
		if p.places = s.evaluate(p.formula); len(p.places) > 0 {
			in.sinks = append(in.sinks, p)
		}
	}
	if len(in.sources) == 0 || len(in.sinks) == 0 {
		return nil
	}
	for _, p := range t.sanitizers {
		p.places = s.evaluate(p.formula)
		in.sanitizers = append(in.sanitizers, p)
	}
	for _, p := range t.propagators {
		p.places = s.evaluate(p.formula)
		in.propagators = append(in.propagators, p)
	}
	return in.analyze(s)
}

// analyze stands in for the room engine/taint: within a function, in the order of the
// text, a variable that is assigned something tainted is tainted.
func (t *taintRule) analyze(s *scope) []flow {
	clean := func(span match.Span) bool {
		for _, p := range t.sanitizers {
			for _, at := range p.places {
				if at.Contains(span) {
					return true
				}
			}
		}
		return false
	}
	type tainted struct {
		name  string
		since uint32
		end   uint32 // of the function
		from  match.Span
	}
	var sources []match.Span
	for _, p := range t.sources {
		for _, at := range p.places {
			if !clean(at.Span) {
				sources = append(sources, at.Span)
			}
		}
	}
	var names []tainted
	// reaches tells whether tainted data is in a span, and where it came from.
	reaches := func(span match.Span) (match.Span, bool) {
		for _, src := range sources {
			if span.Contains(src) && !clean(src) || src.Contains(span) {
				return src, true
			}
		}
		idents := s.file.NodesOf(match.Ident)
		first := sort.Search(len(idents), func(i int) bool { return s.file.Span(idents[i]).Start >= span.Start })
		for _, n := range idents[first:] {
			at := s.file.Span(n)
			if at.Start >= span.End {
				break
			}
			if !span.Contains(at) || clean(at) {
				continue
			}
			for _, v := range names {
				if v.name == s.file.Node(n).Text && at.Start >= v.since && at.End <= v.end {
					return v.from, true
				}
			}
		}
		return match.Span{}, false
	}
	for range 2 { // a loop may carry it backwards
		for _, kind := range []match.Kind{match.VarDef, match.Assign, match.AugAssign} {
			for _, n := range s.file.NodesOf(kind) {
				kids := s.file.Kids(n)
				value := kids[len(kids)-1]
				if value == 0 {
					continue
				}
				from, ok := reaches(s.file.Span(value))
				if !ok || clean(s.file.Span(value)) {
					continue
				}
				for _, k := range kids[:len(kids)-1] {
					if k != 0 && s.file.Node(k).Kind == match.Ident {
						names = append(names, tainted{s.file.Node(k).Text, s.file.Span(n).End, s.functionEnd(n), from})
					}
				}
			}
		}
	}
	var out []flow
	for _, p := range t.sinks {
		for _, at := range p.places {
			if from, ok := reaches(at.Span); ok {
				out = append(out, flow{sink: at, trace: []engine.Step{s.step(from, "tainted data comes from here"), s.step(at.Span, "and is used here")}})
			}
		}
	}
	return out
}

// functionEnd is where the function around a node ends.
func (s *scope) functionEnd(n match.NodeID) uint32 {
	for n != 0 && s.file.Node(n).Kind != match.Func {
		n = s.file.Node(n).Parent
	}
	if n == 0 {
		return uint32(len(s.file.Source))
	}
	return s.file.Node(n).End
}

func (s *scope) step(span match.Span, message string) engine.Step {
	line, column := s.lines.position(int(span.Start))
	return engine.Step{Path: s.file.Path, Line: line, Column: column, Message: message}
}
