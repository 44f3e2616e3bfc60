package taint

import "slices"

// summary is the effect of a function on its callers, in terms of its inputs.
type summary struct {
	result *value
	this   *value           // the receiver afterwards
	params map[name]*value  // what was stored in objects that the parameters refer to
	sinks  map[int32]taints // taint that reaches each sink

	passed  []spot  // checked wherever it returns
	answers []check // checked depending on what it returns
}

// maxReached limits the sinks in a summary.
const maxReached = 100

func (s *summary) reach(sink int32, t taints) {
	if s.sinks == nil {
		s.sinks = map[int32]taints{}
	}
	if _, ok := s.sinks[sink]; ok || len(s.sinks) < maxReached {
		s.sinks[sink] = s.sinks[sink].join(t)
	}
}

// top evaluates a file outside of functions, and returns its variables.
func (r *run) top(unit int32) map[name]*value {
	r.frame = &frame{env: &env{vars: map[name]*value{}}, function: unit}
	r.eval(r.functions[unit].body)
	r.finishLater()
	last := r.joinEnv(r.env, r.frame.exit)
	vars := map[name]*value{}
	for w, v := range last.vars {
		if v != nil {
			vars[w] = v
		}
	}
	return vars
}

// summary evaluates a function, once; it returns nil if that is in progress, or the nesting
// is too deep.
func (r *run) summary(f int32) *summary {
	if s := r.summaries[f]; s != nil {
		return s
	}
	if r.busy[f] || r.depth >= maxCalls || r.err != nil {
		return nil
	}
	r.busy[f] = true
	r.depth++
	caller, active, sinks, clean, pending, kept := r.frame, r.active, r.sinks, r.clean, r.pending, r.kept
	fn := &r.functions[f]
	r.active, r.sinks, r.clean, r.pending, r.kept = nil, nil, 0, nil, nil
	r.surround(fn)
	fr := &frame{env: &env{vars: map[name]*value{}}, function: f}
	s := &summary{}
	if fn.called && !r.spec.Options.OneFunction {
		fr.summary = s
	}
	r.frame = fr
	if fn.class >= 0 && !fn.static {
		r.set(this, r.object(fn))
	}
	for _, p := range fn.params {
		r.bind(p, r.typed(&r.nodes[p], r.parameter(p)))
		r.defaults(p)
	}
	before := r.env.clone()
	r.through(fn)
	r.finishLater()
	exit := r.joinEnv(r.env, fr.exit)
	s.result = fr.result
	if fn.class >= 0 && !fn.static && !r.spec.Options.OneFunction {
		s.this = exit.vars[this]
		if !fn.alone {
			r.learn(fn.class, s.this)
		}
	}
	if fr.summary != nil {
		for _, p := range fn.params {
			if w, ok := r.paramName(p); ok && r.nodes[p].flags&flagOut != 0 {
				s.result = r.join(s.result, exit.vars[w])
			}
		}
		s.params = r.effects(fn, before, exit)
		r.tell(s, fn, exit)
	}
	r.frame, r.active, r.sinks, r.clean, r.pending, r.kept = caller, active, sinks, clean, pending, kept
	r.depth--
	r.busy[f] = false
	r.summaries[f] = s
	return s
}

// through evaluates the body of a function.
func (r *run) through(fn *function) {
	if !r.traits.valued || fn.maker {
		r.eval(fn.body)
		return
	}
	v := r.lastOf(fn.body)
	if !r.env.dead {
		r.frame.result = r.join(r.frame.result, v)
	}
}

// surround applies what the spec says about everything around a function.
func (r *run) surround(fn *function) {
	m := &mark{}
	for _, i := range r.large.sources {
		if r.spec.Sources[i].Contains(fn.Span) {
			m.sources = append(m.sources, i)
		}
	}
	for _, i := range r.large.sinks {
		if r.spec.Sinks[i].Contains(fn.Span) {
			m.sinks = append(m.sinks, i)
		}
	}
	for _, i := range r.large.sanitizers {
		if r.spec.Sanitizers[i].Contains(fn.Span) {
			m.sanitizers = append(m.sanitizers, i)
		}
	}
	r.enter(m)
}

// object is this at the start of a method.
func (r *run) object(fn *function) *value {
	v := &value{what: isObject(fn.class)}
	if r.spec.Options.OneFunction {
		return v
	}
	if f := r.fields[fn.class]; f != nil {
		v.parts, v.size = f.parts, f.size
	}
	if r.frame.summary != nil {
		v.taints = taints{{source: -1, in: r.coming(nil, this)}}
		// Fields may have the values assigned elsewhere, in addition.
		v.parts = slices.Clone(v.parts)
		for i := range v.parts {
			v.parts[i].value = r.join(v.parts[i].value, tainted(r.inner(v.taints, v.parts[i].key)))
		}
	}
	return r.typedFields(fn.class, v)
}

// parameter is the value of a parameter at the start.
func (r *run) parameter(p uint32) *value {
	n := &r.nodes[p]
	if r.frame.summary == nil || r.harmless(n) {
		return nil
	}
	w, ok := r.paramName(p)
	if !ok {
		return nil
	}
	return tainted(taints{{source: -1, in: r.coming(nil, w), trace: (*trace)(nil).then(n.Span, PassedIn)}})
}

// paramName is the name of a parameter. A destructured one has a name if the lowering gave it one.
func (r *run) paramName(p uint32) (name, bool) {
	n := &r.nodes[p]
	for n.op == opParam || n.op == opSpread || n.op == opBlock {
		if n.first == n.to {
			return noName, false
		}
		n = &r.nodes[r.kids[n.first]]
	}
	return n.name, n.op == opName || n.op == opList && n.name != noName
}

// defaults joins the default value of a parameter to its value.
func (r *run) defaults(p uint32) {
	n := &r.nodes[p]
	if kids := r.kidsOf(n); n.op == opParam && len(kids) > 1 {
		r.add(kids[0], r.eval(kids[1]))
	}
}

// learn joins what a method stores in its receiver to what is known of the class.
func (r *run) learn(c int32, v *value) {
	if v == nil {
		return
	}
	for _, p := range v.parts {
		if k := r.known(p.value); len(k.whole()) > 0 {
			old, _ := r.fields[c].part(p.key)
			r.fields[c] = r.with(r.fields[c], []name{p.key}, r.join(old, k))
		}
	}
}

// known is a value without its symbolic inputs.
func (r *run) known(v *value) *value {
	if v == nil {
		return nil
	}
	t := slices.DeleteFunc(slices.Clone(v.taints), func(x taint) bool { return x.in != nil })
	var parts []part
	for _, p := range v.parts {
		parts = append(parts, part{p.key, r.known(p.value)})
	}
	return valueOf(t, parts, v.what)
}

// effects is what a function stored in objects that its parameters refer to.
func (r *run) effects(fn *function, before, exit *env) map[name]*value {
	var found map[name]*value
	for _, p := range fn.params {
		w, ok := r.paramName(p)
		if !ok || before.vars[w] == exit.vars[w] {
			continue
		}
		// A variable that was reassigned no longer refers to the argument.
		v := exit.vars[w]
		own := r.coming(nil, w)
		if v == nil || r.nodes[p].flags&flagRef == 0 && !slices.ContainsFunc(v.taints, func(x taint) bool { return x.in == own }) {
			continue
		}
		t := slices.DeleteFunc(slices.Clone(v.taints), func(x taint) bool { return x.in == own })
		if e := valueOf(t, slices.Clone(v.parts), 0); e != nil {
			if found == nil {
				found = map[name]*value{}
			}
			found[w] = e
		}
	}
	return found
}

// define evaluates a nested named function, where it is defined or, with hoisting, at the end.
// Top-level ones are evaluated separately.
func (r *run) define(f int32) {
	fn := &r.functions[f]
	switch {
	case !fn.inline:
	case r.traits.hoists:
		r.frame.later = append(r.frame.later, f)
	default:
		r.literal(f, nil)
	}
}

// finishLater evaluates the functions that were postponed.
func (r *run) finishLater() {
	for len(r.frame.later) > 0 {
		f := r.frame.later[0]
		r.frame.later = r.frame.later[1:]
		if end := r.joinEnv(r.env, r.frame.exit); end != r.env {
			r.env = end.clone()
		}
		r.literal(f, nil)
	}
}

// literal evaluates a function literal where it is written, with the variables known there.
// given provides its arguments, nil if unknown.
func (r *run) literal(f int32, given func(i int) *value) *value {
	v := &value{what: isFunction(f)}
	fn := &r.functions[f]
	if r.depth >= maxCalls || r.busy[f] || given == nil && r.idle(f) {
		return v
	}
	r.busy[f] = true
	r.depth++
	outer := r.frame
	inner := *outer
	inner.env = outer.env.clone()
	inner.env.dead = false
	inner.result, inner.exit, inner.later, inner.answers = nil, nil, nil, answers{}
	inner.breaks, inner.nexts, inner.tries = nil, nil, nil
	inner.judges = len(r.checks) > 0 && r.hasCheckIn(fn.Span)
	r.frame = &inner
	for i, p := range fn.params {
		var v *value
		if given != nil {
			v = given(i)
		}
		r.bind(p, r.typed(&r.nodes[p], v))
		r.defaults(p)
	}
	r.through(fn)
	r.finishLater()
	end := r.joinEnv(r.env, inner.exit)
	r.literals[f] = inner.result
	if inner.judges {
		r.judged[f] = inner.answers
	}
	r.frame = outer
	// It may run or not, so its effects on captured variables are joined.
	for _, p := range fn.params {
		r.forget(p, end, outer.env)
	}
	if !outer.env.dead && !end.dead {
		outer.env = r.joinEnv(outer.env, end)
	}
	r.depth--
	r.busy[f] = false
	return v
}

// idle reports whether a function literal has nothing to follow: it contains no source, and
// captures nothing tainted.
func (r *run) idle(f int32) bool {
	if r.need[f] || len(r.active) > 0 || len(r.carried) > 0 || len(r.env.control) > 0 {
		return false
	}
	fn := &r.functions[f]
	for w, v := range r.env.vars {
		if v != nil && fn.names[w] {
			return false
		}
	}
	return true
}

// forget restores variables of the outer scope that parameters shadowed.
func (r *run) forget(p uint32, from, outer *env) {
	n := &r.nodes[p]
	if n.op == opName {
		if v, ok := outer.vars[n.name]; ok {
			from.ownVars()[n.name] = v
		} else {
			delete(from.ownVars(), n.name)
		}
	}
	for _, k := range r.kidsOf(n) {
		r.forget(k, from, outer)
	}
}

// classBody evaluates the class body once. Its methods are evaluated separately, unless it is
// inside a function, whose variables they capture.
func (r *run) classBody(c int32, kids []uint32) {
	before, had := r.env.vars[this]
	v := &value{what: isObject(c)}
	if f := r.fields[c]; f != nil && !r.spec.Options.OneFunction {
		v.parts, v.size = f.parts, f.size
	}
	r.set(this, v)
	for _, k := range kids {
		r.eval(k)
	}
	if !r.spec.Options.OneFunction {
		r.learn(c, r.env.vars[this])
	}
	if had {
		r.set(this, before)
	} else {
		delete(r.env.ownVars(), this)
	}
}
