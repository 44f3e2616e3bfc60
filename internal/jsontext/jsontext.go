// Package jsontext works on JSON documents that are too long to be held in memory: it
// reads them token by token. [YAML] writes one in another format, [Check] says whether
// one can be trusted to be JSON at all. [NewStringWriter] and [NewVisibleWriter] write parts
// of one.
package jsontext

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth is how deep values may be nested. An API description needs about ten levels.
const maxDepth = 100

// Check returns an error unless r holds one JSON object of at most so many bytes, and
// nothing else.
func Check(r io.Reader, most int64) error {
	d := json.NewDecoder(io.LimitReader(r, most+1))
	d.UseNumber()
	if err := open(d); err != nil {
		return err
	}
	for depth := 1; depth > 0; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return fmt.Errorf("read JSON: %w", err)
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxDepth {
			return fmt.Errorf("read JSON: values are nested more than %d levels deep", maxDepth)
		}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("read JSON: there is something behind the end")
	}
	if d.InputOffset() > most {
		return fmt.Errorf("read JSON: more than %d bytes", most)
	}
	return nil
}

// open reads the brace that begins an object.
func open(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	if t != json.Delim('{') {
		return fmt.Errorf("read JSON: an object is expected, not %v", t)
	}
	return nil
}
