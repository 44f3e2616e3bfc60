package ruby

import (
	"slices"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/facts"
)

// textOf is the string value of an expression: a string, a symbol, a loop variable.
// Unknown values become parameters.
func (r *railsReader) textOf(n match.NodeID, s railsScope) string {
	switch r.Kind(n) {
	case match.Ident:
		if v, ok := s.names[r.Node(n).Text]; ok {
			return v
		}
	case match.Lit:
		return strings.Trim(strings.TrimPrefix(r.Node(n).Text, ":"), `"'`)
	case match.Interp:
		out := ""
		for _, k := range r.Kids(n) {
			if t := r.textOf(k, s); t != "" {
				out += t
			} else if name := r.FirstLine(k); r.Kind(k) != match.Str {
				name, _, _ = strings.Cut(name, "(")
				out += ":" + strings.Map(word, facts.LastName(name))
			}
		}
		return out
	}
	if c, ok := r.Constant(n); ok && (c.Kind == match.Str || c.Kind == match.Lit) {
		return strings.TrimPrefix(c.Text, ":")
	}
	return ""
}

func word(r rune) rune {
	if r < 0x80 && !rubyWord(byte(r)) {
		return '_'
	}
	return r
}

// optionNode returns the value of an option: name: value, :name => value.
func (r *railsReader) optionNode(args []match.NodeID, name string) match.NodeID {
	for _, a := range args {
		if r.Kind(a) == match.KwArg && strings.Trim(strings.TrimPrefix(r.Node(r.Kid(a, 0)).Text, ":"), `"'`) == name {
			return r.Kid(a, 1)
		}
	}
	return 0
}

func (r *railsReader) option(args []match.NodeID, name string, s railsScope) string {
	return r.textOf(r.optionNode(args, name), s)
}

func (r *railsReader) optionOr(args []match.NodeID, name, or string, s railsScope) string {
	if n := r.optionNode(args, name); n != 0 {
		if r.Kind(n) == match.Lit && (r.Node(n).Text == "nil" || r.Node(n).Text == "false") {
			return ""
		}
		return r.textOf(n, s)
	}
	return or
}

// list returns the strings of an option that may be one or a list.
func (r *railsReader) list(args []match.NodeID, name string, s railsScope) (out []string, there bool) {
	n := r.optionNode(args, name)
	if n == 0 {
		return nil, false
	}
	for _, e := range r.Elements(n) {
		out = append(out, r.textOf(e, s))
	}
	return out, true
}

// slashes joins module and controller.
func slashes(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" })
	return strings.Join(parts, "/")
}

// slicesJoin is controller#action, or the non-empty one of them.
func slicesJoin(controller, action string) string {
	if controller == "" || action == "" {
		return action
	}
	return controller + "#" + action
}

// rubyWord reports whether a byte may be part of an identifier.
func rubyWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
