package rulescan

import (
	"cmp"
	"errors"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/confidence"
	"vigil/internal/engine/formula"
	"vigil/internal/engine/match"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/taint"
)

// unlabelled is the name of taint without a label in label expressions.
const unlabelled = "__SOURCE__"

var errNoFlow = errors.New("mode taint needs a language with a grammar")

// follow runs the taint analysis between the sources and sinks of a rule.
func (t *taintRule) follow(s *scope) []flow {
	if s.File.Tree == nil {
		s.Fail(errNoFlow)
		return nil
	}
	spec, sources, sinks := t.spec(s)
	found, err := s.program().Run(s.Ctx, spec)
	if err != nil {
		s.Fail(err)
	}
	return s.flows(found, sources, sinks)
}

// spec gives the analysis the places of a rule. It also returns the sources and sinks by their
// ID in the spec.
func (t *taintRule) spec(s *scope) (spec taint.Spec, sources, sinks []formula.Place) {
	spec = taint.Spec{Options: taintOptions(s.Options)}
	for _, p := range t.sources {
		for _, at := range p.places {
			spec.Sources = append(spec.Sources, taint.Place{
				Span: at.Span, ID: len(sources), Exact: p.spec.Exact, BySideEffect: taint.SideEffect(p.spec.BySideEffect),
				Control: p.spec.Control, Label: label(p.spec.Label), Requires: holds(p.spec.Requires),
			})
			sources = append(sources, at)
		}
	}
	for _, p := range t.sinks {
		for _, at := range p.places {
			spec.Sinks = append(spec.Sinks, taint.Place{
				Span: at.Span, ID: len(sinks), Exact: p.spec.Exact, Value: at.Focused, Requires: allHold(p.spec),
			})
			sinks = append(sinks, at)
		}
	}
	for _, p := range t.sanitizers {
		for _, at := range p.places {
			if p.spec.NotConflicting && (has(sources, at.Span) || has(sinks, at.Span)) {
				continue
			}
			place := taint.Place{Span: at.Span, Exact: p.spec.Exact, CleanIf: taint.Outcome(p.spec.CleanIf)}
			if p.spec.BySideEffect {
				place.BySideEffect = taint.BySideEffect
			}
			spec.Sanitizers = append(spec.Sanitizers, place)
		}
	}
	for _, p := range t.propagators {
		for _, at := range p.places {
			from, ok1 := at.Bound.Get(p.spec.From)
			to, ok2 := at.Bound.Get(p.spec.To)
			if ok1 && ok2 {
				spec.Propagators = append(spec.Propagators, taint.Propagator{
					From: from.Span, To: to.Span, BySideEffect: p.spec.BySideEffect,
					Label: label(p.spec.Label), Replace: labels(p.spec.ReplaceLabels), Requires: holds(p.spec.Requires),
				})
			}
		}
	}
	return spec, sources, sinks
}

func taintOptions(o rules.Options) taint.Options {
	return taint.Options{
		SafeFunctions: o.TaintAssumeSafeFunctions,
		SafeIndexes:   o.TaintAssumeSafeIndexes,
		SafeNumbers:   o.TaintAssumeSafeNumbers,
		SafeBooleans:  o.TaintAssumeSafeBooleans,
		OnlyAssign:    o.TaintOnlyThroughAssign,
	}
}

// flows turns the results of the analysis into findings: the first flow to each sink, or the
// first with consistent metavariables if the rule requires that.
func (s *scope) flows(found []taint.Flow, sources, sinks []formula.Place) []flow {
	var out []flow
	for i := range found {
		f := &found[i]
		sink, source := sinks[f.Sink.ID], sources[f.Source.ID]
		if s.Options.TaintUnifyMetavariables && !formula.Agree(sink.Bound, source.Bound) {
			continue
		}
		sink.Bound = formula.Union(sink.Bound, source.Bound)
		flow := flow{sink: sink, source: s.sourceText(source.Span), sourceFile: s.File.Path}
		for _, step := range f.Trace {
			flow.trace = append(flow.trace, s.step(step.Span, actions[step.Action]))
		}
		out = append(out, flow)
	}
	return out
}

var actions = map[taint.Action]string{
	taint.FromSource:  "Source",
	taint.Assigned:    "Assigned",
	taint.PassedIn:    engine.StepPassed,
	taint.Returned:    engine.StepReturned,
	taint.Propagated:  "Propagated",
	taint.ReachedSink: "Sink",
}

func (s *scope) step(span match.Span, message string) engine.Step {
	line, column := s.lines.position(int(span.Start))
	return engine.Step{Path: s.File.Path, Line: line, Column: column, Message: message, Cleaned: confidence.Cleans(s.lines.line(line))}
}

func has(list []formula.Place, span match.Span) bool {
	return slices.ContainsFunc(list, func(p formula.Place) bool { return p.Span == span })
}

// label is the name of a label in the analysis, where the default label has no name.
func label(l string) string {
	if l == unlabelled {
		return ""
	}
	return l
}

func labels(list []string) []string {
	out := make([]string, len(list))
	for i, l := range list {
		out[i] = label(l)
	}
	return out
}

// holds turns an expression over labels into a function.
func holds(e *rules.Expr) taint.Requires {
	if e == nil {
		return nil
	}
	return func(has func(string) bool) bool {
		return e.Holds(func(l string) bool { return has(label(l)) })
	}
}

// allHold is the condition on the taint that arrives at a sink.
func allHold(sink *rules.Sink) taint.Requires {
	if len(sink.RequiresOf) == 0 {
		return holds(sink.Requires)
	}
	all := sink.RequiresOf
	return func(has func(string) bool) bool {
		for _, e := range all {
			if !holds(e)(has) {
				return false
			}
		}
		return cmp.Or(sink.Requires == nil, sink.Requires != nil && holds(sink.Requires)(has))
	}
}
