package pack

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine/rules"
)

// Part is an entry of one of the lists of a rule, for documentation.
type Part struct {
	Words    string   `json:"words,omitempty"`    // what the comment above a model says
	Patterns []string `json:"patterns,omitempty"` // what it looks for, each in one line, without the conditions
}

// Parts returns the entries under a key of a built-in rule, such as pattern-sources. Under ""
// it returns the patterns of a rule that is not a taint rule.
func Parts(r *rules.Rule, key string) ([]Part, error) {
	text, err := fs.ReadFile(files, r.Path)
	if err != nil {
		return nil, fmt.Errorf("read rule %s: %w", r.ID, err)
	}
	var doc struct{ Rules []yaml.Node }
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read rule %s: %w", r.ID, err)
	}
	all, err := described()
	if err != nil {
		return nil, err
	}
	for i := range doc.Rules {
		n := &doc.Rules[i]
		if id := field(n, "id"); id == nil || id.Value != r.ID {
			continue
		}
		if key == "" {
			return all.parts(&yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{n}}), nil
		}
		return all.parts(field(n, key)), nil
	}
	return nil, fmt.Errorf("read rule %s: it is not in %s", r.ID, r.Path)
}

// describedModels are models with their descriptions.
type describedModels struct {
	models
	words map[string]string
}

var described = sync.OnceValues(func() (describedModels, error) {
	m, words, err := readModels(files, func(string) bool { return true })
	return describedModels{m, words}, err
})

func (m describedModels) parts(list *yaml.Node) []Part {
	if list == nil {
		return nil
	}
	var out []Part
	var own Part // what the rule has without a model
	for _, entry := range list.Content {
		name := field(entry, "use")
		if name == nil {
			own.Patterns = m.patterns(entry, own.Patterns)
			continue
		}
		p := Part{Words: m.words[name.Value], Patterns: telling(m.patterns(entry, nil))}
		if p.Words == "" {
			own.Patterns = append(own.Patterns, p.Patterns...)
			continue
		}
		out = append(out, p)
	}
	if own.Patterns = telling(own.Patterns); len(own.Patterns) > 0 {
		out = append(out, own)
	}
	return out
}

// telling leaves out patterns that mean nothing without their conditions, such as
// $X.$CALL(...), if there are others.
func telling(list []string) []string {
	out := slices.DeleteFunc(slices.Clone(list), bareRE.MatchString)
	if len(out) == 0 {
		return list
	}
	return out
}

var bareRE = regexp.MustCompile(`^(\$[A-Z_0-9.]+|[^A-Za-z"'$])*$`)

// patterns appends the positive patterns. Those that must enclose a match, or must not match,
// are conditions.
func (m models) patterns(n *yaml.Node, to []string) []string {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, c := range n.Content {
			to = m.patterns(c, to)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch key, value := n.Content[i].Value, n.Content[i+1]; key {
			case "use":
				for _, c := range m[value.Value] {
					to = m.patterns(c, to)
				}
			case "patterns", "pattern-either":
				to = m.patterns(value, to)
			case "pattern", "pattern-regex":
				text := strings.Join(strings.Fields(value.Value), " ")
				if !slices.Contains(to, text) {
					to = append(to, text)
				}
			}
		}
	}
	return to
}

// field is what stands under a key, nil if nothing does.
func field(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}
