package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vigil"
	"vigil/internal/listquery"
)

// maxBody is the largest body that is read.
const maxBody = 1 << 20

// readBody reads a JSON body into r.raw, without yet looking into it.
func (a *API) readBody(r *request) error {
	if kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" ||
		params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type",
			Message: "Send the body as JSON, with the header Content-Type: application/json."}
	}
	raw, err := a.readIntoMemory(r, r.Body, maxBody)
	switch {
	case isBodyError(err):
		return err
	case err != nil:
		return invalidJSON("could not be read completely")
	case len(raw) > maxBody:
		return &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "The body is larger than 1 MiB."}
	}
	r.raw = raw
	return nil
}

func invalidJSON(why string) error {
	return &vigil.Error{Kind: vigil.Invalid, Code: "invalid_json", Message: "The body " + why + "."}
}

// body is a JSON object. Each method takes a field out of it; the first thing
// wrong is kept, and done reports it, or else a field that nobody took.
type body struct {
	names  []string // in the order given
	fields map[string]json.RawMessage
	err    error
}

func parseBody(raw []byte) *body {
	b := &body{fields: map[string]json.RawMessage{}}
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		b.err = invalidJSON("is empty; it must be a JSON object")
	case !utf8.Valid(raw):
		b.err = invalidJSON("is not valid UTF-8")
	case !json.Valid(raw):
		b.err = invalidJSON("is not valid JSON: one object and nothing behind it")
	}
	if b.err != nil {
		return b
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, _ := d.Token(); t != json.Delim('{') {
		b.err = invalidJSON("must be a JSON object")
		return b
	}
	for d.More() { // it is valid JSON: nothing below can fail
		name, _ := d.Token()
		var value json.RawMessage
		_ = d.Decode(&value)
		b.add(name.(string), value)
	}
	return b
}

func (b *body) add(name string, value json.RawMessage) {
	if _, there := b.fields[name]; there {
		b.fail(name, "parameter_duplicate", "is given more than once")
	}
	b.fields[name] = value
	b.names = append(b.names, name)
}

func (b *body) fail(name, code, why string) {
	if b.err == nil {
		b.err = &vigil.Error{Kind: vigil.Invalid, Code: code, Param: name, Message: fmt.Sprintf("%q %s.", name, why)}
	}
}

func (b *body) invalid(name, why string) { b.fail(name, "parameter_invalid", why) }

// take removes a field. null is true if it is there and null.
func (b *body) take(name string) (raw json.RawMessage, there, null bool) {
	raw, there = b.fields[name]
	delete(b.fields, name)
	return raw, there, string(raw) == "null"
}

// text takes a string out of raw.
func (b *body) text(name string, raw json.RawMessage) string {
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		b.invalid(name, "must be a string")
	} else if strings.ContainsRune(s, 0) {
		b.invalid(name, "must not hold the character NUL")
	}
	return s
}

// optional takes a string field that may be absent but not null or empty, and
// must be one of allowed if any are given.
func optional[T ~string](b *body, name string, allowed ...T) T {
	raw, there, null := b.take(name)
	switch {
	case !there:
		return ""
	case null:
		b.invalid(name, "must not be null")
		return ""
	}
	s := T(b.text(name, raw))
	switch {
	case s == "":
		b.invalid(name, "must not be empty")
	case len(allowed) > 0 && !slices.Contains(allowed, s):
		b.invalid(name, "must be one of "+listquery.Join(allowed))
	}
	return s
}

// required is optional for a field that must be there.
func required[T ~string](b *body, name string, allowed ...T) T {
	b.require(name)
	return optional(b, name, allowed...)
}

// require reports those of the fields that are not there.
func (b *body) require(names ...string) {
	for _, name := range names {
		if _, there := b.fields[name]; !there {
			b.fail(name, "parameter_missing", "is required")
		}
	}
}

// given is optional for a field whose absence means something: it is nil then.
func given[T ~string](b *body, name string, allowed ...T) *T {
	if _, there := b.fields[name]; !there {
		return nil
	}
	s := optional(b, name, allowed...)
	return &s
}

// requiredNumber takes a field that must be there and a whole number from 1 up.
func requiredNumber(b *body, name string) int64 {
	raw, there, _ := b.take(name)
	if !there {
		b.fail(name, "parameter_missing", "is required")
		return 0
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 1 || n > math.MaxInt32 {
		b.invalid(name, "must be a whole number from 1 to 2147483647")
	}
	return n
}

// seconds takes a field that may be absent, a whole number of seconds from 0 to most.
func (b *body) seconds(name string, byDefault, most time.Duration) time.Duration {
	raw, there, _ := b.take(name)
	if !there {
		return byDefault
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 0 || n > int64(most/time.Second) {
		b.invalid(name, fmt.Sprintf("must be a whole number of seconds from 0 to %d", most/time.Second))
	}
	return time.Duration(n) * time.Second
}

// nullable is optional for a field that may be null. It returns nil if the field
// is absent and a pointer to the empty string if it is null.
func nullable[T ~string](b *body, name string, allowed ...T) *T {
	raw, there := b.fields[name]
	if !there {
		return nil
	}
	if string(raw) == "null" {
		b.take(name)
		return new(T)
	}
	s := optional(b, name, allowed...)
	return &s
}

// strings takes an array of strings that may be absent, but not null or empty.
func (b *body) strings(name string) []string {
	raw, there, _ := b.take(name)
	if !there {
		return nil
	}
	var elements []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &elements) != nil {
		b.invalid(name, "must be an array of strings")
		return nil
	}
	if len(elements) == 0 {
		b.invalid(name, "must not be empty")
	}
	out := make([]string, len(elements))
	for i, e := range elements {
		out[i] = b.text(fmt.Sprintf("%s[%d]", name, i), e)
	}
	return out
}

// object takes an object whose fields are texts, numbers or arrays of texts: what a
// query string could say as well. Nil if it is absent.
func (b *body) object(name string) map[string][]string {
	raw, there, _ := b.take(name)
	if !there {
		return nil
	}
	if raw[0] != '{' {
		b.invalid(name, "must be an object")
		return nil
	}
	in := parseBody(raw)
	out := map[string][]string{}
	for _, field := range in.names {
		switch raw := in.fields[field]; raw[0] {
		case '[':
			out[field] = in.strings(field)
		case '"':
			out[field] = []string{in.text(field, raw)}
		case '{', 'n', 't', 'f':
			in.invalid(field, "must be a string, a number or an array of strings")
		default:
			out[field] = []string{string(raw)}
		}
	}
	if len(in.names) == 0 {
		b.invalid(name, "must not be empty")
	}
	if e, ok := errors.AsType[*vigil.Error](in.err); ok {
		e.Param = name + "." + e.Param
		b.err = cmp.Or(b.err, error(e))
	}
	return out
}

// boolean takes a field that is true or false, nil if it is absent.
func (b *body) boolean(name string) *bool {
	raw, there, _ := b.take(name)
	if !there {
		return nil
	}
	var v bool
	if string(raw) == "null" || json.Unmarshal(raw, &v) != nil {
		b.invalid(name, "must be true or false")
	}
	return &v
}

// done returns what was wrong with the body, be it a field that nobody knows.
func (b *body) done() error {
	for _, name := range b.names {
		if _, left := b.fields[name]; left {
			b.fail(name, "parameter_unknown", "is not a field of this body")
		}
	}
	return b.err
}
