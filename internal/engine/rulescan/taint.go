package rulescan

// find evaluates the formulas of a rule and returns the flows between its sources and sinks.
func (t *taintRule) find(s *scope) []flow {
	in := t.ends(s)
	if len(in.sources) == 0 || len(in.sinks) == 0 {
		return nil
	}
	t.between(in, s)
	return in.follow(s)
}

// ends evaluates the sources and sinks of a rule. Without a source, sinks matter only to other
// files.
func (t *taintRule) ends(s *scope) *taintRule {
	in := &taintRule{rule: t.rule}
	for _, p := range t.sources {
		if p.places = s.EvaluateOnce(p.formula); len(p.places) > 0 {
			in.sources = append(in.sources, p)
		}
	}
	if len(in.sources) == 0 && (s.crossed == nil || s.crossed.large || !t.rule.Options.Interfile) {
		if s.crossed != nil && t.rule.Options.Interfile {
			s.crossed.waits = append(s.crossed.waits, t.rule)
		}
		return in
	}
	for _, p := range t.sinks {
		if p.places = s.EvaluateOnce(p.formula); len(p.places) > 0 {
			in.sinks = append(in.sinks, p)
		}
	}
	if s.crossed != nil && t.rule.Options.Interfile && s.Err == nil {
		s.crossed.note(in)
	}
	return in
}

// between evaluates the sanitizers and propagators of a rule, and adds them to the ends.
func (t *taintRule) between(in *taintRule, s *scope) {
	for _, p := range t.sanitizers {
		p.places = s.EvaluateOnce(p.formula)
		in.sanitizers = append(in.sanitizers, p)
	}
	for _, p := range t.propagators {
		p.places = s.EvaluateOnce(p.formula)
		in.propagators = append(in.propagators, p)
	}
}
