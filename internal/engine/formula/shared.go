package formula

import (
	"fmt"
	"reflect"
	"strings"

	"vigil/internal/engine/rules"
)

// Taint rules share most of their sources and many sanitizers. Equal formulas are compiled once and
// evaluated once in a file.

// formulaKey is a formula, or its content, and the options of its rule.
type formulaKey struct {
	options rules.Options
	formula *rules.Formula
	says    string
}

// Shared compiles a formula, or returns an equal one that was compiled for another rule.
func (k *Compiler) Shared(f *rules.Formula) (*Formula, error) {
	o := k.rule.Options
	o.Interfile = false
	this := formulaKey{options: o, formula: f}
	if same := k.formulas[this]; same != nil { // rules may share the formula itself
		return same, nil
	}
	var b strings.Builder
	if k.formulas == nil || !writeFormula(&b, reflect.ValueOf(f), 0) {
		return k.Formula(f)
	}
	text := formulaKey{options: o, says: b.String()}
	if same := k.formulas[text]; same != nil {
		k.formulas[this] = same
		return same, nil
	}
	problems := len(*k.dropped)
	out, err := k.Formula(f)
	// A formula that had a part dropped is compiled for each rule, so that each reports it.
	if err == nil && len(*k.dropped) == problems {
		k.formulas[this], k.formulas[text] = out, out
	}
	return out, err
}

var (
	typeOfPlace  = reflect.TypeFor[rules.Place]()
	typeOfRegexp = reflect.TypeFor[rules.Regexp]()
)

// writeFormula writes the content of a formula, without positions. It reports whether it could.
func writeFormula(b *strings.Builder, v reflect.Value, depth int) bool {
	if depth > 200 || b.Len() > 1<<20 {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteByte('-')
			return true
		}
		if v.Kind() == reflect.Interface {
			b.WriteString(v.Elem().Type().String())
		}
		return writeFormula(b, v.Elem(), depth+1)
	case reflect.Struct:
		if v.Type() == typeOfPlace {
			return true
		}
		fields := v.NumField()
		if v.Type() == typeOfRegexp {
			fields = 1 // its text
		}
		b.WriteByte('{')
		for i := range fields {
			if !writeFormula(b, v.Field(i), depth+1) {
				return false
			}
		}
		b.WriteByte('}')
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(b, "[%d:", v.Len())
		for i := range v.Len() {
			if !writeFormula(b, v.Index(i), depth+1) {
				return false
			}
		}
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float64:
		fmt.Fprintf(b, "%v,", v)
	default:
		return false
	}
	return true
}
