package javascript

import (
	"strings"

	"vigil/internal/engine"
	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// jsPlaces are the locations of parameters, by their names in the frameworks.
var jsPlaces = map[string]string{
	"query": "query", "params": "path", "param": "path", "body": "body", "headers": "header", "header": "header", "cookies": "cookie", "signedCookies": "cookie",
	"searchParams": "query", "nextUrl": "",
}

// jsBodies are the request methods that return the body.
var jsBodies = map[string]bool{"json": true, "formData": true, "parseBody": true}

// isRequest reports whether a name is common for a request, or for a context that holds one.
func isRequest(name string) bool {
	switch name {
	case "req", "request", "ctx", "context", "c":
		return true
	}
	return false
}

// jsReader collects the request data that a handler reads.
type jsReader struct {
	*source
	held map[string]string // variables that hold a location of the request
	out  []engine.RouteParam
}

// jsParams returns the request data that a handler reads: req.query.x, req.body['x'],
// const {x} = req.body, req.header('x'), (await req.json()).x.
func (s *source) jsParams(f match.NodeID) []engine.RouteParam {
	r := jsReader{source: s, held: map[string]string{}}
	s.Walk(f, func(n match.NodeID) bool {
		if s.Exhausted() {
			return false
		}
		r.visit(n)
		return true
	})
	return r.out
}

func (r *jsReader) add(name, in string) {
	if name != "" && in != "" && len(r.out) < facts.MaxParams {
		r.out = append(r.out, engine.RouteParam{Name: name, In: in})
	}
}

// part is the location of the request that an expression refers to, "" if none.
func (r *jsReader) part(n match.NodeID) string {
	n = r.Unwrapped(n)
	if callee, _ := r.Call(n); callee != 0 {
		if object, name := r.Member(callee); jsBodies[name] && len(r.Chain(object)) > 0 && isRequest(r.Chain(object)[0]) {
			return "body"
		}
		switch r.Ident(callee) {
		case "cookies":
			return "cookie"
		case "headers":
			return "header"
		}
		return ""
	}
	if name := r.Ident(n); name != "" {
		if name == "searchParams" {
			return "query"
		}
		return r.held[name]
	}
	chain := r.Chain(n)
	if len(chain) < 2 || len(chain) > 4 {
		_, name := r.Member(n)
		if name == "searchParams" { // new URL(request.url).searchParams
			return "query"
		}
		return ""
	}
	if !isRequest(chain[0]) && chain[len(chain)-1] != "searchParams" {
		return ""
	}
	return jsPlaces[chain[len(chain)-1]]
}

func (r *jsReader) visit(n match.NodeID) {
	switch r.Kind(n) {
	case match.Member:
		object, name := r.Member(n)
		if p := r.Node(n).Parent; r.Kind(p) == match.Call && r.Kid(p, 0) == n {
			return // a function
		}
		r.add(name, r.part(object))
	case match.Index:
		if c, ok := r.Constant(r.Kid(n, 1)); ok && c.Kind == match.Str {
			r.add(c.Text, r.part(r.Kid(n, 0)))
		}
	case match.VarDef:
		in := r.part(r.Kid(n, 3))
		if in == "" {
			return
		}
		if name := r.Ident(r.Kid(n, 1)); name != "" {
			r.held[name] = in
			return
		}
		for _, p := range r.Kids(r.Kid(n, 1)) {
			if r.Kind(p) == match.Pair {
				r.add(r.Key(r.Kid(p, 0)), in)
			}
		}
	case match.Call:
		r.visitCall(n)
	}
}

func (r *jsReader) visitCall(n match.NodeID) {
	callee, args := r.Call(n)
	if len(args) == 0 {
		return
	}
	if name := r.Ident(callee); (name == "getCookie" || name == "getSignedCookie") && len(args) > 1 { // Hono
		if c, ok := r.Constant(args[len(args)-1]); ok && c.Kind == match.Str {
			r.add(c.Text, "cookie")
		}
		return
	}
	c, ok := r.Constant(args[0])
	object, name := r.Member(callee)
	if !ok || c.Kind != match.Str || object == 0 {
		return
	}
	if name == "get" || name == "getAll" {
		if in := r.part(object); in != "" {
			r.add(c.Text, in)
			return
		}
	}
	chain := r.Chain(callee)
	if len(chain) < 2 || !isRequest(chain[0]) {
		return
	}
	switch {
	case (name == "get" || name == "header") && !strings.HasPrefix(c.Text, "/"):
		r.add(c.Text, "header")
	case name == "query" || name == "param":
		r.add(c.Text, jsPlaces[name])
	}
}
