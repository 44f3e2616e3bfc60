package taint

import (
	"cmp"
	"context"
	"slices"
)

// Bounds of one walk.
const (
	maxSteps   = 3_000_000
	maxFlows   = 5_000
	maxCalls   = 24 // how deep summaries ask for summaries, and functions are walked in functions
	maxRounds  = 3  // until the fields of classes and the variables of the file are known
	loopRounds = 3
)

// run is one walk through a program.
type run struct {
	*Program
	ctx   context.Context
	spec  *Spec
	steps int
	look  int // at which step to look whether there is time left
	err   error

	marks   map[uint32]*mark
	large   mark             // places that can have a whole function in them
	starts  []Span           // of the sources, in order, each End the largest so far
	checks  []uint32         // where the sanitizers are that depend on the outcome of a condition, in order
	pending *[]check         // those that were met in the condition that is evaluated
	kept    *[]check         // those that were met in the value that is evaluated, which a variable will have
	marked  []uint64         // a bit for each node that has a mark
	labels  []string         // by number; the first is none
	active  []int32          // sources, not exact, that are around the node
	sinks   []int32          // sinks, not exact, that are around the node
	clean   int              // sanitizers, not exact, that are around the node
	carried map[int32]taints // what each propagator last carried

	comings   map[comingKey]*coming
	need      []bool // functions that must be walked
	summaries []*summary
	busy      []bool // functions that are being walked
	depth     int
	globals   []map[name]*value  // of each file
	fields    []*value           // of each class, on this
	changed   map[uint32][]name  // the variables that a loop changes
	literals  map[int32]*value   // what function literals returned where they were walked
	judged    map[int32]answers  // what they had checked by then
	element   func(i int) *value // what the function literal that is evaluated next will be called with
	*frame
	flows map[[2]int32]*trace
}

// Run returns the flows of a spec, in the order of their sinks and sources. If it had to
// stop early it returns those that it found, and the reason.
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

// walk goes through the file and its functions, again if they learned of each other.
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
			if !r.functions[f].inline && r.need[f] {
				r.summary(int32(f))
			}
		}
		same := r.spec.Options.OneFunction || slices.EqualFunc(globals, r.globals, sameVars) && slices.EqualFunc(fields, r.fields, (*value).equal)
		if same {
			break
		}
	}
}

// needed tells for each function whether it must be walked: it has a source in it, or
// a variable of the file or of its class that is tainted, or calls one that has.
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

// tick counts a step, and tells whether there may be another.
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
