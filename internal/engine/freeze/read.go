package freeze

import (
	"encoding/binary"
	"math"
	"reflect"
	"unsafe"
)

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
