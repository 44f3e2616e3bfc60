package code

import (
	"errors"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
)

// taintRule is a rule of mode taint whose formulas are compiled.
type taintRule struct {
	rule        *ruleFor
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

var errAtExit = errors.New("at-exit is not supported")

func (k *compiler) taint(t *rules.Taint) (*taintRule, error) {
	out := &taintRule{}
	if slices.ContainsFunc(t.Sinks, func(s rules.Sink) bool { return s.AtExit }) {
		return nil, errAtExit
	}
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
		f, err := k.shared(formula(&specs[i]))
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

// find evaluates the formulas and follows the data.
func (t *taintRule) find(s *scope) []flow {
	in := t.ends(s)
	if len(in.sources) == 0 || len(in.sinks) == 0 {
		return nil
	}
	t.between(in, s)
	return in.follow(s)
}

// ends evaluates where the data of a rule comes from and where it does harm. Without a
// source, sinks matter only to other files.
func (t *taintRule) ends(s *scope) *taintRule {
	in := &taintRule{rule: t.rule}
	for _, p := range t.sources {
		if p.places = s.evaluateOnce(p.formula); len(p.places) > 0 {
			in.sources = append(in.sources, p)
		}
	}
	if len(in.sources) == 0 && (s.crossed == nil || !t.rule.Options.Interfile) {
		return in
	}
	for _, p := range t.sinks {
		if p.places = s.evaluateOnce(p.formula); len(p.places) > 0 {
			in.sinks = append(in.sinks, p)
		}
	}
	if s.crossed != nil && t.rule.Options.Interfile && s.err == nil {
		s.crossed.note(in)
	}
	return in
}

// between evaluates what happens to data on its way, and adds it to the ends.
func (t *taintRule) between(in *taintRule, s *scope) {
	for _, p := range t.sanitizers {
		p.places = s.evaluateOnce(p.formula)
		in.sanitizers = append(in.sanitizers, p)
	}
	for _, p := range t.propagators {
		p.places = s.evaluateOnce(p.formula)
		in.propagators = append(in.propagators, p)
	}
}
