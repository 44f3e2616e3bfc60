package taint

import (
	"cmp"
	"context"
	"slices"
)

// Bounds of one run.
const (
	maxSteps   = 3_000_000
	maxFlows   = 5_000
	maxCalls   = 24 // depth of nested summaries and function literals
	maxRounds  = 3  // until fields of classes and global variables are stable
	loopRounds = 3
)

// run is the analysis of a program for one spec.
type run struct {
	*Program
	ctx   context.Context
	spec  *Spec
	steps int
	look  int // step at which to check the time next
	err   error

	marks   map[uint32]*mark
	large   mark             // places that can contain a whole function
	starts  []Span           // of the sources, sorted, each End the maximum so far
	checks  []uint32         // sanitizers that depend on the outcome of a condition, sorted
	pending *[]check         // found in the current condition
	kept    *[]check         // found in the value that is about to be assigned
	marked  []uint64         // a bit for each node with a mark
	labels  []string         // by number; the first is empty
	active  []int32          // non-exact sources around the current node
	sinks   []int32          // non-exact sinks around the current node
	clean   int              // number of non-exact sanitizers around the current node
	carried map[int32]taints // last carried by each propagator

	comings   map[comingKey]*coming
	need      []bool // functions to evaluate
	summaries []*summary
	busy      []bool // functions in progress
	depth     int
	globals   []map[name]*value  // of each file
	fields    []*value           // of this, for each class
	changed   map[uint32][]name  // variables that each loop changes
	literals  map[int32]*value   // results of function literals where they were evaluated
	judged    map[int32]answers  // what they had checked by then
	element   func(i int) *value // arguments of the next function literal
	*frame
	flows map[[2]int32]*trace
}

// Run returns the flows of a spec, ordered by sinks and sources. If it had to stop early, it
// returns those found so far, and the reason.
func (p *Program) Run(ctx context.Context, spec Spec) ([]Flow, error) {
	if len(spec.Sources) == 0 || len(spec.Sinks) == 0 {
		return nil, nil
	}
	r := &run{Program: p, ctx: ctx, spec: &spec, comings: map[comingKey]*coming{}, flows: map[[2]int32]*trace{}, carried: map[int32]taints{}}
	if !r.mark() {
		return nil, nil
	}
	r.walk()
	return r.found(), r.err
}

// walk evaluates the file and its functions, again while they learn about each other.
func (r *run) walk() {
	r.globals = make([]map[name]*value, len(r.units))
	r.fields = make([]*value, len(r.classes))
	for round := 0; round < maxRounds && r.err == nil; round++ {
		globals, fields := slices.Clone(r.globals), slices.Clone(r.fields)
		r.summaries = make([]*summary, len(r.functions))
		r.busy = make([]bool, len(r.functions))
		r.literals, r.judged = map[int32]*value{}, map[int32]answers{}
		r.need = r.needed()
		for u := range r.units {
			r.globals[u] = r.top(int32(u))
		}
		r.need = r.needed()
		for f := len(r.units); f < len(r.functions) && r.err == nil; f++ {
			if r.entry(&r.functions[f]) && r.need[f] {
				r.summary(int32(f))
			}
		}
		same := r.spec.Options.OneFunction || slices.EqualFunc(globals, r.globals, sameVars) && slices.EqualFunc(fields, r.fields, (*value).equal)
		if same {
			break
		}
	}
}

// entry reports whether a function is evaluated on its own, not only where it is called. With
// FirstUnit, functions of other files are evaluated when the first file calls them; their own flows
// belong to another run, in which their file is the first. Methods with a source are the exception:
// they may store its data in a field that the first file reads.
func (r *run) entry(fn *function) bool {
	if fn.inline || !r.spec.Options.FirstUnit || fn.unit == 0 {
		return !fn.inline
	}
	return fn.class >= 0 && r.hasSource(fn)
}

// needed reports for each function whether it must be evaluated: it contains a source, uses
// a tainted global variable or field, or calls such a function.
func (r *run) needed() []bool {
	needed := make([]bool, len(r.functions))
	names := map[name]bool{}
	for f := range r.functions {
		fn := &r.functions[f]
		if !r.hasSource(fn) {
			continue
		}
		needed[f] = true
		names[fn.name] = true
		if fn.maker {
			names[r.classes[fn.class].name] = true
		}
	}
	if r.spec.Options.OneFunction {
		return needed
	}
	for changed := true; changed; {
		changed = false
		for f := range r.functions {
			if needed[f] {
				continue
			}
			if slices.ContainsFunc(r.functions[f].calls, func(c name) bool { return names[c] }) {
				needed[f], changed = true, true
				names[r.functions[f].name] = true
			}
		}
	}
	return needed
}

func (r *run) hasSource(fn *function) bool {
	before, _ := slices.BinarySearchFunc(r.starts, fn.End, func(s Span, end uint32) int { return cmp.Compare(s.Start, end) })
	if before > 0 && r.starts[before-1].End > fn.Start {
		return true
	}
	for w, v := range r.globals[fn.unit] {
		if fn.names[w] && v.any() {
			return true
		}
	}
	return fn.class >= 0 && r.fields[fn.class].any()
}

// tick counts a step, and reports whether another one is allowed.
func (r *run) tick() bool {
	if r.err != nil {
		return false
	}
	r.steps++
	if r.steps > maxSteps {
		r.err = ErrLimit
	} else if r.steps >= r.look {
		r.look = r.steps + 4096
		r.err = context.Cause(r.ctx)
	}
	return r.err == nil
}

// found returns the flows in order.
func (r *run) found() []Flow {
	flows := make([]Flow, 0, len(r.flows))
	for k, t := range r.flows {
		source, sink := r.spec.Sources[k[0]], r.spec.Sinks[k[1]]
		flows = append(flows, Flow{Source: source, Sink: sink, Trace: append(t.steps(), Step{sink.Span, ReachedSink})})
	}
	slices.SortFunc(flows, func(a, b Flow) int {
		return cmp.Or(a.Sink.compare(b.Sink), a.Source.compare(b.Source))
	})
	return flows
}

func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Start, q.Start), cmp.Compare(p.End, q.End), cmp.Compare(p.ID, q.ID))
}
