// Package refusal decides whether a function can refuse a request depending on who sends
// it: whether it is a guard, whatever its name.
//
// [Analysis.Of] walks the body of a function as a caller without credentials would: conditions over
// credentials (session, user, token, authorization header, cookie) are decided as if they
// were absent, other conditions may go either way. If such a path ends the request, and a
// condition over credentials led there, the function refuses. So middleware that checks a
// token only if there is one, or that hands the request on before it answers 401, does not.
//
// It works on the language-independent IR, with tables of the names in which languages
// and frameworks differ (words.go). It knows one function at a time: what a function calls
// is in the [Summary], for the caller to resolve.
package refusal

import (
	"bytes"
	"strings"

	"vigil/internal/engine/match"
)

// Summary is what a function does to the request of a caller without credentials.
type Summary struct {
	// Refuses: a path ends the request, depending on who is asking.
	Refuses bool
	// Throws: such a path ends it with an exception or an abort, so that a caller of the
	// function need not look at its result.
	Throws bool
	// Passes: a path hands the request on to the next handler.
	Passes bool
	// Calls are the callees on the way, before the request is handed on: if one of them
	// throws, so does this function. Tail are those whose result is this function's.
	Calls, Tail []match.NodeID
	// Denies: it ends the request of everybody. Asked are the callees on paths that depend on
	// who is asking: if one of them denies, this function refuses.
	Denies bool
	Asked  []match.NodeID
}

// Limits on the nodes that are visited in a function and in a file, on the callees in a
// summary, and on nesting. What is beyond them is not proven.
const (
	maxSteps     = 20_000
	maxFileSteps = 1_000_000
	maxCalls     = 16
	maxDepth     = 60
)

// Analysis summarizes the functions of one file. It is not safe for concurrent use.
type Analysis struct {
	f     *match.File
	steps int
	names map[string]topic // of what names are about
	gin   bool             // an answer does not end the request, only Abort does
}

// New returns an analysis of a file.
func New(f *match.File) *Analysis {
	return &Analysis{f: f, names: map[string]topic{}, gin: f.Language == "go" && bytes.Contains(f.Source, []byte(`"github.com/gin-gonic/gin"`))}
}

// Of summarizes a function.
func (a *Analysis) Of(fn match.NodeID) Summary {
	out := a.walk(fn, 0, path{})
	if !out.Refuses {
		all := a.walk(fn, 0, path{asks: true})
		out.Denies = all.Refuses && !all.Passes
	}
	return out
}

// Predicate summarizes a function that answers whether a caller may proceed, such as
// canActivate or has_permission: it refuses if it can answer no.
func (a *Analysis) Predicate(fn match.NodeID) Summary { return a.walk(fn, fn, path{}) }

func (a *Analysis) walk(fn, predicate match.NodeID, p path) Summary {
	if a.steps > maxFileSteps {
		return Summary{}
	}
	w := &walker{Analysis: a, vars: map[string]class{}, predicate: predicate, most: min(a.steps+maxSteps, maxFileSteps)}
	w.function(fn, p)
	if w.spent() { // cut off: what was not seen might hand the request on
		return Summary{Passes: true}
	}
	return w.out
}

type walker struct {
	*Analysis
	out   Summary
	vars  map[string]class // local variables, by what they hold
	most  int              // steps
	depth int
	// predicate is the function whose result is a decision, 0 if there is none.
	predicate match.NodeID
	current   match.NodeID // the function being walked
	tries     int          // blocks around, whose exceptions are caught
	// verified and touched: what was reached since the try began.
	verified, touched, threw bool
}

// path is how the walk came to a statement.
type path struct {
	asks bool // a condition over credentials led here
	weak bool // only an exception did, which may have another cause
}

// end is how a statement leaves its path.
type end struct {
	stops   bool // by return, throw, break
	passes  bool // the request was handed on
	pending bool // a denial was sent; it counts unless the request is handed on nevertheless
	asked   bool // what follows is reached depending on credentials
}

func (w *walker) spent() bool {
	w.steps++
	return w.steps > w.most
}

// function walks a function and confirms the denials that it ends with.
func (w *walker) function(fn match.NodeID, p path) end {
	outer := w.current
	w.current = fn
	e := w.block(w.f.Kids(w.f.Kid(fn, 4)), p)
	w.current = outer
	if e.pending && outer == 0 {
		w.refuse(false)
	}
	return e
}

func (w *walker) refuse(throws bool) {
	w.out.Refuses = true
	w.out.Throws = w.out.Throws || throws
}

func (w *walker) block(list []match.NodeID, p path) (out end) {
	if w.depth++; w.depth > maxDepth {
		w.depth--
		return end{}
	}
	defer func() { w.depth-- }()
	for _, n := range list {
		e := w.statement(n, list, p)
		if e.passes && !out.pending {
			out.passes = true
		}
		if e.passes && !e.stops {
			out.pending, out.passes = false, true
			return out // the rest cannot keep the request from being handled
		}
		out.pending = out.pending || e.pending
		if e.stops {
			out.stops = true
			if out.pending && !e.passes {
				w.refuse(false)
			}
			out.pending = false
			return out
		}
		p.asks = p.asks || e.asked
		out.asked = out.asked || e.asked
	}
	return out
}

func (w *walker) statement(n match.NodeID, list []match.NodeID, p path) end {
	if n == 0 || w.spent() {
		return end{}
	}
	f := w.f
	switch k := f.Node(n).Kind; k {
	case match.Block:
		return w.block(f.Kids(n), p)
	case match.If:
		return w.condition(f.Kid(n, 0), f.Kid(n, 1), f.Kid(n, 2), p)
	case match.Ternary:
		return w.condition(f.Kid(n, 0), f.Kid(n, 1), f.Kid(n, 2), p)
	case match.Return:
		return w.returned(f.Kid(n, 0), p)
	case match.Throw:
		w.expression(f.Kid(n, 0), p)
		w.throw(n, p)
		return end{stops: true}
	case match.Try:
		return w.try(n, p)
	case match.While, match.For, match.ForEach, match.With:
		var e end
		for _, kid := range f.Kids(n) {
			if f.Node(kid).Kind == match.Block {
				inner := w.block(f.Kids(kid), p)
				if k == match.With {
					return inner
				}
				e.pending = e.pending || inner.pending
				e.asked = e.asked || inner.asked
			} else {
				w.expression(kid, p)
			}
		}
		return e
	case match.Func:
		w.bindParams(n, noClass)
		if e := w.function(n, p); e.pending { // a function that is returned by its name
			w.refuse(false)
		}
		return end{}
	case match.Class:
		return end{}
	case match.VarDef:
		e := w.expression(f.Kid(n, 3), p)
		w.bind(f.Kid(n, 1), f.Kid(n, 3))
		return e
	case match.Assign:
		e := w.expression(f.Kid(n, 1), p)
		w.bind(f.Kid(n, 0), f.Kid(n, 1))
		if p.counts() && w.answersBy(n) {
			e.pending = true
		}
		return e
	case match.Binary:
		return w.shortCircuit(n, p)
	case match.Ident:
		if f.Language == "ruby" && len(w.out.Calls) < maxCalls && w.tries == 0 { // a call without arguments
			w.out.Calls = append(w.out.Calls, n)
			w.asked(n, p)
		}
		return end{}
	}
	if kind := grammarKind(f, n); strings.Contains(kind, "switch") || strings.Contains(kind, "case_") || kind == "case" || strings.Contains(kind, "match_") || kind == "when" || kind == "when_expression" {
		return w.choice(n, p)
	} else if kind == "break_statement" || kind == "continue_statement" {
		return end{stops: true}
	}
	e := w.expression(n, p)
	call := w.unwrapped(n)
	if l := f.Language; f.Node(call).Kind == match.Call && (l == "ruby" || l == "python" || l == "php") { // elsewhere the request may be handed on
		w.asked(f.Kid(call, 0), p)
	}
	if f.Node(call).Kind == match.Call {
		return w.called(call, list, p, e)
	}
	return e
}

// called is a call as a statement: it may end the request, answer it, or hand it on.
func (w *walker) called(call match.NodeID, list []match.NodeID, p path, e end) end {
	f := w.f
	name := w.lastName(f.Kid(call, 0))
	switch {
	case w.passes(call):
		return end{passes: true}
	case w.forwards(call):
		if p.counts() || p.asks && p.weak && w.verified {
			w.refuse(true)
		}
		return end{stops: true}
	case raises[name] && (w.f.Language == "ruby" || w.f.Language == "python" || w.f.Language == "php" || name != "fail"):
		if name == "raise" || name == "fail" || exits[name] || w.denies(call) {
			w.throw(call, p)
			return end{stops: true}
		}
		return end{stops: true}
	case conditional[name]: // abort_unless($user->isAdmin(), 403)
		if w.mentions(f.Kid(call, 1)) && w.denies(call) {
			w.refuse(true)
		}
		return e
	case (p.asks) && w.denies(call) && !(w.gin && !w.aborts(list)):
		if strings.HasPrefix(name, "Abort") || strings.HasPrefix(name, "abort") || name == "halt" || name == "throw" {
			w.throw(call, p)
			e.pending = false
			return end{stops: name == "halt" || name == "throw" || f.Language != "go" && strings.HasPrefix(name, "abort")}
		}
		e.pending = true
	}
	return e
}

// counts: an end of the request on this path depends on who is asking.
func (p path) counts() bool { return p.asks && !p.weak }

// throw is an exception. In a try it leads to the handlers.
func (w *walker) throw(n match.NodeID, p path) {
	if !p.asks {
		return
	}
	if w.tries > 0 {
		w.threw = true
		return
	}
	if p.counts() || w.verified || w.denies(n) {
		w.refuse(true)
	}
}

// returned is the value that a function returns.
func (w *walker) returned(value match.NodeID, p path) end {
	f := w.f
	e := w.expression(value, p)
	call := w.unwrapped(value)
	switch f.Node(call).Kind {
	case match.Call:
		if w.passes(call) {
			w.out.Passes = true
			return end{stops: true, passes: true}
		}
		if w.forwards(call) {
			if p.counts() {
				w.refuse(true)
			}
			return end{stops: true}
		}
		w.tail(f.Kid(call, 0))
		w.asked(f.Kid(call, 0), p)
	case match.Ternary:
		w.condition(f.Kid(call, 0), f.Kid(call, 1), f.Kid(call, 2), p)
		w.ternaryDenial(call, p)
	case match.Binary:
		w.shortCircuit(call, p)
	case match.Ident, match.Member:
		w.tail(call)
	}
	if w.predicate != 0 && w.current == w.predicate {
		w.decision(value, p)
	}
	if p.asks && value != 0 && w.denies(value) && !w.gin {
		w.refuse(false)
	}
	e.stops = true
	return e
}

// ternaryDenial is return ok ? next() : res.sendStatus(401).
func (w *walker) ternaryDenial(n match.NodeID, p path) {
	value, about := w.decide(w.f.Kid(n, 0))
	if !about && !p.asks {
		return
	}
	if value != isTrue && w.denies(w.f.Kid(n, 2)) || value != isFalse && w.denies(w.f.Kid(n, 1)) {
		w.refuse(false)
	}
}

// decision is the result of a predicate.
func (w *walker) decision(value match.NodeID, p path) {
	result, about := w.decide(value)
	if result == isFalse && (about || p.asks) || about && result == unknown {
		w.refuse(false)
	}
}

// expression notes what an expression calls, and walks the functions in it.
func (w *walker) expression(n match.NodeID, p path) (out end) {
	f := w.f
	if n == 0 {
		return out
	}
	if w.mentions(n) {
		w.touched = true
	}
	f.Walk(n, func(k match.NodeID) bool {
		if w.spent() || w.depth > maxDepth {
			return false
		}
		switch f.Node(k).Kind {
		case match.Func:
			// A callback of what verifies credentials gets the result.
			kind := noClass
			if call := f.Node(f.Node(k).Parent).Parent; f.Node(call).Kind == match.Call && f.Node(f.Node(k).Parent).Kind == match.Args && w.mentionsBeside(call, k) {
				kind = credential
			}
			w.bindParams(k, kind)
			w.depth++
			e := w.function(k, p)
			w.depth--
			out.pending = out.pending || e.pending
			return false
		case match.Class:
			return false
		case match.Call:
			if w.passes(k) {
				w.out.Passes = true
				return true
			}
			if w.verifies(k) {
				w.verified = true
			}
			if len(w.out.Calls) < maxCalls && w.tries == 0 {
				w.out.Calls = append(w.out.Calls, f.Kid(k, 0))
			}
		}
		return true
	})
	return out
}
