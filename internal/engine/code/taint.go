package code

import (
	"vigil/internal/engine"
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
	for i := range t.Sources {
		f, err := k.formula(t.Sources[i].Formula)
		if err != nil {
			return nil, err
		}
		out.sources = append(out.sources, part[rules.Source]{spec: &t.Sources[i], formula: f})
	}
	for i := range t.Sinks {
		f, err := k.formula(t.Sinks[i].Formula)
		if err != nil {
			return nil, err
		}
		out.sinks = append(out.sinks, part[rules.Sink]{spec: &t.Sinks[i], formula: f})
	}
	for i := range t.Sanitizers {
		f, err := k.formula(t.Sanitizers[i].Formula)
		if err != nil {
			return nil, err
		}
		out.sanitizers = append(out.sanitizers, part[rules.Sanitizer]{spec: &t.Sanitizers[i], formula: f})
	}
	for i := range t.Propagators {
		f, err := k.formula(t.Propagators[i].Formula)
		if err != nil {
			return nil, err
		}
		out.propagators = append(out.propagators, part[rules.Propagator]{spec: &t.Propagators[i], formula: f})
	}
	return out, nil
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

// find evaluates the formulas and follows the data.
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
	return in.follow(s)
}
