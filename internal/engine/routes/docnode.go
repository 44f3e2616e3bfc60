package routes

import (
	"bytes"
	"iter"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// document is a YAML or JSON file, with the files that it refers to.
type document struct {
	path    string
	root    *yaml.Node
	others  map[string]*yaml.Node    // files that were referred to
	open    func(path string) []byte // nil: other files are left out
	visited int
}

// maxVisited bounds the work on one document: references and aliases let a small file
// stand for a huge one.
const maxVisited = 200_000

var (
	blankTabs = regexp.MustCompile(`(?m)^[ \t]+$`)
	surrogate = regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)
)

// parseDocument reads YAML, of which JSON is a part but for tabs and pairs of
// surrogates. It returns nil if the file is neither.
func parseDocument(name string, src []byte) *yaml.Node {
	if path.Ext(name) == ".json" {
		src = surrogate.ReplaceAll(bytes.ReplaceAll(src, []byte("\t"), []byte(" ")), []byte("?"))
	}
	var n yaml.Node
	if yaml.Unmarshal(src, &n) != nil {
		// Tabs on lines of nothing else are no YAML, and often there.
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

// docPlace is a part of a document, with the file that it is in: references are relative
// to that. Its node is nil if there is nothing.
type docPlace struct {
	file string
	node *yaml.Node
}

// docEntry is a value of a mapping with its key.
type docEntry struct {
	docPlace
	key *yaml.Node
}

func (p docPlace) text() string {
	if p.node == nil || p.node.Kind != yaml.ScalarNode {
		return ""
	}
	return p.node.Value
}

// visit follows aliases, and gives up on a document that has cost too much.
func (d *document) visit(n *yaml.Node) *yaml.Node {
	if d.visited++; d.visited > maxVisited {
		return nil
	}
	for i := 0; n != nil && n.Kind == yaml.AliasNode && i < 100; i++ {
		n = n.Alias
	}
	return n
}

// get returns the value of a key.
func (d *document) get(p docPlace, key string) docPlace {
	if n := d.visit(p.node); n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return docPlace{p.file, d.visit(n.Content[i+1])}
			}
		}
	}
	return docPlace{file: p.file}
}

// entries goes through a mapping.
func (d *document) entries(p docPlace) iter.Seq2[string, docEntry] {
	return func(yield func(string, docEntry) bool) {
		n := d.visit(p.node)
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := d.visit(n.Content[i+1])
			if value == nil || !yield(n.Content[i].Value, docEntry{docPlace{p.file, value}, n.Content[i]}) {
				return
			}
		}
	}
}

// items returns the elements of a list.
func (d *document) items(p docPlace) (out []docPlace) {
	if n := d.visit(p.node); n != nil && n.Kind == yaml.SequenceNode {
		for _, c := range n.Content {
			if c = d.visit(c); c != nil {
				out = append(out, docPlace{p.file, c})
			}
		}
	}
	return out
}

// follow returns what a reference stands for: a part of this document, or of another
// file beside it.
func (d *document) follow(p docPlace) docPlace {
	for range 20 {
		ref := d.get(p, "$ref").text()
		if ref == "" {
			return p
		}
		file, pointer, _ := strings.Cut(ref, "#")
		to := docPlace{file: p.file}
		switch {
		case file != "":
			if strings.Contains(file, ":") {
				return docPlace{file: p.file}
			}
			to.file = path.Join(path.Dir(p.file), file)
			to.node = d.file(to.file)
		case p.file == d.path:
			to.node = d.root
		default:
			to.node = d.others[p.file]
		}
		for step := range strings.SplitSeq(strings.Trim(pointer, "/"), "/") {
			if step != "" {
				to = d.get(to, strings.NewReplacer("~1", "/", "~0", "~", "%7B", "{", "%7D", "}").Replace(step))
			}
		}
		p = to
	}
	return docPlace{file: p.file}
}

// file returns another file of the repository, nil if there is none.
func (d *document) file(name string) *yaml.Node {
	if name == d.path {
		return d.root
	}
	if n, ok := d.others[name]; ok {
		return n
	}
	var n *yaml.Node
	if d.open != nil && len(d.others) < 1000 {
		if src := d.open(name); src != nil {
			n = parseDocument(name, src)
		}
	}
	d.others[name] = n
	return n
}
