package facts

import (
	"strconv"

	"vigil/internal/engine/match"
)

// Scoped returns the symbol that a name refers to at n.
func (s *Reader) Scoped(name string, n match.NodeID) string {
	if s.locals == nil {
		s.findLocals()
	}
	for f := s.Parent(n, match.Func); f != 0; f = s.Parent(f, match.Func) {
		if s.locals[f][name] {
			return s.local(f, name)
		}
	}
	return name
}

// local is the symbol of a local variable.
func (s *Reader) local(f match.NodeID, name string) string {
	return strconv.Itoa(int(s.Start(f))) + "#" + name
}

// Parameters returns the symbols of a function's parameters, "" for unnamed ones.
func (s *Reader) Parameters(f match.NodeID) []string {
	var out []string
	for _, p := range s.Kids(s.Kid(f, 2)) {
		name := p
		if s.Kind(p) == match.Param {
			name = s.Kid(p, 1)
		}
		if t := s.Ident(name); t != "" {
			out = append(out, s.local(f, t))
		} else {
			out = append(out, "")
		}
	}
	return out
}

func (s *Reader) findLocals() {
	s.locals = map[match.NodeID]map[string]bool{}
	declare := func(n match.NodeID, name string) {
		if f := s.Parent(n, match.Func); f != 0 && name != "" {
			if s.locals[f] == nil {
				s.locals[f] = map[string]bool{}
			}
			s.locals[f][name] = true
		}
	}
	for _, n := range s.NodesOf(match.Func) {
		for _, p := range s.Kids(s.Kid(n, 2)) {
			name := p
			if s.Kind(p) == match.Param {
				name = s.Kid(p, 1)
			}
			declare(p, s.Ident(name))
		}
		if s.Node(n).Text == "def" && s.Kind(s.Node(s.Node(n).Parent).Parent) != match.Class {
			declare(n, s.Ident(s.Kid(n, 1)))
		}
	}
	for _, n := range s.NodesOf(match.VarDef) {
		target := s.Kid(n, 1)
		declare(n, s.Ident(target))
		for _, p := range s.PatternNames(target) {
			declare(n, p)
		}
	}
	if s.Language == "python" || s.Language == "ruby" || s.Language == "php" || s.Language == "go" {
		for _, n := range s.NodesOf(match.Assign) {
			for _, t := range s.Elements(s.Kid(n, 0)) {
				declare(n, s.Ident(t))
			}
		}
	}
}

// PatternNames returns the names that a destructuring pattern binds.
func (s *Reader) PatternNames(n match.NodeID) []string {
	var out []string
	switch s.Kind(n) {
	case match.Dict:
		for _, p := range s.Kids(n) {
			if s.Kind(p) == match.Pair {
				out = append(out, s.Ident(s.Kid(p, 1)))
			}
		}
	case match.Array, match.Tuple:
		for _, p := range s.Kids(n) {
			out = append(out, s.Ident(p))
		}
	}
	return out
}
