package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"go.yaml.in/yaml/v3"
)

// Adoption is what replaces the author's words in an adopted rule.
type Adoption struct {
	ID       string         `json:"id"`
	Message  string         `json:"message"`
	Severity string         `json:"severity"`
	Metadata map[string]any `json:"metadata"`
}

// adoptedKeys are the parts of a rule that say what it matches, and nothing else. A path is no
// such part: the rule must still match after the file was renamed.
var adoptedKeys = regexp.MustCompile(`^(languages|mode|options|match|taint|patterns?|pattern-[a-z-]+)$`)

// notAdopted are functions whose result depends on the day, or whose time on the text.
var notAdopted = regexp.MustCompile(`\b(today|strptime)\s*\(|\bre\.(match|search)\s*\(`)

// Adopt returns a rule file with the one rule of text, whose id, message, and metadata are
// replaced. The rule itself is not validated.
func Adopt(text []byte, as Adoption) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("not YAML: %w", err)
	}
	rule, err := onlyRule(&doc)
	if err != nil {
		return nil, err
	}
	var head yaml.Node
	if err := head.Encode(map[string]any{"id": as.ID, "message": as.Message, "severity": as.Severity, "metadata": as.Metadata}); err != nil {
		return nil, fmt.Errorf("write rule: %w", err)
	}
	for i := 0; i+1 < len(rule.Content); i += 2 {
		if adoptedKeys.MatchString(rule.Content[i].Value) {
			head.Content = append(head.Content, rule.Content[i], rule.Content[i+1])
		}
	}
	out, err := yaml.Marshal(map[string]any{"rules": []*yaml.Node{&head}})
	if err != nil {
		return nil, fmt.Errorf("write rule: %w", err)
	}
	if f := notAdopted.Find(out); f != nil {
		return nil, fmt.Errorf("%s is not allowed here", bytes.TrimRight(f, " ("))
	}
	return out, nil
}

// onlyRule returns the mapping of the one rule in a document: in a list of rules, or alone.
func onlyRule(doc *yaml.Node) (*yaml.Node, error) {
	if err := noAliases(doc, 0); err != nil {
		return nil, err
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("expected one rule")
	}
	top := doc.Content[0]
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value != "rules" {
			continue
		}
		list := top.Content[i+1]
		if list.Kind != yaml.SequenceNode || len(list.Content) != 1 || list.Content[0].Kind != yaml.MappingNode {
			return nil, errors.New("expected exactly one rule")
		}
		return list.Content[0], nil
	}
	return top, nil
}

// noAliases refuses aliases and merge keys: a rule that needs them is not one rule, and a short
// text could stand for a huge one.
func noAliases(n *yaml.Node, depth int) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Tag == "!!merge" {
		return fmt.Errorf("line %d: aliases and anchors are not allowed here", n.Line)
	}
	if depth > 100 {
		return fmt.Errorf("line %d: nested too deeply", n.Line)
	}
	for _, k := range n.Content {
		if err := noAliases(k, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// Regexps calls visit for each regular expression of a rule.
func (r *Rule) Regexps(visit func(*Regexp)) {
	var walk func(f *Formula)
	walk = func(f *Formula) {
		if f == nil {
			return
		}
		if f.Regex != nil {
			visit(f.Regex)
		}
		for _, sub := range f.Of {
			walk(sub)
		}
		for _, c := range f.Conditions {
			if c.Regex != nil {
				visit(c.Regex)
			}
			walk(c.Formula)
		}
	}
	walk(r.Formula)
	if t := r.Taint; t != nil {
		for _, p := range t.Sources {
			walk(p.Formula)
		}
		for _, p := range t.Sinks {
			walk(p.Formula)
		}
		for _, p := range t.Sanitizers {
			walk(p.Formula)
		}
		for _, p := range t.Propagators {
			walk(p.Formula)
		}
	}
}
