package jsontext

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// fast writes YAML as the library does, for what API descriptions are made of. The library
// takes a second for two megabytes of them, and buffers of 400 KB for each text.
type fast struct {
	known map[string]string // how strings are written, as the library said
}

const (
	step     = 4    // the indentation of the library
	maxKey   = 100  // longer keys are written in another way
	maxText  = 1000 // longer texts are left to the library
	maxKnown = 10_000
)

// next is the indentation of what is in a mapping with the given one.
func next(indent int) int { return (indent + step) / step * step }

func spaces(b []byte, n int) []byte {
	for range n {
		b = append(b, ' ')
	}
	return b
}

// mapping appends a mapping that is not empty. It reports false if that is left to the
// library; what it appended is then of no use.
func (f *fast) mapping(b []byte, n *yaml.Node, indent int) (_ []byte, ok bool) {
	for i := 0; i < len(n.Content); i += 2 {
		if i > 0 || indent%step == 0 { // the first member of an item stands behind its dash
			b = spaces(b, indent)
		}
		key := n.Content[i]
		if len(key.Value) > maxKey {
			return b, false
		}
		if b, ok = f.scalar(b, key); !ok {
			return b, false
		}
		if b, ok = f.value(append(b, ':'), n.Content[i+1], indent); !ok {
			return b, false
		}
	}
	return b, true
}

// value appends the value of a member behind its colon.
func (f *fast) value(b []byte, n *yaml.Node, indent int) (_ []byte, ok bool) {
	switch {
	case n.Kind == yaml.ScalarNode:
		b, ok = f.scalar(append(b, ' '), n)
		return append(b, '\n'), ok
	case len(n.Content) == 0:
		return b, false
	case n.Kind == yaml.MappingNode:
		return f.mapping(append(b, '\n'), n, next(indent))
	}
	b = append(b, '\n')
	for _, item := range n.Content {
		if item.Kind != yaml.MappingNode || len(item.Content) == 0 {
			return b, false
		}
		b = append(spaces(b, next(indent)), "- "...)
		if b, ok = f.mapping(b, item, next(indent)+2); !ok {
			return b, false
		}
	}
	return b, true
}

func (f *fast) scalar(b []byte, n *yaml.Node) ([]byte, bool) {
	s := n.Value
	switch {
	case n.Tag != "!!str" || isPlain(s):
		return append(b, s...), true
	case s == "" || len(s) > maxText || strings.ContainsFunc(s, isBreak):
		return b, false
	}
	text, there := f.known[s]
	if !there {
		out, err := yaml.Marshal(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar("k"), n}})
		if out = bytes.TrimSuffix(bytes.TrimPrefix(out, []byte("k: ")), []byte("\n")); err != nil || bytes.ContainsRune(out, '\n') {
			return b, false
		}
		if len(f.known) >= maxKnown || f.known == nil {
			f.known = map[string]string{}
		}
		text = string(out)
		f.known[s] = text
	}
	return append(b, text...), true
}

// isPlain reports whether a string can be no number, no truth value, nothing with
// a sign that means something, and so is written as it is.
func isPlain(s string) bool {
	if len(s) < 6 || len(s) > maxText || s[0] != '/' && (s[0]|0x20 < 'a' || s[0]|0x20 > 'z') {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("/_.-{}", r)
	})
}

// isBreak reports whether a character is a control character or ends a line.
func isBreak(r rune) bool { return r < ' ' || r == 0x85 || r == 0x2028 || r == 0x2029 }
