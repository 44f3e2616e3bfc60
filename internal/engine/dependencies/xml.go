package dependencies

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// element is a part of an XML document that knows where it is.
type element struct {
	at       int
	name     string
	attrs    []xml.Attr
	text     string
	children []*element
}

// child returns the first child of a name. Without it, it returns an empty element.
func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return &element{}
}

// attr returns an attribute, whose name may be written in other cases.
func (e *element) attr(name string) string {
	for _, a := range e.attrs {
		if strings.EqualFold(a.Name.Local, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// each calls visit for each element below e that has a name.
func (e *element) each(name string, visit func(*element)) {
	for _, c := range e.children {
		if c.name == name {
			visit(c)
		}
		c.each(name, visit)
	}
}

// parseXML reads a document. Entities beyond the five of XML are an error: none is ever
// looked up or put in.
func parseXML(text []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // names and versions are ASCII
	root := &element{}
	stack := []*element{root}
	for n := 0; ; n++ {
		at := int(d.InputOffset())
		token, err := d.Token()
		top := stack[len(stack)-1]
		switch {
		case errors.Is(err, io.EOF) && len(stack) == 1 && len(root.children) == 1:
			return root.children[0], nil
		case err != nil:
			return nil, errors.New("not valid XML")
		case n > maxValues:
			return nil, fmt.Errorf("more than %d elements", maxValues)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(stack) > maxDepth {
				return nil, fmt.Errorf("nested deeper than %d levels", maxDepth)
			}
			e := &element{at: at, name: t.Name.Local, attrs: t.Attr}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			top.text = strings.TrimSpace(top.text)
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(top.text) < 1000 { // nothing that is of use is longer
				top.text += string(t[:min(len(t), 1000)])
			}
		}
	}
}
