package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// jsHandler returns the name of a handler, the symbol of the function if it is named,
// and the parameters that it is seen to read.
func (s *source) jsHandler(n match.NodeID) (name, function string, params []engine.RouteParam) {
	switch s.kind(n) {
	case match.Func:
		return "", "", s.jsParams(n)
	case match.Ident, match.Member:
		return s.sourceText(n), s.symbol(n), nil
	case match.Call, match.New: // asyncHandler(f), controller.f.bind(controller)
		callee, args := s.call(n)
		if object, m := s.member(callee); m == "bind" {
			return s.jsHandler(object)
		}
		if len(args) > 0 {
			last := args[len(args)-1]
			if k := s.kind(last); k == match.Func || k == match.Ident || k == match.Member {
				return s.jsHandler(last)
			}
		}
		return s.sourceText(callee), "", nil
	}
	return "", "", nil
}

// jsPlaces are the parts of a request, by the names that frameworks have for them.
var jsPlaces = map[string]string{
	"query": "query", "params": "path", "param": "path", "body": "body", "headers": "header", "header": "header", "cookies": "cookie", "signedCookies": "cookie",
}

// jsParams finds what a handler reads of its request: req.query.x, req.body['x'],
// const {x} = req.body, req.header('x').
func (s *source) jsParams(f match.NodeID) []engine.RouteParam {
	var out []engine.RouteParam
	add := func(name, in string) {
		if name != "" && in != "" && len(out) < maxParams {
			out = append(out, engine.RouteParam{Name: name, In: in})
		}
	}
	part := func(n match.NodeID) string {
		chain := s.chain(n)
		if len(chain) < 2 || len(chain) > 4 {
			return ""
		}
		switch chain[0] {
		case "req", "request", "ctx", "context", "c":
			return jsPlaces[chain[len(chain)-1]]
		}
		return ""
	}
	s.Walk(f, func(n match.NodeID) bool {
		switch s.kind(n) {
		case match.Member:
			object, name := s.member(n)
			if p := s.Node(s.Node(n).Parent); p.Kind == match.Call && s.Kid(s.Node(n).Parent, 0) == n {
				return true // a function
			}
			add(name, part(object))
		case match.Index:
			if c, ok := s.Constant(s.Kid(n, 1)); ok && c.Kind == match.Str {
				add(c.Text, part(s.Kid(n, 0)))
			}
		case match.VarDef:
			if in := part(s.Kid(n, 3)); in != "" && s.kind(s.Kid(n, 1)) == match.Dict {
				for _, p := range s.Kids(s.Kid(n, 1)) {
					if s.kind(p) == match.Pair {
						add(s.key(s.Kid(p, 0)), in)
					}
				}
			}
		case match.Call:
			callee, args := s.call(n)
			if len(args) == 0 {
				break
			}
			c, ok := s.Constant(args[0])
			chain := s.chain(callee)
			if !ok || c.Kind != match.Str || len(chain) < 2 {
				break
			}
			root := chain[0]
			switch last := chain[len(chain)-1]; {
			case root != "req" && root != "request" && root != "ctx" && root != "context" && root != "c":
			case last == "get" && len(chain) == 3 && chain[1] == "cookies":
				add(c.Text, "cookie")
			case last == "get" || last == "header":
				add(c.Text, "header")
			case last == "query" || last == "param":
				add(c.Text, jsPlaces[last])
			}
		}
		return true
	})
	return out
}
