package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Value is a part of a JSON document that knows where it is. The decoders of the standard
// library do not tell.
type Value struct {
	At     int
	Kind   byte // {, [, " or, for all others, 0
	Text   string
	Fields []Field
	Items  []Value
}

// Field is a field of an object. It stands where its name does.
type Field struct {
	Name  string
	At    int
	Value Value
}

// Field returns the value of a field, the last if it is there twice. Without it, it returns
// an empty value.
func (v *Value) Field(name string) *Value {
	for i := len(v.Fields) - 1; i >= 0; i-- {
		if v.Fields[i].Name == name {
			return &v.Fields[i].Value
		}
	}
	return &Value{}
}

// String returns the text of a string, "" for all else.
func (v *Value) String() string {
	if v.Kind == '"' {
		return v.Text
	}
	return ""
}

// IsTrue reports whether the value is true.
func (v *Value) IsTrue() bool { return v.Kind == 0 && v.Text == "true" }

const (
	maxDepth  = 64
	maxValues = 1_000_000
)

var errNotJSON = errors.New("not valid JSON")

// ParseJSON reads a document. Comments and commas before an end are fine: Bun writes them.
// With an error, it returns what was read before it.
func ParseJSON(text []byte) (*Value, error) {
	p := &jsonParser{text: text}
	if len(text) >= 3 && string(text[:3]) == "\xef\xbb\xbf" {
		p.at = 3
	}
	var v Value
	if err := p.value(&v, 0); err != nil {
		return &v, err
	}
	if p.space(); p.at < len(p.text) {
		return &v, p.wrong()
	}
	return &v, nil
}

type jsonParser struct {
	text   []byte
	at     int
	values int
}

func (p *jsonParser) wrong() error { return fmt.Errorf("%w at byte %d", errNotJSON, p.at) }

// space passes blanks and comments.
func (p *jsonParser) space() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		case c == '/' && p.at+1 < len(p.text) && p.text[p.at+1] == '/':
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

// next returns the next byte that says something, 0 at the end.
func (p *jsonParser) next() byte {
	if p.space(); p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *jsonParser) value(v *Value, depth int) (err error) {
	if p.values++; depth > maxDepth || p.values > maxValues {
		return fmt.Errorf("nested deeper than %d levels, or more than %d values", maxDepth, maxValues)
	}
	c := p.next()
	v.At = p.at
	switch c {
	case '{':
		v.Kind = c
		return p.list('}', func() error {
			v.Fields = append(v.Fields, Field{})
			f := &v.Fields[len(v.Fields)-1]
			if p.next() != '"' {
				return p.wrong()
			}
			f.At = p.at
			if f.Name, err = p.string(); err != nil {
				return err
			}
			if p.next() != ':' {
				return p.wrong()
			}
			p.at++
			return p.value(&f.Value, depth+1)
		})
	case '[':
		v.Kind = c
		return p.list(']', func() error {
			v.Items = append(v.Items, Value{})
			return p.value(&v.Items[len(v.Items)-1], depth+1)
		})
	case '"':
		v.Kind = c
		v.Text, err = p.string()
		return err
	}
	for p.at < len(p.text) && isWord(p.text[p.at]) {
		p.at++
	}
	if v.Text = string(p.text[v.At:p.at]); v.Text == "" || !json.Valid([]byte(v.Text)) {
		return p.wrong()
	}
	return nil
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '+' || c == '-' || c == '.'
}

// list reads what is between brackets, with commas between.
func (p *jsonParser) list(end byte, one func() error) error {
	p.at++
	for {
		if p.next() == end {
			p.at++
			return nil
		}
		if err := one(); err != nil {
			return err
		}
		switch p.next() {
		case ',':
			p.at++
		case end:
		default:
			return p.wrong()
		}
	}
}

func (p *jsonParser) string() (string, error) {
	start := p.at
	plain := true
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			raw := p.text[start:p.at]
			if plain && utf8.Valid(raw) {
				return string(raw[1 : len(raw)-1]), nil
			}
			var s string
			if json.Unmarshal(raw, &s) != nil {
				return "", p.wrong()
			}
			return s, nil
		case c == '\\':
			plain = false
			p.at++
		case c < ' ':
			return "", p.wrong()
		}
	}
	return "", p.wrong()
}
