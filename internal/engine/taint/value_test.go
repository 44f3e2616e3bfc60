package taint

import (
	"slices"
	"testing"
)

// Cyclic objects must not make infinite values.
func TestValuesStayShallow(t *testing.T) {
	r := &run{}
	v := tainted(taints{{source: 7}})
	for range 50 {
		v = r.with(nil, []name{3}, v)
	}
	if v.deeper(maxPath) {
		t.Error("a value of more levels than a path has")
	}
	if w := v.whole(); len(w) != 1 || w[0].source != 7 {
		t.Errorf("what tainted the innermost part became %v", w)
	}
}

// Nested objects are distinguished up to a bound, beyond which their fields are merged.
func TestSizeOfValue(t *testing.T) {
	source := func(i int32) *value { return tainted(taints{{source: i}}) }
	var v *value
	for outer := range name(20) {
		var parts []part
		for inner := range name(20) {
			parts = append(parts, part{inner + 1, source(int32(inner))})
		}
		var before []part
		if v != nil {
			before = v.parts
		}
		v = valueOf(nil, append(slices.Clone(before), part{outer + 1, valueOf(nil, parts, 0)}), 0)
		if v.size > maxSize {
			t.Fatalf("%d parts after %d fields", v.size, outer+1)
		}
	}
	if len(v.parts) != 20 {
		t.Fatalf("%d fields", len(v.parts))
	}
	if got := v.whole(); len(got) != 20 {
		t.Errorf("%d sources are left of 20", len(got))
	}
}
