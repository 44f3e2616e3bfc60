package taint

import (
	"cmp"
	"slices"
)

// Bounds of the abstract value of one variable.
const (
	maxTaints = 48  // of one value
	maxParts  = 48  // fields and elements of one value that are distinguished
	maxSize   = 300 // the same, with nested ones
	maxPath   = 5   // length of an access path
	maxLevels = 5   // nesting of what a call returns, which may store its argument in itself
	maxTrace  = 24  // steps
)

// taint is one reason why a value is tainted.
type taint struct {
	source int32   // index of the source, -1 for an input of the function
	in     *coming // input of the function, nil for a source
	label  int32
	trace  *trace
}

// coming is a symbolic input of a function: a parameter, this, a captured variable,
// or a field of one.
type coming struct {
	number int32
	parent *coming
	key    name
	depth  int32
}

// trace is the path of the taint, last step first.
type trace struct {
	Step
	before *trace
	length int
}

func (t *trace) then(s Span, a Action) *trace {
	if t == nil {
		return &trace{Step: Step{s, a}, length: 1}
	}
	if t.length >= maxTrace || t.Step == (Step{s, a}) {
		return t
	}
	return &trace{Step: Step{s, a}, before: t, length: t.length + 1}
}

// after appends the steps of t to those of before.
func (t *trace) after(before *trace) *trace {
	if t == nil {
		return before
	}
	return t.before.after(before).then(t.Span, t.Action)
}

func (t *trace) steps() []Step {
	var s []Step
	for ; t != nil; t = t.before {
		s = append(s, t.Step)
	}
	slices.Reverse(s)
	return s
}

func (t taint) compare(u taint) int {
	if c := cmp.Compare(t.source, u.source); c != 0 {
		return c
	}
	if c := cmp.Compare(t.label, u.label); c != 0 {
		return c
	}
	return t.in.compare(u.in)
}

// compare orders inputs by name, so that the order does not depend on the traversal.
func (c *coming) compare(d *coming) int {
	if c == d {
		return 0
	}
	if o := cmp.Compare(c.depth, d.depth); o != 0 {
		return o
	}
	if c.depth > 0 {
		if o := c.parent.compare(d.parent); o != 0 {
			return o
		}
	}
	return cmp.Compare(c.key, d.key)
}

// taints are sorted, without duplicates, and immutable.
type taints []taint

func (a taints) join(b taints) taints {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0 || &a[0] == &b[0]:
		return a
	case a.includes(b):
		return a
	}
	joined := make(taints, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := a[0].compare(b[0]); {
		case c < 0:
			joined, a = append(joined, a[0]), a[1:]
		case c > 0:
			joined, b = append(joined, b[0]), b[1:]
		default:
			joined, a, b = append(joined, a[0]), a[1:], b[1:]
		}
	}
	joined = append(append(joined, a...), b...)
	if len(joined) > maxTaints {
		// Inputs come before the sources, which take precedence.
		joined = joined[len(joined)-maxTaints:]
	}
	return joined
}

func (a taints) includes(b taints) bool {
	for _, t := range b {
		for len(a) > 0 && a[0].compare(t) < 0 {
			a = a[1:]
		}
		if len(a) == 0 || a[0].compare(t) != 0 {
			return false
		}
	}
	return true
}

func (a taints) through(s Span, what Action) taints {
	u := make(taints, len(a))
	for i, x := range a {
		x.trace = x.trace.then(s, what)
		u[i] = x
	}
	return u
}
