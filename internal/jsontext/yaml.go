package jsontext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML writes the JSON object that r holds as YAML, with its keys in the same order, as
// the library would write the whole. An object in it is converted a member at a time;
// any other member is held as a whole.
func YAML(w io.Writer, r io.Reader) error {
	d := json.NewDecoder(r)
	d.UseNumber()
	if err := open(d); err != nil {
		return err
	}
	if !d.More() {
		_, err := io.WriteString(w, "{}\n")
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		value, err := d.Token()
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		if value == json.Delim('{') && d.More() {
			err = writeMembers(w, d, key)
		} else {
			err = writeMember(w, d, key, value)
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// writeMember writes a member whose value begins with the token.
func writeMember(w io.Writer, d *json.Decoder, key, value json.Token) error {
	n := &yaml.Node{Kind: yaml.MappingNode}
	if err := add(n, d, key, value); err != nil {
		return err
	}
	return write(w, n, "")
}

// writeMembers writes a member whose value is an object that has been opened and has
// members itself.
func writeMembers(w io.Writer, d *json.Decoder, key json.Token) error {
	head, err := yaml.Marshal(&yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(key), scalar(nil)}})
	if err != nil {
		return fmt.Errorf("write YAML: %w", err)
	}
	if _, err := w.Write(append(bytes.TrimSuffix(head, []byte(" null\n")), '\n')); err != nil {
		return err
	}
	var f fast
	var b []byte
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		value, err := d.Token()
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		n := &yaml.Node{Kind: yaml.MappingNode}
		if err := add(n, d, key, value); err != nil {
			return err
		}
		var ok bool
		if b, ok = f.mapping(b[:0], n, step); ok {
			_, err = w.Write(b)
		} else {
			err = write(w, n, strings.Repeat(" ", step))
		}
		if err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// add puts a member into a mapping.
func add(n *yaml.Node, d *json.Decoder, key, value json.Token) error {
	v, err := node(d, value)
	n.Content = append(n.Content, scalar(key), v)
	return err
}

// node reads the rest of a value that begins with the token.
func node(d *json.Decoder, t json.Token) (*yaml.Node, error) {
	n := scalar(t)
	if n.Kind == yaml.ScalarNode {
		return n, nil
	}
	for d.More() { // keys are nodes like any other
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("read JSON: %w", err)
		}
		item, err := node(d, t)
		if err != nil {
			return nil, err
		}
		n.Content = append(n.Content, item)
	}
	_, err := d.Token()
	return n, err
}

// scalar is the node of a token. One that begins a value with others in it has none yet.
func scalar(t json.Token) *yaml.Node {
	switch t := t.(type) {
	case json.Delim:
		if t == '{' {
			return &yaml.Node{Kind: yaml.MappingNode}
		}
		return &yaml.Node{Kind: yaml.SequenceNode}
	case string:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: t}
	case nil:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	default: // a number or a truth value, which are written alike
		return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(t)}
	}
}

// write writes a mapping with a prefix before each line that is not empty.
func write(w io.Writer, n *yaml.Node, prefix string) error {
	text, err := yaml.Marshal(n)
	if err != nil {
		return fmt.Errorf("write YAML: %w", err)
	}
	if prefix == "" {
		_, err = w.Write(text)
		return err
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for line := range bytes.Lines(text) {
		if line[0] != '\n' {
			out = append(out, prefix...)
		}
		out = append(out, line...)
	}
	_, err = w.Write(out)
	return err
}
