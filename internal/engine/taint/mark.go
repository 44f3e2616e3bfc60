package taint

import (
	"cmp"
	"slices"
	"sort"
)

// mark is what the spec says about a node.
type mark struct {
	sources, sinks, sanitizers []int32
	from, to                   []int32 // propagators
}

// maxMarks limits the nodes that the places of a spec may cover.
const maxMarks = 200_000

// mark finds the nodes of the places, and reports whether there is a source and a sink.
func (r *run) mark() bool {
	r.marks = map[uint32]*mark{}
	r.marked = make([]uint64, (len(r.nodes)+63)/64)
	r.labels = []string{""}
	found := [2]bool{}
	for i, p := range r.spec.Sources {
		if !slices.Contains(r.labels, p.Label) {
			r.labels = append(r.labels, p.Label)
		}
		for _, n := range r.at(p.Span) {
			m := r.on(n)
			m.sources = append(m.sources, int32(i))
			found[0] = true
		}
	}
	for _, p := range r.spec.Propagators {
		if !slices.Contains(r.labels, p.Label) {
			r.labels = append(r.labels, p.Label)
		}
	}
	for i, p := range r.spec.Sinks {
		for _, n := range r.at(p.Span) {
			found[1] = true
			if p.Exact {
				r.exactSink(n, int32(i))
			} else {
				m := r.on(n)
				m.sinks = append(m.sinks, int32(i))
			}
		}
	}
	if !found[0] || !found[1] {
		return false
	}
	r.survey()
	for i, p := range r.spec.Sanitizers {
		for _, n := range r.at(p.Span) {
			m := r.on(n)
			m.sanitizers = append(m.sanitizers, int32(i))
			if p.CleanIf != InAnyCase {
				r.checks = append(r.checks, r.nodes[n].Start)
			}
		}
	}
	r.findAsked()
	for i, p := range r.spec.Propagators {
		for _, n := range r.at(p.From) {
			m := r.on(n)
			m.from = append(m.from, int32(i))
		}
		for _, n := range r.at(p.To) {
			m := r.on(n)
			m.to = append(m.to, int32(i))
		}
	}
	return true
}

// findAsked adds the calls of functions that contain checks to the checks.
func (r *run) findAsked() {
	slices.Sort(r.checks)
	if len(r.checks) == 0 || r.spec.Options.OneFunction {
		return
	}
	asked := map[name]bool{}
	for f := len(r.units); f < len(r.functions); f++ {
		if fn := &r.functions[f]; fn.called && fn.name != noName && r.hasCheckIn(fn.Span) {
			asked[fn.name] = true
		}
	}
	if len(asked) == 0 {
		return
	}
	for i := range r.nodes {
		if n := &r.nodes[i]; n.op == opCall && asked[n.name] {
			r.checks = append(r.checks, n.Start)
		}
	}
	slices.Sort(r.checks)
}

// survey records for each function whether it contains a source, and which marks enclose it.
func (r *run) survey() {
	starts := make([]uint32, 0, len(r.functions))
	for _, f := range r.functions[len(r.units):] {
		starts = append(starts, f.Start)
	}
	slices.Sort(starts)
	large := func(places []Place) (found []int32) {
		for i, p := range places {
			if at, _ := slices.BinarySearch(starts, p.Start); at < len(starts) && starts[at] < p.End {
				found = append(found, int32(i))
			}
		}
		return found
	}
	r.large = mark{sources: large(r.spec.Sources), sinks: large(r.spec.Sinks), sanitizers: large(r.spec.Sanitizers)}
	for _, p := range r.spec.Sources {
		r.starts = append(r.starts, p.Span)
	}
	slices.SortFunc(r.starts, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(r.starts); i++ {
		r.starts[i].End = max(r.starts[i].End, r.starts[i-1].End)
	}
}

func (r *run) on(n uint32) *mark {
	m := r.marks[n]
	if m == nil {
		m = &mark{}
		r.marks[n] = m
		r.marked[n/64] |= 1 << (n % 64)
	}
	return m
}

// markOf returns the mark of a node, nil if it has none.
func (r *run) markOf(n uint32) *mark {
	if r.marked[n/64]&(1<<(n%64)) == 0 {
		return nil
	}
	return r.marks[n]
}

// exactSink marks what counts in a sink: in statements, their expressions.
func (r *run) exactSink(n uint32, sink int32) {
	if len(r.marks) > maxMarks {
		return
	}
	x := &r.nodes[n]
	switch x.op {
	case opBlock, opReturn, opYield, opThrow, opIf, opLoop, opSwitch, opCase, opTry, opSpread, opParam:
		for _, k := range r.kidsOf(x) {
			r.exactSink(k, sink)
		}
	case opAssign:
		r.exactSink(r.kids[x.first+1], sink)
	case opPair:
		r.exactSink(r.kids[x.first], sink)
	case opDefine:
		r.exactSink(r.functions[x.name].body, sink)
	default:
		m := r.on(n)
		if !slices.Contains(m.sinks, sink) {
			m.sinks = append(m.sinks, sink)
		}
	}
}

// at returns the outermost nodes in a span; if there are none, the literal or name around it.
func (r *run) at(s Span) []uint32 {
	var found []uint32
	from := func(start uint32) int {
		return sort.Search(len(r.byStart), func(i int) bool { return r.nodes[r.byStart[i]].Start >= start })
	}
	first := from(s.Start)
	for i := first; i < len(r.byStart) && len(found) < 10_000; {
		n := &r.nodes[r.byStart[i]]
		if n.Start >= s.End {
			break
		}
		if n.End > s.End || n.Start == n.End {
			i++
			continue
		}
		found = append(found, r.byStart[i])
		i = from(n.End)
	}
	if len(found) > 0 {
		return found
	}
	for i := min(first, len(r.byStart)-1); i >= 0 && i > first-200; i-- {
		if n := &r.nodes[r.byStart[i]]; n.first == n.to && (n.op == opLiteral || n.op == opName) && n.Span.Contains(s) && n.Start < n.End {
			return []uint32{r.byStart[i]}
		}
	}
	return nil
}

// label returns the number of a label.
func (r *run) label(l string) int32 { return int32(slices.Index(r.labels, l)) }

// allows reports whether taint meets a requirement.
func (r *run) allows(q Requires, t taints) bool {
	return q(func(label string) bool {
		n := r.label(label)
		return slices.ContainsFunc(t, func(x taint) bool { return x.in == nil && x.label == n })
	})
}

// source returns what a source adds to a value.
func (r *run) source(i int32, v *value) taints {
	p := &r.spec.Sources[i]
	if p.Requires != nil && !r.allows(p.Requires, v.whole()) {
		return nil
	}
	return taints{{source: i, label: r.label(p.Label), trace: (*trace)(nil).then(p.Span, FromSource)}}
}

// reach records that taint arrived at a sink.
func (r *run) reach(sink int32, t taints) {
	if len(t) == 0 {
		return
	}
	p := &r.spec.Sinks[sink]
	if t[0].in != nil && r.frame.summary != nil {
		r.frame.summary.reach(sink, t)
	}
	if p.Requires != nil {
		if !r.allows(p.Requires, t) {
			return
		}
		// With several labels, only those that the requirement needs are reported.
		decisive := slices.DeleteFunc(slices.Clone(t), func(x taint) bool {
			rest := slices.DeleteFunc(slices.Clone(t), func(y taint) bool { return y.label == x.label })
			return r.allows(p.Requires, rest)
		})
		if len(decisive) > 0 {
			t = decisive
		}
	}
	for _, x := range t {
		if x.in != nil || p.Requires == nil && x.label != 0 || len(r.flows) >= maxFlows {
			continue
		}
		k := [2]int32{x.source, sink}
		if _, ok := r.flows[k]; !ok {
			r.flows[k] = x.trace
		}
	}
}
