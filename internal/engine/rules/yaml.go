package rules

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// reader reads one rule file. Each method records the problem and returns a zero value,
// so that one pass reports all mistakes of a rule.
type reader struct {
	path     string
	rule     string // the id of the current rule
	failed   bool   // it has a problem that is not minor
	problems []Problem
	visited  int // nodes, with aliases expanded: a small file can expand to a huge one
	*shared
}

// shared is what rules that are read together share, which is most.
type shared struct {
	regexps map[regexpKey]*Regexp
	parts   map[*yaml.Node]partOf // of taint rules
}

// partOf is the formula of a part of a taint rule, and its other fields.
type partOf struct {
	formula *Formula
	rest    []entry
}

func newShared() *shared {
	return &shared{regexps: map[regexpKey]*Regexp{}, parts: map[*yaml.Node]partOf{}}
}

type regexpKey struct {
	text     string
	anchored bool
}

// maxProblems limits the problems reported for one file.
const maxProblems = 1000

// maxNodes limits the nodes of one file, with aliases expanded.
const maxNodes = 1 << 20

func (r *reader) place(n *yaml.Node) Place { return Place{r.path, max(n.Line, 1), max(n.Column, 1)} }

func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.failed = true
	if len(r.problems) >= maxProblems {
		return
	}
	r.problems = append(r.problems, Problem{Place: r.place(n), Rule: r.rule, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) warn(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, Problem{Place: r.place(n), Rule: r.rule, Message: fmt.Sprintf(format, args...), Minor: true})
}

// follow resolves an alias. In a file that is too large it returns nothing, so that reading
// ends.
func (r *reader) follow(n *yaml.Node) *yaml.Node {
	if r.visited++; r.visited > maxNodes {
		if r.visited == maxNodes+1 {
			r.fail(n, "the file has more than %d nodes after expanding its aliases", maxNodes)
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Line: n.Line, Column: n.Column}
	}
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

type entry struct {
	name       string
	key, value *yaml.Node
}

// entries returns the entries of a mapping.
func (r *reader) entries(n *yaml.Node, what string) []entry {
	n = r.follow(n)
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s must be a mapping of names to values", what)
		return nil
	}
	var out []entry
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], r.follow(n.Content[i+1])
		if key.Value == "<<" && key.Tag == "!!merge" {
			for _, e := range r.merged(value) {
				if !seen[e.name] {
					seen[e.name] = true
					out = append(out, e)
				}
			}
			continue
		}
		if seen[key.Value] {
			r.fail(key, "%s has %q twice", what, key.Value)
			continue
		}
		seen[key.Value] = true
		out = append(out, entry{key.Value, key, value})
	}
	return out
}

func (r *reader) merged(n *yaml.Node) []entry {
	if n.Kind == yaml.SequenceNode {
		var out []entry
		for _, item := range n.Content {
			out = append(out, r.entries(item, "<<")...)
		}
		return out
	}
	return r.entries(n, "<<")
}

// items returns the items of a list.
func (r *reader) items(n *yaml.Node, what string) []*yaml.Node {
	n = r.follow(n)
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s must be a list", what)
		return nil
	}
	if len(n.Content) == 0 {
		r.fail(n, "%s is empty", what)
	}
	out := make([]*yaml.Node, len(n.Content))
	for i, c := range n.Content {
		out[i] = r.follow(c)
	}
	return out
}

// string returns the text of a scalar.
func (r *reader) string(n *yaml.Node, what string) string {
	n = r.follow(n)
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.fail(n, "%s must be a string", what)
		return ""
	}
	return n.Value
}

// strings returns a list of strings; a single string stands for a list of one.
func (r *reader) strings(n *yaml.Node, what string) []string {
	if n = r.follow(n); n.Kind == yaml.ScalarNode {
		return []string{r.string(n, what)}
	}
	var out []string
	for _, item := range r.items(n, what) {
		out = append(out, r.string(item, what))
	}
	return out
}

func (r *reader) bool(n *yaml.Node, what string) bool {
	switch strings.ToLower(r.string(n, what)) {
	case "true", "yes", "on":
		return true
	case "false", "no", "off":
		return false
	}
	r.fail(n, "%s must be true or false", what)
	return false
}

// metavariable returns the name of a metavariable.
func (r *reader) metavariable(n *yaml.Node, what string) string {
	s := r.string(n, what)
	if !IsMetavariable(s) && s != "" {
		r.fail(n, "%s must be a metavariable such as $X, not %q", what, s)
	}
	return s
}

// IsMetavariable reports whether s is the name of a metavariable: $X, $_, $...X, or $1
// for the first group of a regular expression.
func IsMetavariable(s string) bool {
	s, ok := strings.CutPrefix(s, "$")
	s = strings.TrimPrefix(s, "...")
	if !ok || s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
