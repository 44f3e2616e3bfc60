// Package document reads YAML and JSON documents that refer to parts of themselves and of
// other files. Work on one [Document] is bounded, since aliases and references let a small
// file stand for a huge one. It does not know what a document describes.
package document

import (
	"bytes"
	"iter"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Document is a YAML or JSON file, with the files that it references.
type Document struct {
	Path    string
	Root    *yaml.Node
	Others  map[string]*yaml.Node    // referenced files
	Open    func(path string) []byte // nil: other files are ignored
	visited int
}

// maxVisited bounds the nodes visited in one document: references and aliases let a small file
// expand into a huge one.
const maxVisited = 200_000

var (
	blankTabs = regexp.MustCompile(`(?m)^[ \t]+$`)
	surrogate = regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)
)

// Parse reads YAML, of which JSON is a part but for tabs and pairs of
// surrogates. It returns nil if the file is neither.
func Parse(name string, src []byte) *yaml.Node {
	if path.Ext(name) == ".json" {
		src = surrogate.ReplaceAll(bytes.ReplaceAll(src, []byte("\t"), []byte(" ")), []byte("?"))
	}
	var n yaml.Node
	if yaml.Unmarshal(src, &n) != nil {
		// Lines of nothing but tabs are invalid YAML, yet common.
		n = yaml.Node{}
		if yaml.Unmarshal(blankTabs.ReplaceAll(src, nil), &n) != nil {
			return nil
		}
	}
	if len(n.Content) != 1 {
		return nil
	}
	return n.Content[0]
}

// Place is a node of a document, with its file: references are relative
// to that. Its node is nil if it does not exist.
type Place struct {
	File string
	Node *yaml.Node
}

// Entry is a value of a mapping with its key.
type Entry struct {
	Place
	Key *yaml.Node
}

func (p Place) Text() string {
	if p.Node == nil || p.Node.Kind != yaml.ScalarNode {
		return ""
	}
	return p.Node.Value
}

// visit follows aliases, and stops when the budget is used up.
func (d *Document) visit(n *yaml.Node) *yaml.Node {
	if d.visited++; d.visited > maxVisited {
		return nil
	}
	for i := 0; n != nil && n.Kind == yaml.AliasNode && i < 100; i++ {
		n = n.Alias
	}
	return n
}

// Get returns the value of a key.
func (d *Document) Get(p Place, key string) Place {
	if n := d.visit(p.Node); n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return Place{p.File, d.visit(n.Content[i+1])}
			}
		}
	}
	return Place{File: p.File}
}

// Entries iterates over a mapping.
func (d *Document) Entries(p Place) iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		n := d.visit(p.Node)
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := d.visit(n.Content[i+1])
			if value == nil || !yield(n.Content[i].Value, Entry{Place{p.File, value}, n.Content[i]}) {
				return
			}
		}
	}
}

// Items returns the elements of a list.
func (d *Document) Items(p Place) (out []Place) {
	if n := d.visit(p.Node); n != nil && n.Kind == yaml.SequenceNode {
		for _, c := range n.Content {
			if c = d.visit(c); c != nil {
				out = append(out, Place{p.File, c})
			}
		}
	}
	return out
}

// Follow resolves a reference to a node of this document, or of another
// file.
func (d *Document) Follow(p Place) Place {
	for range 20 {
		ref := d.Get(p, "$ref").Text()
		if ref == "" {
			return p
		}
		file, pointer, _ := strings.Cut(ref, "#")
		to := Place{File: p.File}
		switch {
		case file != "":
			if strings.Contains(file, ":") {
				return Place{File: p.File}
			}
			to.File = path.Join(path.Dir(p.File), file)
			to.Node = d.file(to.File)
		case p.File == d.Path:
			to.Node = d.Root
		default:
			to.Node = d.Others[p.File]
		}
		for step := range strings.SplitSeq(strings.Trim(pointer, "/"), "/") {
			if step != "" {
				to = d.Get(to, strings.NewReplacer("~1", "/", "~0", "~", "%7B", "{", "%7D", "}").Replace(step))
			}
		}
		p = to
	}
	return Place{File: p.File}
}

// file returns another file of the repository, nil if there is none.
func (d *Document) file(name string) *yaml.Node {
	if name == d.Path {
		return d.Root
	}
	if n, ok := d.Others[name]; ok {
		return n
	}
	var n *yaml.Node
	if d.Open != nil && len(d.Others) < 1000 {
		if src := d.Open(name); src != nil {
			n = Parse(name, src)
		}
	}
	d.Others[name] = n
	return n
}
