package refusal

import (
	"strings"

	"vigil/internal/engine/match"
)

// grammarKind is the grammar's own kind of a node without a language-independent one, else "".
func grammarKind(f *match.File, n match.NodeID) string {
	const own = 100
	if k := f.Node(n).Kind; k >= own && f.Tree != nil {
		return f.Tree.Language.Kind(uint16(k - own))
	}
	return ""
}

// unwrapped strips what does not change a value: await, casts, parentheses.
func (w *walker) unwrapped(n match.NodeID) match.NodeID {
	f := w.f
	for range 10 {
		switch kids := f.Kids(n); {
		case f.Node(n).Kind == match.Cast:
			n = f.Kid(n, 1)
		case f.Node(n).Kind >= 100 && len(kids) == 1 && kids[0] != 0 && !strings.Contains(grammarKind(f, n), "switch"):
			n = kids[0]
		default:
			return n
		}
	}
	return n
}

// lastName is the last name of a callee or member: json of res.status(401).json.
func (w *walker) lastName(n match.NodeID) string {
	f := w.f
	switch x := f.Node(n); x.Kind {
	case match.Ident:
		return x.Text
	case match.Member:
		return f.Node(f.Kid(n, 1)).Text
	case match.New:
		return w.lastName(f.Kid(n, 0))
	}
	return ""
}

// passes reports whether a call hands the request on: next(), next.ServeHTTP(w, r).
func (w *walker) passes(call match.NodeID) bool {
	f := w.f
	callee := f.Kid(call, 0)
	name := w.lastName(callee)
	args := f.Kids(f.Kid(call, 1))
	if !passing[name] {
		return false
	}
	switch f.Language {
	case "javascript", "typescript", "tsx":
		if name == "next" || name == "done" {
			return len(args) == 0 || len(args) == 1 && (isNothing(f, args[0]) || f.Node(args[0]).Kind == match.Str)
		}
		return false
	case "python":
		return name == "call_next" || name == "get_response"
	}
	return true
}

// forwards reports whether a call hands an error on instead of the request: next(err).
func (w *walker) forwards(call match.NodeID) bool {
	f := w.f
	if f.Language != "javascript" && f.Language != "typescript" && f.Language != "tsx" {
		return false
	}
	callee := f.Kid(call, 0)
	name := w.lastName(callee)
	return f.Node(callee).Kind == match.Ident && (name == "next" || name == "done") && !w.passes(call)
}

// verifies reports whether a call fails for bad credentials.
func (w *walker) verifies(call match.NodeID) bool {
	callee := w.f.Kid(call, 0)
	if !hasWord(w.lastName(callee), verifying) {
		return false
	}
	return w.mentions(call)
}

// denies reports whether an answer refuses: it has status 401 or 403, is named after a
// refusal, or redirects.
func (w *walker) denies(n match.NodeID) bool {
	f := w.f
	found := false
	f.Walk(n, func(k match.NodeID) bool {
		if found || w.spent() {
			return false
		}
		switch x := f.Node(k); x.Kind {
		case match.Func:
			return false
		case match.Call: // reply.send(err)
			if args := f.Kids(f.Kid(k, 1)); len(args) == 1 && f.Node(args[0]).Kind == match.Ident && isErrorName(f.Node(args[0]).Text) {
				found = w.lastName(f.Kid(k, 0)) == "send"
			}
		case match.Num:
			found = x.Text == "401" || x.Text == "403"
		case match.Str:
			found = x.Text == "401" || x.Text == "403" || f.Language == "php" && (strings.HasPrefix(x.Text, "Location:") || strings.HasPrefix(x.Text, "location:"))
		case match.Ident:
			found = hasWord(x.Text, denials) || strings.Contains(x.Text, "_401") || strings.Contains(x.Text, "_403") || hasWord(x.Text, redirects) && w.isCallee(k)
		case match.Lit:
			found = x.Text == ":unauthorized" || x.Text == ":forbidden"
		}
		return !found
	})
	return found
}

var redirects = set(`redirect redirects`)

// isCallee: a name that is called, or created with new.
func (w *walker) isCallee(n match.NodeID) bool {
	f := w.f
	p := f.Node(n).Parent
	if f.Node(p).Kind == match.Member && f.Kid(p, 1) == n {
		n, p = p, f.Node(p).Parent
	}
	k := f.Node(p).Kind
	return (k == match.Call || k == match.New) && f.Kid(p, 0) == n
}

// answersBy reports whether an assignment is an answer that refuses: ctx.status = 401,
// context.Result = new ForbidResult().
func (w *walker) answersBy(n match.NodeID) bool {
	switch strings.ToLower(w.lastName(w.f.Kid(n, 0))) {
	case "status", "statuscode", "status_code", "result", "body", "response":
		return w.denies(w.f.Kid(n, 1))
	}
	return false
}

// aborts reports whether one of the statements ends the request, as gin needs.
func (w *walker) aborts(list []match.NodeID) bool {
	for _, n := range list {
		if c := w.unwrapped(n); w.f.Node(c).Kind == match.Call && strings.HasPrefix(w.lastName(w.f.Kid(c, 0)), "Abort") {
			return true
		}
	}
	return false
}

func (w *walker) asked(callee match.NodeID, p path) {
	if p.counts() && len(w.out.Asked) < maxCalls {
		w.out.Asked = append(w.out.Asked, callee)
	}
}

func (w *walker) tail(callee match.NodeID) {
	if callee != 0 && len(w.out.Tail) < maxCalls {
		w.out.Tail = append(w.out.Tail, callee)
	}
}
