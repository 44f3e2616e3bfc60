package javascript

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// inline returns the function of an inline handler, 0 if it is declared elsewhere.
func (s *source) inline(n match.NodeID) match.NodeID {
	if s.Kind(n) == match.Func {
		return n
	}
	if _, args := s.Call(n); len(args) > 0 && s.Kind(args[len(args)-1]) == match.Func { // asyncHandler((req, res) => …)
		return args[len(args)-1]
	}
	return 0
}

// made returns the symbol of a handler that a call returns: show(), asyncHandler(show()).
func (s *source) made(n match.NodeID) string {
	_, args := s.Call(n)
	switch {
	case s.Kind(n) != match.Call:
		return ""
	case len(args) > 0 && s.Kind(args[len(args)-1]) == match.Call:
		n = args[len(args)-1]
	}
	return s.Symbol(n)
}

// jsHandler returns the display name of a handler, its symbol if the function is named,
// and the parameters it reads.
func (s *source) jsHandler(n match.NodeID) (name, function string, params []engine.RouteParam) {
	switch s.Kind(n) {
	case match.Func:
		return "", "", s.jsParams(n)
	case match.Ident, match.Member:
		return s.Name(n), s.Symbol(n), nil
	case match.Call, match.New: // asyncHandler(f), controller.f.bind(controller)
		callee, args := s.Call(n)
		if object, m := s.Member(callee); m == "bind" {
			return s.jsHandler(object)
		}
		if len(args) > 0 {
			last := args[len(args)-1]
			if k := s.Kind(last); k == match.Func || k == match.Ident || k == match.Member {
				return s.jsHandler(last)
			}
		}
		return s.Name(callee), "", nil
	}
	return "", "", nil
}
