// Package pack contains the built-in rules, as data: one file for each, in the Semgrep rule
// language, with an annotated example next to it that has vulnerable code and safe
// variants.
//
// What several rules share (the input sources of a language's frameworks, the functions that
// run SQL, the sanitizers) is written once, as a named list in models/<language>.yaml. A rule
// refers to it with an entry "use" in any of its lists:
//
//	pattern-sources:
//	  - use: python.http-input
//
// Start with [Rules], or with [For] to load only the rules for some languages.
package pack

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine/rules"
)

//go:generate env VIGIL_GENERATE=1 go test -count=1 -run TestApps .

//go:embed rules models
var files embed.FS

// Files returns the source of the rules and their examples, under rules/, and of the models,
// under models/.
func Files() fs.FS { return files }

// Rules returns all built-in rules, with the models expanded.
var Rules = sync.OnceValues(func() ([]*rules.Rule, error) {
	list, _, err := For(nil)
	return list, err
})

// For returns the rules for files in some languages, and the ids of the others: reading them all takes a
// while. Without languages it returns all.
func For(languages []string) (list []*rules.Rule, others []string, err error) {
	documents, others, err := read(files, languages)
	if err != nil {
		return nil, nil, fmt.Errorf("read the built-in rules: %w", err)
	}
	list, problems := rules.ReadDocuments(documents)
	if len(problems) > 0 {
		return nil, nil, fmt.Errorf("read the built-in rules: %v", problems[0])
	}
	return list, others, nil
}

// Digest is a short hash of the rules.
var Digest = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !rules.IsRuleFile(p) {
			return err
		}
		text, err := fs.ReadFile(files, p)
		fmt.Fprintf(h, "%s %d\n", p, len(text))
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:4]), err
})

// ruleRE is the beginning of a rule file. Each has one rule.
var ruleRE = regexp.MustCompile(`\Arules:\n  - id: (\S+)\n    languages: \[([^\]\n]*)\]\n`)

// isFor reports whether a rule file lists one of some languages.
func isFor(list []byte, languages []string) bool {
	for name := range strings.SplitSeq(string(list), ",") {
		if l, _ := rules.Language(strings.TrimSpace(name)); slices.Contains(languages, l) {
			return true
		}
	}
	return false
}

// read parses the rules for some languages, all if there are none, and returns the ids of the others.
func read(fsys fs.FS, languages []string) (documents []rules.Document, others []string, err error) {
	var list rules.Bundle
	err = fs.WalkDir(fsys, "rules", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !rules.IsRuleFile(p) {
			return err
		}
		text, err := fs.ReadFile(fsys, p)
		if err != nil || !bytes.HasPrefix(text, []byte("rules:")) { // an example of a rule for YAML files
			return err
		}
		if m := ruleRE.FindSubmatch(text); languages != nil && m != nil && !isFor(m[2], languages) {
			others = append(others, string(m[1]))
			return nil
		}
		list = append(list, rules.File{Path: p, Text: text})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	models, _, err := readModels(fsys, func(language string) bool {
		return slices.ContainsFunc(list, func(f rules.File) bool { return bytes.Contains(f.Text, []byte("use: "+language+".")) })
	})
	if err != nil {
		return nil, nil, err
	}
	for _, f := range list {
		var doc yaml.Node
		if err := yaml.Unmarshal(f.Text, &doc); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		if err := models.expand(&doc, 0); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		interfile(doc.Content[0])
		documents = append(documents, rules.Document{Path: f.Path, Top: doc.Content[0]})
	}
	return documents, others, nil
}

// interfile enables interfile analysis for taint rules, unless they disable it.
func interfile(doc *yaml.Node) {
	for _, rule := range doc.Content[1].Content {
		var options *yaml.Node
		taint := false
		for i := 0; i+1 < len(rule.Content); i += 2 {
			switch rule.Content[i].Value {
			case "mode":
				taint = rule.Content[i+1].Value == "taint"
			case "options":
				options = rule.Content[i+1]
			}
		}
		if !taint {
			continue
		}
		if options == nil {
			options = &yaml.Node{Kind: yaml.MappingNode}
			rule.Content = append(rule.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "options"}, options)
		}
		if !slices.ContainsFunc(options.Content, func(n *yaml.Node) bool { return n.Value == "interfile" }) {
			options.Content = append(options.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: "interfile"}, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"})
		}
	}
}

// models are the lists that rules share, by "language.name".
type models map[string][]*yaml.Node

// readModels reads the models of some languages, and the comment above each: it describes the list.
func readModels(fsys fs.FS, wanted func(language string) bool) (models, map[string]string, error) {
	paths, err := fs.Glob(fsys, "models/*.yaml")
	if err != nil {
		return nil, nil, err
	}
	out, words := models{}, map[string]string{}
	for _, p := range paths {
		language := strings.TrimSuffix(path.Base(p), ".yaml")
		if !wanted(language) {
			continue
		}
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			return nil, nil, err
		}
		var doc yaml.Node
		if err := yaml.Unmarshal(text, &doc); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", p, err)
		}
		if doc.Kind != yaml.DocumentNode || doc.Content[0].Kind != yaml.MappingNode {
			return nil, nil, fmt.Errorf("read %s: its top is not a list of names", p)
		}
		for i := 0; i+1 < len(doc.Content[0].Content); i += 2 {
			key, list := doc.Content[0].Content[i], doc.Content[0].Content[i+1]
			if list.Kind != yaml.SequenceNode {
				return nil, nil, fmt.Errorf("read %s: %s is not a list", p, key.Value)
			}
			name := language + "." + key.Value
			out[name], words[name] = list.Content, comment(key.HeadComment)
		}
	}
	return out, words, nil
}

// comment is the text of the last of some comments, on one line.
func comment(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#"))
		if line == "" {
			out = nil
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, " ")
}

// maxDepth is how deep models may use one another.
const maxDepth = 8

// expand replaces each entry "use" of a list by what it names. The nodes of a model are the same
// in all rules that use it.
func (m models) expand(n *yaml.Node, depth int) error {
	var content []*yaml.Node
	for _, entry := range n.Content {
		if n.Kind != yaml.SequenceNode || entry.Kind != yaml.MappingNode || len(entry.Content) != 2 || entry.Content[0].Value != "use" {
			if err := m.expand(entry, depth); err != nil {
				return err
			}
			content = append(content, entry)
			continue
		}
		name := entry.Content[1].Value
		list, there := m[name]
		if !there || depth == maxDepth {
			return fmt.Errorf("line %d: there is no model %q", entry.Line, name)
		}
		part := yaml.Node{Kind: yaml.SequenceNode, Content: list}
		if err := m.expand(&part, depth+1); err != nil {
			return err
		}
		content = append(content, part.Content...)
	}
	n.Content = content
	return nil
}
