// Package freeze turns values of Go types into bytes and back, with all of their fields, exported
// or not. It is for caches that only the same build of the program reads: the bytes follow the
// layout of the types, and nothing in them describes it.
//
// Start with Codec. What it does not know how to write exactly, such as a closure, is an error,
// so a type that gains such a field is no longer cached rather than cached wrongly. It knows none
// of the types that it is used for.
package freeze

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"unsafe"
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

// shared is a pointer or a map that may be met again: several types may have one address.
type shared struct {
	at   uintptr
	kind reflect.Type
}

type writer struct {
	codec   *Codec
	out     []byte
	strings map[string]uint64
	seen    map[shared]uint64
}

func (w *writer) number(n uint64) { w.out = binary.AppendUvarint(w.out, n) }

// before writes whether a pointer or map is nil (0), new (1), or which one it is.
func (w *writer) before(v reflect.Value) (isNew bool) {
	if v.IsNil() {
		w.number(0)
		return false
	}
	key := shared{v.Pointer(), v.Type()}
	if n, ok := w.seen[key]; ok {
		w.number(n + 2)
		return false
	}
	w.seen[key] = uint64(len(w.seen))
	w.number(1)
	return true
}

func (w *writer) text(s string) {
	if s == "" {
		w.number(0)
		return
	}
	if n, ok := w.strings[s]; ok {
		w.number(n + 2)
		return
	}
	w.strings[s] = uint64(len(w.strings))
	w.number(1)
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *writer) value(v reflect.Value, depth int) error {
	if depth++; depth > maxDepth {
		return errDepth
	}
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		w.number(n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = binary.AppendVarint(w.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		w.number(math.Float64bits(v.Float()))
	case reflect.Struct:
		for i := range v.NumField() {
			if err := w.value(v.Field(i), depth); err != nil {
				return err
			}
		}
	case reflect.Array:
		return w.elements(v, depth)
	case reflect.Slice:
		if v.IsNil() {
			w.number(0)
			return nil
		}
		w.number(uint64(v.Len()) + 1)
		return w.elements(v, depth)
	case reflect.Pointer:
		if w.before(v) {
			return w.value(v.Elem(), depth)
		}
	case reflect.Map:
		if w.before(v) {
			return w.entries(v, depth)
		}
	case reflect.Interface:
		return w.dynamic(v, depth)
	case reflect.Func:
		return w.function(v)
	default:
		return fmt.Errorf("freeze: a value of type %s", v.Type())
	}
	return nil
}

func (w *writer) elements(v reflect.Value, depth int) error {
	for i := range v.Len() {
		if err := w.value(v.Index(i), depth); err != nil {
			return err
		}
	}
	return nil
}

// entries writes a map in the order of its keys, so that equal values give equal bytes.
func (w *writer) entries(v reflect.Value, depth int) error {
	if v.Type().Key().Kind() != reflect.String {
		return fmt.Errorf("freeze: a map of type %s", v.Type())
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	w.number(uint64(len(keys)))
	for _, k := range keys {
		w.text(k.String())
		if err := w.value(v.MapIndex(k), depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) dynamic(v reflect.Value, depth int) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	n := slices.Index(w.codec.types, v.Elem().Type())
	if n < 0 {
		return fmt.Errorf("freeze: a value of type %s in an interface", v.Elem().Type())
	}
	w.number(uint64(n) + 1)
	return w.value(v.Elem(), depth)
}

func (w *writer) function(v reflect.Value) error {
	if v.IsNil() {
		w.number(0)
		return nil
	}
	n, ok := w.codec.functions[v.Pointer()]
	if !ok || w.codec.byNumber[n].Type() != v.Type() {
		return fmt.Errorf("freeze: a function of type %s", v.Type())
	}
	w.number(uint64(n) + 1)
	return nil
}

type reader struct {
	codec   *Codec
	rest    []byte
	strings []string
	seen    []reflect.Value
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		panic(damaged("a number"))
	}
	r.rest = r.rest[size:]
	return n
}

// length reads how many elements follow: no more than there are bytes.
func (r *reader) length(n uint64) int {
	if n > uint64(len(r.rest)) {
		panic(damaged("a length"))
	}
	return int(n)
}

func (r *reader) text() string {
	switch n := r.number(); n {
	case 0:
		return ""
	case 1:
		size := r.length(r.number())
		s := string(r.rest[:size])
		r.rest = r.rest[size:]
		r.strings = append(r.strings, s)
		return s
	default:
		if n-2 >= uint64(len(r.strings)) {
			panic(damaged("a string"))
		}
		return r.strings[n-2]
	}
}

// before reads what before wrote, and reports whether the value follows.
func (r *reader) before(v reflect.Value) (isNew bool) {
	switch n := r.number(); n {
	case 0:
		v.SetZero()
	case 1:
		return true
	default:
		if n-2 >= uint64(len(r.seen)) || r.seen[n-2].Type() != v.Type() {
			panic(damaged("a reference"))
		}
		v.Set(r.seen[n-2])
	}
	return false
}

func (r *reader) value(v reflect.Value, depth int) {
	if depth++; depth > maxDepth {
		panic(damaged(errDepth.Error()))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(r.text())
	case reflect.Bool:
		v.SetBool(r.number() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(r.rest)
		if size <= 0 || v.OverflowInt(n) {
			panic(damaged("a number"))
		}
		r.rest = r.rest[size:]
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := r.number()
		if v.OverflowUint(n) {
			panic(damaged("a number"))
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(r.number()))
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			if !field.CanSet() { // not exported
				field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
			}
			r.value(field, depth)
		}
	case reflect.Array:
		r.elements(v, depth)
	case reflect.Slice:
		n := r.number()
		if n == 0 {
			v.SetZero()
			return
		}
		size := r.length(n - 1)
		v.Set(reflect.MakeSlice(v.Type(), size, size))
		r.elements(v, depth)
	case reflect.Pointer:
		if r.before(v) {
			v.Set(reflect.New(v.Type().Elem()))
			r.seen = append(r.seen, reflect.ValueOf(v.Interface()))
			r.value(v.Elem(), depth)
		}
	case reflect.Map:
		if r.before(v) {
			r.entries(v, depth)
		}
	case reflect.Interface:
		r.dynamic(v, depth)
	case reflect.Func:
		r.function(v)
	default:
		panic(damaged("a value of type " + v.Type().String()))
	}
}

func (r *reader) elements(v reflect.Value, depth int) {
	for i := range v.Len() {
		r.value(v.Index(i), depth)
	}
}

func (r *reader) entries(v reflect.Value, depth int) {
	if v.Type().Key().Kind() != reflect.String {
		panic(damaged("a map of type " + v.Type().String()))
	}
	size := r.length(r.number())
	v.Set(reflect.MakeMapWithSize(v.Type(), size))
	r.seen = append(r.seen, reflect.ValueOf(v.Interface()))
	key, entry := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	for range size {
		key.SetString(r.text())
		entry.SetZero()
		r.value(entry, depth)
		v.SetMapIndex(key, entry)
	}
}

func (r *reader) dynamic(v reflect.Value, depth int) {
	n := r.number()
	if n == 0 {
		v.SetZero()
		return
	}
	if n > uint64(len(r.codec.types)) || !r.codec.types[n-1].AssignableTo(v.Type()) {
		panic(damaged("a type"))
	}
	inner := reflect.New(r.codec.types[n-1]).Elem()
	r.value(inner, depth)
	v.Set(inner)
}

func (r *reader) function(v reflect.Value) {
	n := r.number()
	if n == 0 {
		v.SetZero()
		return
	}
	if n > uint64(len(r.codec.byNumber)) || r.codec.byNumber[n-1].Type() != v.Type() {
		panic(damaged("a function"))
	}
	v.Set(r.codec.byNumber[n-1])
}
