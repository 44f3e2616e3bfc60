package manifest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Element is a part of an XML document that knows where it is.
type Element struct {
	At       int
	Name     string
	Attrs    []xml.Attr
	Text     string // without that of its children
	Children []*Element
}

// Child returns the first child of a name. Without it, it returns an empty element.
func (e *Element) Child(name string) *Element {
	for _, c := range e.Children {
		if c.Name == name {
			return c
		}
	}
	return &Element{}
}

// Attr returns an attribute, whose name may be written in other cases.
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if strings.EqualFold(a.Name.Local, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// Each calls visit for each element below e that has a name.
func (e *Element) Each(name string, visit func(*Element)) {
	for _, c := range e.Children {
		if c.Name == name {
			visit(c)
		}
		c.Each(name, visit)
	}
}

// ParseXML reads a document. With an error, it returns what was read before it. Entities beyond the five of XML are an error: none is ever
// looked up or put in.
func ParseXML(text []byte) (*Element, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // names and versions are ASCII
	root := &Element{}
	stack := []*Element{root}
	read := func() *Element {
		if len(root.Children) == 0 {
			return root
		}
		return root.Children[0]
	}
	for n := 0; ; n++ {
		at := int(d.InputOffset())
		token, err := d.Token()
		top := stack[len(stack)-1]
		switch {
		case errors.Is(err, io.EOF) && len(stack) == 1 && len(root.Children) == 1:
			return read(), nil
		case err != nil:
			return read(), errors.New("not valid XML")
		case n > maxValues:
			return read(), fmt.Errorf("more than %d elements", maxValues)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(stack) > maxDepth {
				return read(), fmt.Errorf("nested deeper than %d levels", maxDepth)
			}
			e := &Element{At: at, Name: t.Name.Local, Attrs: t.Attr}
			top.Children = append(top.Children, e)
			stack = append(stack, e)
		case xml.EndElement:
			top.Text = strings.TrimSpace(top.Text)
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(top.Text) < 1000 { // nothing that is of use is longer
				top.Text += string(t[:min(len(t), 1000)])
			}
		}
	}
}
