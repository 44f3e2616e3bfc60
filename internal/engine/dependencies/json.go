package dependencies

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// jsonValue is a part of a JSON document that knows where it is. The decoders of the standard
// library do not tell.
type jsonValue struct {
	at     int
	kind   byte // {, [, " or, for all others, 0
	text   string
	fields []jsonField
	items  []jsonValue
}

type jsonField struct {
	name  string
	at    int
	value jsonValue
}

// field returns the value of a field, the last if it is there twice. Without it, it returns
// an empty value.
func (v *jsonValue) field(name string) *jsonValue {
	for i := len(v.fields) - 1; i >= 0; i-- {
		if v.fields[i].name == name {
			return &v.fields[i].value
		}
	}
	return &jsonValue{}
}

// string returns the text of a string, "" for all else.
func (v *jsonValue) string() string {
	if v.kind == '"' {
		return v.text
	}
	return ""
}

func (v *jsonValue) isTrue() bool { return v.kind == 0 && v.text == "true" }

const (
	maxDepth  = 64
	maxValues = 1_000_000
)

// parseJSON reads a document. Comments and commas before an end are fine: Bun writes them.
func parseJSON(text []byte) (*jsonValue, error) {
	p := &jsonParser{text: text}
	if len(text) >= 3 && string(text[:3]) == "\xef\xbb\xbf" {
		p.at = 3
	}
	var v jsonValue
	if err := p.value(&v, 0); err != nil {
		return nil, err
	}
	if p.space(); p.at < len(p.text) {
		return nil, p.wrong()
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

func (p *jsonParser) value(v *jsonValue, depth int) (err error) {
	if p.values++; depth > maxDepth || p.values > maxValues {
		return fmt.Errorf("nested deeper than %d levels, or more than %d values", maxDepth, maxValues)
	}
	c := p.next()
	v.at = p.at
	switch c {
	case '{':
		v.kind = c
		return p.list('}', func() error {
			v.fields = append(v.fields, jsonField{})
			f := &v.fields[len(v.fields)-1]
			if p.next() != '"' {
				return p.wrong()
			}
			f.at = p.at
			if f.name, err = p.string(); err != nil {
				return err
			}
			if p.next() != ':' {
				return p.wrong()
			}
			p.at++
			return p.value(&f.value, depth+1)
		})
	case '[':
		v.kind = c
		return p.list(']', func() error {
			v.items = append(v.items, jsonValue{})
			return p.value(&v.items[len(v.items)-1], depth+1)
		})
	case '"':
		v.kind = c
		v.text, err = p.string()
		return err
	}
	for p.at < len(p.text) && isWord(p.text[p.at]) {
		p.at++
	}
	if v.text = string(p.text[v.at:p.at]); v.text == "" || !json.Valid([]byte(v.text)) {
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
