package routes

import (
	"vigil/internal/engine"
	"vigil/internal/engine/match"
)

// jsHandler returns the name of a handler, the symbol of the function if it is named,
// and the parameters that it is seen to read.
func (s *jsSource) jsHandler(n match.NodeID) (name, function string, params []engine.RouteParam) {
	switch s.kind(n) {
	case match.Func:
		return "", "", s.jsParams(n)
	case match.Ident, match.Member:
		return s.name(n), s.symbol(n), nil
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
		return s.name(callee), "", nil
	}
	return "", "", nil
}
