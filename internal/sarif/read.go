package sarif

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A document is read twice instead of being held in memory: once for tools and rules, which may
// come after the results, and once for the results.

// maxRules bounds the memory for rules.
const maxRules = 50_000

// readHeads reads all runs without their results.
func readHeads(in io.ReadSeeker) (heads []run, err error) {
	err = eachRun(in, func(d *json.Decoder, n int) error {
		if n >= 100 {
			return errors.New("there are more than 100 runs")
		}
		var head run
		rules := 0
		err := object(d, func(key string) error {
			var into any
			switch key {
			case "tool":
				into = &head.Tool
			case "originalUriBaseIds":
				into = &head.OriginalBases
			case "invocations":
				into = &head.Invocations
			case "artifacts":
				into = &head.Artifacts
			case "taxonomies":
				into = &head.Taxonomies
			default:
				return skip(d)
			}
			return d.Decode(into)
		})
		for _, c := range append(head.Tool.Extensions, head.Tool.Driver) {
			rules += len(c.Rules)
		}
		if err == nil && rules > maxRules {
			err = fmt.Errorf("there are more than %d rules", maxRules)
		}
		if err == nil && strings.TrimSpace(head.Tool.Driver.Name) == "" {
			err = errors.New("tool.driver.name is missing")
		}
		heads = append(heads, head)
		return err
	})
	return heads, err
}

// readResults reads the results of one run.
func readResults(in io.ReadSeeker, number int, each func(result) error) error {
	return eachRun(in, func(d *json.Decoder, n int) error {
		if n != number {
			return skip(d)
		}
		return object(d, func(key string) error {
			if key != "results" {
				return skip(d)
			}
			return array(d, func(i int) error {
				var r result
				err := d.Decode(&r)
				if err == nil {
					err = each(r)
				}
				if err != nil {
					return fmt.Errorf("results[%d]: %w", i, err)
				}
				return nil
			})
		})
	})
}

// Fingerprints returns the Vigil fingerprints in a document, and the number of
// results.
func Fingerprints(in io.ReadSeeker) (known map[string]bool, results int, err error) {
	heads, err := readHeads(in)
	if err != nil {
		return nil, 0, fmt.Errorf("read SARIF: %w", err)
	}
	known = map[string]bool{}
	for n := range heads {
		err := readResults(in, n, func(r result) error {
			results++
			if f := r.PartialFingerprints[fingerprintKey]; f != "" && r.BaselineState != "absent" {
				known[f] = true
			}
			return nil
		})
		if err != nil {
			return nil, 0, fmt.Errorf("read SARIF: %w", err)
		}
	}
	return known, results, nil
}

// eachRun calls f at the start of each run. f must read it.
func eachRun(in io.ReadSeeker, f func(d *json.Decoder, n int) error) error {
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return eachRunOf(json.NewDecoder(in), f)
}

func eachRunOf(d *json.Decoder, f func(d *json.Decoder, n int) error) error {
	var said string
	runs := false
	err := object(d, func(key string) error {
		switch key {
		case "version":
			return readText(d, &said)
		case "runs":
			runs = true
			return array(d, func(n int) error {
				if err := f(d, n); err != nil {
					return fmt.Errorf("runs[%d]: %w", n, err)
				}
				return nil
			})
		}
		return skip(d)
	})
	switch {
	case err != nil:
		return err
	case said != version:
		return fmt.Errorf("version is %q, not %s", said, version)
	case !runs:
		return errors.New("runs is missing")
	}
	return nil
}

// object calls f at each value of an object. f must read it.
func object(d *json.Decoder, f func(key string) error) error {
	if err := open(d, '{'); err != nil {
		return err
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		if err := f(t.(string)); err != nil { // the decoder guarantees that keys are strings
			return err
		}
	}
	_, err := d.Token()
	return err
}

// array calls f at each item of an array. f must read it. Null is an empty array.
func array(d *json.Decoder, f func(n int) error) error {
	t, err := d.Token()
	if err != nil || t == nil {
		return err
	}
	if t != json.Delim('[') {
		return fmt.Errorf("a list is expected, not %v", t)
	}
	for n := 0; d.More(); n++ {
		if err := f(n); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func open(d *json.Decoder, want json.Delim) error {
	t, err := d.Token()
	if err == nil && t != want {
		err = fmt.Errorf("%v is expected, not %v", want, t)
	}
	return err
}

// maxDepth limits nesting. The decoder keeps a stack, and a document can be nothing but
// brackets.
const maxDepth = 1000

// skip reads and discards a value.
func skip(d *json.Decoder) error {
	depth := 0
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > maxDepth {
				return fmt.Errorf("values lie more than %d deep in each other", maxDepth)
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// readText reads a value that must be a string. Decode would buffer any other value.
func readText(d *json.Decoder, to *string) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	s, is := t.(string)
	if !is {
		return fmt.Errorf("a text is expected, not %v", t)
	}
	*to = s
	return nil
}

// Check reads a document once, in constant memory, and returns whether it can be imported: it
// is SARIF, and each run names its tool.
func Check(in io.Reader) error {
	d := json.NewDecoder(&condensed{in: in})
	err := eachRunOf(d, func(d *json.Decoder, _ int) error {
		name := ""
		err := object(d, func(key string) error {
			if key != "tool" {
				return skip(d)
			}
			return object(d, func(key string) error {
				if key != "driver" {
					return skip(d)
				}
				return object(d, func(key string) error {
					if key != "name" {
						return skip(d)
					}
					return readText(d, &name)
				})
			})
		})
		if err == nil && strings.TrimSpace(name) == "" {
			err = errors.New("tool.driver.name is missing")
		}
		return err
	})
	if err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something behind the end")
	}
	return nil
}
