package taint

import "slices"

// substitution replaces the inputs of a summary with the arguments of a call.
type substitution struct {
	*run
	given    func(name) (*value, bool)
	followed map[followed]*value // memoized results of follow: values share parts,
	came     map[*coming]*value  // of coming,
	values   map[*value]*value   // and of value, since a variable last changed
}

// changed drops the memoized results that depend on variables.
func (s *substitution) changed() { s.came, s.values = nil, nil }

type followed struct {
	value *value
	way   *trace
}

func (s *substitution) coming(c *coming) *value {
	if c.parent == nil {
		v, _ := s.given(c.key)
		return v
	}
	if v, ok := s.came[c]; ok {
		return v
	}
	v := s.run.field(s.coming(c.parent), c.key)
	if v == nil || len(v.parts) == 0 { // cheap to recompute
		return v
	}
	if s.came == nil {
		s.came = map[*coming]*value{}
	}
	s.came[c] = v
	return v
}

func (s *substitution) taints(t taints) taints {
	if len(t) == 0 || t[0].in == nil {
		return t
	}
	var joined taints
	for _, x := range t {
		if x.in == nil {
			joined = joined.join(taints{x})
			continue
		}
		joined = joined.join(continuedBy(s.coming(x.in).whole(), x.trace))
	}
	return joined
}

// continuedBy appends the trace inside a function to the trace up to the call.
func continuedBy(t taints, way *trace) taints {
	u := make(taints, len(t))
	for i, x := range t {
		x.trace = way.after(x.trace)
		u[i] = x
	}
	return u
}

func (s *substitution) value(v *value) *value {
	if v == nil || !s.tick() {
		return nil
	}
	if len(v.parts) == 0 {
		return s.substituted(v)
	}
	if w, ok := s.values[v]; ok {
		return w
	}
	w := s.substituted(v)
	if s.values == nil {
		s.values = map[*value]*value{}
	}
	s.values[v] = w
	return w
}

func (s *substitution) substituted(v *value) *value {
	var w *value
	var plain taints
	for _, x := range v.taints {
		if x.in == nil {
			plain = append(plain, x)
			continue
		}
		w = s.join(w, s.follow(s.coming(x.in), x.trace))
	}
	w = s.join(w, tainted(plain))
	for _, p := range v.parts {
		w = s.with(w, []name{p.key}, s.value(p.value))
	}
	if v.what == 0 || w != nil && w.what == v.what {
		return w
	}
	if w == nil {
		return &value{what: v.what}
	}
	return &value{taints: w.taints, parts: w.parts, size: w.size, what: v.what}
}

// follow appends the trace inside a function to that of each taint of a value.
func (s *substitution) follow(v *value, way *trace) *value {
	if v == nil || way == nil || !s.tick() {
		return v
	}
	at := followed{v, way}
	if w, ok := s.followed[at]; ok {
		return w
	}
	s.steps += len(v.taints) * way.length
	w := &value{what: v.what, size: v.size, taints: continuedBy(v.taints, way)}
	for _, p := range v.parts {
		w.parts = append(w.parts, part{p.key, s.follow(p.value, way)})
	}
	if len(v.parts) > 0 {
		if s.followed == nil {
			s.followed = map[followed]*value{}
		}
		s.followed[at] = w
	}
	return w
}

func sortedKeys(m map[int32]taints) []int32 {
	keys := make([]int32, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
