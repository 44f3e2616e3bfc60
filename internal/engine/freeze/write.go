package freeze

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

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
