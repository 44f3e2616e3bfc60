// Package freeze turns values of Go types into bytes and back, with all of their fields, exported
// or not. It is for caches that only the same build of the program reads: the bytes follow the
// layout of the types, and nothing in them describes it.
//
// Start with Codec. What it does not know how to write exactly, such as a closure, is an error,
// so a type that gains such a field is no longer cached rather than cached wrongly. It knows none
// of the types that it is used for.
package freeze

import (
	"errors"
	"reflect"
	"regexp"
	"runtime"
)

// Codec writes and reads values. It is safe for concurrent use once it is made.
type Codec struct {
	functions map[uintptr]int // by their code; closures have code of their own
	byNumber  []reflect.Value
	types     []reflect.Type // of values in interfaces
}

// New returns a codec that also knows some functions, and the types of some values, for
// interfaces. A function must be declared: the code of a literal does not tell its variables.
func New(functions, values []any) *Codec {
	c := &Codec{functions: map[uintptr]int{}}
	for _, f := range functions {
		v := reflect.ValueOf(f)
		if name := runtime.FuncForPC(v.Pointer()).Name(); literal.MatchString(name) {
			panic("freeze: " + name + " is not a declared function")
		}
		c.functions[v.Pointer()] = len(c.byNumber)
		c.byNumber = append(c.byNumber, v)
	}
	for _, v := range values {
		c.types = append(c.types, reflect.TypeOf(v))
	}
	return c
}

// literal matches the names of function literals and method values.
var literal = regexp.MustCompile(`\.func\d+|-fm$`)

// Write returns the bytes of the value that a pointer points to.
func (c *Codec) Write(pointer any) ([]byte, error) {
	w := writer{codec: c, strings: map[string]uint64{}, seen: map[shared]uint64{}}
	if err := w.value(reflect.ValueOf(pointer).Elem(), 0); err != nil {
		return nil, err
	}
	return w.out, nil
}

// Read reads bytes of Write into the value that a pointer points to, which has the same type.
func (c *Codec) Read(in []byte, pointer any) (err error) {
	r := reader{codec: c, rest: in}
	defer func() {
		if p := recover(); p != nil {
			damage, ok := p.(damaged)
			if !ok {
				panic(p)
			}
			err = damage
		}
	}()
	r.value(reflect.ValueOf(pointer).Elem(), 0)
	if len(r.rest) > 0 {
		return damaged("bytes are left")
	}
	return nil
}

// maxDepth bounds the nesting of values.
const maxDepth = 10_000

var errDepth = errors.New("freeze: nested too deeply")

// damaged means that bytes were not written by Write for this type.
type damaged string

func (d damaged) Error() string { return "freeze: " + string(d) }
