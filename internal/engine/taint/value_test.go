package taint

import "testing"

// Objects that hold one another must not make values without end.
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
