package refusal

import (
	"slices"

	"vigil/internal/engine/match"
)

// condition walks the branches that a caller without credentials may take.
func (w *walker) condition(cond, yes, no match.NodeID, p path) end {
	w.expression(cond, p)
	value, about := w.decide(cond)
	in := p
	if about {
		in.asks, in.weak = true, false
	}
	branch := func(n match.NodeID) end {
		if n == 0 {
			return end{}
		}
		if w.f.Node(n).Kind == match.Block {
			return w.block(w.f.Kids(n), in)
		}
		return w.statement(n, nil, in)
	}
	switch value {
	case isTrue:
		e := branch(yes)
		e.asked = e.asked || about && w.ends(no)
		return e
	case isFalse:
		e := branch(no)
		e.asked = e.asked || about && w.ends(yes)
		return e
	}
	a, b := branch(yes), branch(no)
	return end{
		stops: a.stops && b.stops, passes: a.passes && b.passes, pending: a.pending || b.pending,
		asked: a.asked && b.asked || about && (a.stops || b.stops),
	}
}

// ends reports whether a branch leaves the function or hands the request on, so that what
// follows is for others.
func (w *walker) ends(n match.NodeID) bool {
	f := w.f
	if f.Node(n).Kind == match.Block {
		kids := f.Kids(n)
		return slices.ContainsFunc(kids, w.ends)
	}
	switch n = w.unwrapped(n); f.Node(n).Kind {
	case match.Return, match.Throw:
		return true
	case match.Call:
		return w.passes(n) || w.forwards(n) || raises[w.lastName(f.Kid(n, 0))]
	}
	return false
}

// shortCircuit is a && b(), a || b() and a or raise as statements.
func (w *walker) shortCircuit(n match.NodeID, p path) end {
	f := w.f
	left, right := f.Kid(n, 0), f.Kid(n, 1)
	switch f.Node(n).Text {
	case "&&", "and":
		if f.Node(w.unwrapped(left)).Kind == match.Call { // redirect_to(x) and return
			if e := w.statement(left, nil, p); e.pending || e.stops || e.passes {
				return e
			}
		}
		return w.condition(left, right, 0, p)
	case "||", "or", "??":
		if f.Node(left).Kind == match.Assign {
			w.statement(left, nil, p)
		}
		return w.condition(left, 0, right, p)
	}
	return w.expression(n, p)
}

// choice is a switch: each case may be taken.
func (w *walker) choice(n match.NodeID, p path) (out end) {
	in := p
	var blocks []match.NodeID
	var conditions []match.NodeID
	w.f.Walk(n, func(k match.NodeID) bool {
		switch {
		case k == n:
			return true
		case w.f.Node(k).Kind == match.Block:
			blocks = append(blocks, k)
			return false
		case w.f.Node(k).Kind < 100:
			conditions = append(conditions, k)
			return false
		}
		return !w.spent()
	})
	about := false
	for _, c := range conditions {
		about = about || w.mentions(c) || w.isError(c)
	}
	if about {
		in.asks, in.weak = true, false
	}
	for _, b := range blocks {
		e := w.block(w.f.Kids(b), in)
		out.pending = out.pending || e.pending
		out.asked = out.asked || about && e.stops
	}
	return out
}

// try walks a block and its handlers. A handler is reached depending on the caller if the
// block verifies credentials.
func (w *walker) try(n match.NodeID, p path) (out end) {
	f := w.f
	catches := f.Kids(f.Kid(n, 1))
	verified, touched, threw := w.verified, w.touched, w.threw
	w.verified, w.touched, w.threw = false, false, false
	if len(catches) > 0 {
		w.tries++
	}
	e := w.block(f.Kids(f.Kid(n, 0)), p)
	if len(catches) > 0 {
		w.tries--
	}
	all := e.stops
	out = end{pending: e.pending, asked: e.asked}
	for _, c := range catches {
		in := path{asks: p.asks || w.verified || w.touched || w.threw, weak: !p.asks && !w.verified && !w.threw}
		if w.verified {
			in.weak = false
		}
		h := w.block(f.Kids(f.Kid(c, 1)), in)
		all = all && h.stops
		out.pending = out.pending || h.pending
		out.asked = out.asked || h.stops && in.counts()
	}
	out.stops = all
	out.passes = e.passes && len(catches) == 0
	w.verified, w.touched, w.threw = verified, touched, threw || w.threw && len(catches) == 0
	if last := f.Kid(n, 2); last != 0 {
		w.block(f.Kids(last), p)
	}
	return out
}
