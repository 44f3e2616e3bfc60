package refusal

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
)

// class is what a variable holds.
type class uint8

const (
	noClass    class = iota
	credential       // of the caller: absent for a caller without any
	failure          // of verifying credentials: present for such a caller
	tame             // something else, whatever its name
)

// truth is what a condition is for a caller without credentials.
type truth uint8

const (
	unknown truth = iota
	isTrue
	isFalse
)

func (t truth) not() truth {
	switch t {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unknown
}

// decide returns what a condition is for a caller without credentials, and whether it is
// about credentials at all.
func (w *walker) decide(n match.NodeID) (value truth, about bool) {
	f := w.f
	if n = w.unwrapped(n); n == 0 || w.spent() {
		return unknown, false
	}
	switch x := f.Node(n); x.Kind {
	case match.Lit:
		switch strings.ToLower(x.Text) {
		case "false", "null", "nil", "none", "undefined":
			return isFalse, false
		case "true":
			return isTrue, false
		}
		return unknown, false
	case match.Unary:
		if x.Text == "!" || x.Text == "not" {
			v, a := w.decide(f.Kid(n, 0))
			return v.not(), a
		}
		return w.decide(f.Kid(n, 0))
	case match.Binary:
		return w.decideBinary(n, x.Text)
	case match.Assign:
		return w.decide(f.Kid(n, 1))
	case match.Ternary:
		v, a := w.decide(f.Kid(n, 0))
		switch v {
		case isTrue:
			r, b := w.decide(f.Kid(n, 1))
			return r, a || b
		case isFalse:
			r, b := w.decide(f.Kid(n, 2))
			return r, a || b
		}
		return unknown, a
	case match.Call:
		return w.decideCall(n)
	}
	if w.isError(n) {
		return isTrue, true
	}
	if w.mentions(n) {
		if f.Node(n).Kind == match.Member && hasWord(w.lastName(n), absent) { // current_user.nil?
			return isTrue, true
		}
		return isFalse, true
	}
	return unknown, false
}

func (w *walker) decideCall(n match.NodeID) (truth, bool) {
	if !w.mentions(n) {
		return unknown, false
	}
	name := w.lastName(w.f.Kid(n, 0))
	switch {
	case hasWord(name, absent):
		return isTrue, true
	case name == "typeof":
		return unknown, true
	}
	return isFalse, true
}

func (w *walker) decideBinary(n match.NodeID, op string) (truth, bool) {
	f := w.f
	left, right := f.Kid(n, 0), f.Kid(n, 1)
	switch op {
	case "&&", "and":
		a, about := w.decide(left)
		b, also := w.decide(right)
		switch {
		case a == isFalse:
			return isFalse, about
		case b == isFalse:
			return isFalse, also
		case a == isTrue && b == isTrue:
			return isTrue, about || also
		}
		return unknown, about || also
	case "||", "or", "??":
		a, about := w.decide(left)
		b, also := w.decide(right)
		switch {
		case a == isTrue:
			return isTrue, about
		case b == isTrue:
			return isTrue, also
		case a == isFalse && b == isFalse:
			return isFalse, about || also
		}
		return unknown, about || also
	case "==", "===", "is", "eq", "in", "instanceof", "=~", "<=>":
		return w.compare(left, right, op)
	case "!=", "!==", "is not", "not in", "<>", "ne", "!~":
		v, a := w.compare(left, right, op)
		return v.not(), a
	}
	return unknown, w.mentions(n)
}

// compare decides left == right.
func (w *walker) compare(left, right match.NodeID, op string) (truth, bool) {
	f := w.f
	if isNothing(f, left) {
		left, right = right, left
	}
	isErr := w.isError(left)
	if isNothing(f, right) {
		switch {
		case isErr:
			return isFalse, true
		case w.mentions(left):
			return isTrue, true
		}
		return unknown, false
	}
	if v, about := w.decide(right); about || f.Node(right).Kind == match.Lit {
		if l, also := w.decide(left); f.Node(right).Kind == match.Lit && (also || about) { // x === false
			switch {
			case v == unknown || l == unknown:
				return unknown, true
			case v == l:
				return isTrue, true
			}
			return isFalse, true
		}
	}
	if w.mentions(left) || w.mentions(right) || isErr {
		if f.Node(right).Kind == match.Num || f.Node(left).Kind == match.Num { // token.length === 0
			return unknown, true
		}
		if op != "in" && op != "not in" && hasLowWord(f, left, right) {
			return unknown, true
		}
		return isFalse, true
	}
	return unknown, false
}

// hasLowWord: a comparison with what such a caller may be, as in role === "guest".
func hasLowWord(f *match.File, nodes ...match.NodeID) bool {
	return slices.ContainsFunc(nodes, func(n match.NodeID) bool {
		return f.Node(n).Kind == match.Str && hasWord(f.Node(n).Text, absent)
	})
}

// isNothing recognizes null, an empty string, and "undefined".
func isNothing(f *match.File, n match.NodeID) bool {
	switch x := f.Node(n); x.Kind {
	case match.Lit, match.Ident:
		switch strings.ToLower(x.Text) {
		case "null", "nil", "none", "undefined":
			return true
		}
	case match.Str:
		return x.Text == "" || x.Text == "undefined"
	}
	return false
}

// isError recognizes the failure of a verification.
func (w *walker) isError(n match.NodeID) bool {
	n = w.unwrapped(n)
	return w.f.Node(n).Kind == match.Ident && w.vars[w.f.Node(n).Text] == failure
}

// mentions reports whether an expression is about the caller's credentials.
func (w *walker) mentions(n match.NodeID) bool { return w.mentionsBeside(n, 0) }

func (w *walker) mentionsBeside(n, except match.NodeID) bool {
	f := w.f
	found, never := false, false
	note := func(name string) {
		yes, no := w.about(name)
		found, never = found || yes, never || no
	}
	f.Walk(n, func(k match.NodeID) bool {
		if never || k == except || w.spent() {
			return false
		}
		switch x := f.Node(k); x.Kind {
		case match.Func, match.Class, match.Dict, match.Regexp:
			return false
		case match.Ident:
			switch w.vars[x.Text] {
			case tame, failure:
				return false
			case credential:
				found = true
				return false
			}
			if !w.isType(x.Text) {
				note(x.Text)
			}
		case match.Member:
			if w.isBody(k) {
				return false
			}
		case match.Str, match.Lit:
			if parent := f.Node(x.Parent).Kind; (parent == match.Index || parent == match.Args || parent == match.Binary) && len(x.Text) < 40 && !strings.Contains(x.Text, " ") && x.Text != "this" {
				note(x.Text)
			}
		}
		return true
	})
	return found && !never
}

// isType: a class of that name is a table of users, not the one who asks. In C# it is a
// property of controllers.
func (w *walker) isType(name string) bool {
	if w.f.Language == "c_sharp" || name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	list := Words(name)
	switch list[0] {
	case "user", "users", "account", "accounts", "token", "tokens", "role", "roles", "member", "session", "permission":
		return true
	}
	return false
}

// bind records what a variable holds, from its value.
func (w *walker) bind(target, value match.NodeID) {
	kind := noClass
	if value != 0 {
		switch {
		case w.mentions(value):
			kind = credential
		case w.readsBody(value):
			kind = tame
		}
	}
	for _, name := range w.names(target) {
		switch {
		case kind == noClass:
		case kind == credential && isErrorName(name):
			w.vars[name] = failure
		case kind == tame && w.vars[name] == credential:
		default:
			w.vars[name] = kind
		}
	}
}

// bindParams declares the parameters of a function.
func (w *walker) bindParams(fn match.NodeID, kind class) {
	if kind == noClass {
		return
	}
	for _, p := range w.f.Kids(w.f.Kid(fn, 2)) {
		name := p
		if w.f.Node(p).Kind == match.Param {
			name = w.f.Kid(p, 1)
		}
		for _, text := range w.names(name) {
			if isErrorName(text) {
				w.vars[text] = failure
			} else {
				w.vars[text] = kind
			}
		}
	}
}

func isErrorName(name string) bool {
	list := Words(strings.TrimLeft(name, "$@_"))
	return len(list) > 0 && (list[len(list)-1] == "err" || list[len(list)-1] == "error" || list[len(list)-1] == "errors" || name == "e" || name == "ex")
}

// names are the variables that a target assigns.
func (w *walker) names(n match.NodeID) (out []string) {
	f := w.f
	switch x := f.Node(n); x.Kind {
	case match.Ident:
		return []string{x.Text}
	case match.Tuple, match.Array:
		for _, k := range f.Kids(n) {
			out = append(out, w.names(k)...)
		}
	case match.Dict:
		for _, k := range f.Kids(n) {
			if f.Node(k).Kind == match.Pair {
				out = append(out, w.names(f.Kid(k, 1))...)
			}
		}
	}
	return out
}

// isBody recognizes the body of the request: req.body, request.form.
func (w *walker) isBody(n match.NodeID) bool {
	f := w.f
	return f.Node(n).Kind == match.Member && bodies[strings.ToLower(f.Node(f.Kid(n, 1)).Text)] && requests[w.lastName(f.Kid(n, 0))]
}

// readsBody reports whether a value comes from the body of the request.
func (w *walker) readsBody(n match.NodeID) bool {
	f := w.f
	found := false
	f.Walk(n, func(k match.NodeID) bool {
		if w.isBody(k) || f.Node(k).Kind == match.Ident && w.vars[f.Node(k).Text] == tame {
			found = true
		}
		return !found && !w.spent()
	})
	return found
}
