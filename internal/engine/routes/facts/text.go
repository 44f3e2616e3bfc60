package facts

import (
	"slices"

	"vigil/internal/engine/match"
)

// Literal returns the object or list literal of an expression, following variables of this file.
func (s *Reader) Literal(n match.NodeID) match.NodeID {
	if s.Kind(n) != match.Ident {
		return n
	}
	if s.values == nil {
		s.values = map[string]match.NodeID{}
		for _, v := range s.NodesOf(match.VarDef) {
			if k := s.Kind(s.Kid(v, 3)); k == match.Dict || k == match.Array {
				s.values[s.Symbol(s.Kid(v, 1))] = s.Kid(v, 3)
			}
		}
	}
	if v, ok := s.values[s.Symbol(n)]; ok {
		return v
	}
	return n
}

// Strings returns the string constants in a list, or n itself if it is one.
func (s *Reader) Strings(n match.NodeID) []string {
	var out []string
	for _, e := range s.Elements(n) {
		if c, ok := s.Constant(e); ok && c.Kind == match.Str {
			out = append(out, c.Text)
		}
	}
	return out
}

// Template returns the string value of an expression, as far as it is known; ok is false if
// nothing of it is.
func (s *Reader) Template(n match.NodeID) (out Template, ok bool) { return s.textDepth(n, 0) }

func (s *Reader) textDepth(n match.NodeID, depth int) (Template, bool) {
	if n == 0 || depth > 50 {
		return nil, false
	}
	if c, ok := s.Constant(n); ok {
		if c.Kind != match.Str {
			return nil, false
		}
		return Text(c.Text), true
	}
	switch s.Kind(n) {
	case match.Interp, match.Concat:
		var out Template
		for _, k := range s.Kids(n) {
			t, ok := s.textDepth(k, depth+1)
			if !ok {
				t = Template{{Ref: "?"}}
			}
			out = append(out, t...)
		}
		return out, true
	case match.Binary:
		if op := s.Node(n).Text; op != "+" && op != "." {
			return nil, false
		}
		a, ok1 := s.textDepth(s.Kid(n, 0), depth+1)
		b, ok2 := s.textDepth(s.Kid(n, 1), depth+1)
		if !ok1 {
			a = Template{{Ref: "?"}}
		}
		if !ok2 {
			b = Template{{Ref: "?"}}
		}
		return slices.Concat(a, b), ok1 || ok2
	case match.Ident, match.Member:
		if sym := s.Symbol(n); sym != "" {
			return Template{{Ref: sym}}, true
		}
	}
	return nil, false
}

// Symbol returns the symbol that an expression refers to, "" if unknown.
func (s *Reader) Symbol(n match.NodeID) string { return s.symbolDepth(n, 0) }

func (s *Reader) symbolDepth(n match.NodeID, depth int) string {
	if depth > 50 {
		return ""
	}
	if len(s.Anonymous) > 0 && s.Kind(n) != match.Ident && s.Kind(n) != match.Member {
		if sym, ok := s.Anonymous[s.Base(n)]; ok {
			return sym
		}
	}
	switch s.Kind(n) {
	case match.Ident:
		return s.Scoped(s.Node(n).Text, n)
	case match.Member:
		object, name := s.Member(n)
		if name == "" {
			return ""
		}
		if o := s.Ident(object); o == "this" || o == "self" || o == "cls" {
			if c := s.Parent(n, match.Class); c != 0 {
				return s.Ident(s.Kid(c, 1)) + "." + name
			}
		}
		if o := s.symbolDepth(object, depth+1); o != "" {
			return o + "." + name
		}
	case match.Func:
		return "fn:" + s.Position(n)
	case match.New:
		return s.symbolDepth(s.Kid(n, 0), depth+1)
	case match.Cast:
		return s.symbolDepth(s.Kid(n, 1), depth+1)
	case match.Call:
		callee, args := s.Call(n)
		if name := s.Ident(callee); (name == "require" || name == "import") && len(args) == 1 {
			if c, ok := s.Constant(args[0]); ok && c.Kind == match.Str {
				return s.Require(c.Text)
			}
			return ""
		}
		if s.wrapped != nil {
			if value := s.wrapped(s, n); value != 0 {
				return s.symbolDepth(value, depth+1)
			}
		}
		if f := s.symbolDepth(callee, depth+1); f != "" {
			return f + "()"
		}
	default:
		if kids := s.Kids(n); s.Kind(n) >= 100 && len(kids) == 1 { // await, for instance
			return s.symbolDepth(kids[0], depth+1)
		}
	}
	return ""
}
