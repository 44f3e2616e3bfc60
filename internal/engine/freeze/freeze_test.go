package freeze

import (
	"reflect"
	"strings"
	"testing"
)

type node struct {
	name  string
	next  *node
	kids  []*node
	attrs map[string][]string
	fixed [2]uint8
	score float64
	small int8
	yes   bool
	any   any
	call  func(string) string
}

func upper(s string) string { return strings.ToUpper(s) }

func TestRoundTrip(t *testing.T) {
	c := New([]any{upper}, []any{&node{}, 7})
	shared := &node{name: "shared", small: -5}
	in := &node{name: "a", kids: []*node{shared, shared, nil}, attrs: map[string][]string{"x": {"a", "", "a"}, "y": nil, "z": {}}, fixed: [2]uint8{1, 255},
		score: -0.5, yes: true, any: shared}
	in.next = in // a circle
	in.kids[0].any = 7
	text, err := c.Write(in)
	if err != nil {
		t.Fatal(err)
	}
	var out node
	if err := c.Read(text, &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, &out) {
		t.Errorf("%+v became %+v", in, out)
	}
	if out.kids[0] != out.kids[1] || out.any != out.kids[0] || out.next.next != out.next {
		t.Error("what was one is several")
	}
	if out.attrs["y"] != nil || out.attrs["z"] == nil {
		t.Error("nil and empty are confused")
	}
	again, err := c.Write(in)
	if err != nil || string(again) != string(text) {
		t.Error("other bytes for the same value")
	}
	for i := range text {
		if c.Read(text[:i], &out) == nil {
			t.Errorf("%d of %d bytes are accepted", i, len(text))
		}
	}
	if c.Read(append(text, 0), &out) == nil {
		t.Error("a byte more is accepted")
	}
}

func TestFunctions(t *testing.T) {
	c := New([]any{upper}, nil)
	text, err := c.Write(&node{call: upper})
	if err != nil {
		t.Fatal(err)
	}
	var out node
	if err := c.Read(text, &out); err != nil || out.call("x") != "X" {
		t.Error(err)
	}
	suffix := "b"
	for name, v := range map[string]any{
		"closure": &node{call: func(s string) string { return s + suffix }}, "unknown function": &node{call: strings.ToLower},
		"unknown type": &node{any: "text"}, "channel": &struct{ c chan int }{}, "map by number": &map[int]string{1: "x"},
	} {
		if _, err := c.Write(v); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a closure was registered")
		}
	}()
	New([]any{func(s string) string { return s + suffix }}, nil)
}
