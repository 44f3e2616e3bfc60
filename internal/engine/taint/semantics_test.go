package taint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// find returns the span of the n-th occurrence of a text.
func find(t *testing.T, src, text string, n int) Span {
	t.Helper()
	at := 0
	for ; n > 0; n-- {
		i := strings.Index(src[at:], text)
		if i < 0 {
			t.Fatalf("%q is not in the source", text)
		}
		at += i + len(text)
	}
	return Span{Start: uint32(at - len(text)), End: uint32(at)}
}

// has makes a requirement of one label, or of its absence with a "!" before it.
func has(labels ...string) Requires {
	return func(has func(string) bool) bool {
		for _, l := range labels {
			if not, ok := strings.CutPrefix(l, "!"); ok == has(not) {
				return false
			}
		}
		return true
	}
}

func TestSemantics(t *testing.T) {
	sources := func(p ...Place) []Place { return p }
	tests := []struct {
		name string
		src  string
		spec func(at func(text string, n int) Span) Spec
		want []string // the sinks that are reached
	}{{
		name: "a source that is not exact taints what is in it",
		src:  "source(sink(x))\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("source(sink(x))", 1)}), Sinks: sources(Place{Span: at("sink(x)", 1), Exact: true})}
		},
		want: []string{"sink(x)"},
	}, {
		name: "an exact one does not",
		src:  "source(sink(x))\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("source(sink(x))", 1), Exact: true}), Sinks: sources(Place{Span: at("sink(x)", 1), Exact: true})}
		},
	}, {
		name: "an exact sink takes its arguments, one that is not takes all that is in it",
		src:  "x = source()\nsink('a' if x else 'b')\n",
		spec: func(at func(string, int) Span) Spec {
			s := at("sink('a' if x else 'b')", 1)
			return Spec{Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: s, Exact: true, ID: 1}, Place{Span: s, ID: 2})}
		},
		want: []string{"sink('a' if x else 'b')"},
	}, {
		name: "a sink in a sanitizer is clean unless that is exact",
		src:  "x = source()\nsanitize(sink(x))\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("sink(x)", 1), Exact: true}), Sanitizers: sources(Place{Span: at("sanitize(sink(x))", 1)})}
		},
	}, {
		name: "it is not",
		src:  "x = source()\nsanitize(sink(x))\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("sink(x)", 1), Exact: true}), Sanitizers: sources(Place{Span: at("sanitize(sink(x))", 1), Exact: true})}
		},
		want: []string{"sink(x)"},
	}, {
		name: "only the argument in focus is a sink",
		src:  "x = source()\nsink(x, y)\nsink(y, x)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("x", 2), Exact: true}, Place{Span: at("y", 2), Exact: true})}
		},
		want: []string{"x"},
	}, {
		name: "labels",
		src:  "a = one()\nb = two(a)\nc = two(z)\nsink(a)\nsink(b)\nsink(c)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources: sources(Place{Span: at("one()", 1), Label: "A"}, Place{Span: at("two(a)", 1), Label: "B", Requires: has("A"), Exact: true}, Place{Span: at("two(z)", 1), Label: "B", Requires: has("A")}),
				Sinks:   sources(Place{Span: at("sink(a)", 1), Exact: true, Requires: has("B")}, Place{Span: at("sink(b)", 1), Exact: true, Requires: has("A", "B")}, Place{Span: at("sink(c)", 1), Exact: true, Requires: has("B")}, Place{Span: at("a", 1), Exact: true, Requires: has("A", "!B")}),
			}
		},
		want: []string{"sink(b)"},
	}, {
		name: "a sink that requires nothing takes taint without a label",
		src:  "a = one()\nsink(a)\nb = two()\nsink(b)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("one()", 1), Label: "A"}, Place{Span: at("two()", 1)}), Sinks: sources(Place{Span: at("sink(a)", 1), Exact: true}, Place{Span: at("sink(b)", 1), Exact: true})}
		},
		want: []string{"sink(b)"},
	}, {
		name: "labels across functions",
		src:  "def f(x):\n    sink(x)\ndef g():\n    f(one())\n    f(two())\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("one()", 1), Label: "A"}, Place{Span: at("two()", 1), Label: "B"}), Sinks: sources(Place{Span: at("sink(x)", 1), Exact: true, Requires: has("B", "!A")})}
		},
		want: []string{"sink(x)"},
	}, {
		name: "a propagator",
		src:  "s.copy(source())\nsink(s)\ns = 1\nsink(s, 2)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("sink(s)", 1), Exact: true}, Place{Span: at("sink(s, 2)", 1), Exact: true}),
				Propagators: []Propagator{{From: at("source()", 1), To: at("s", 1), BySideEffect: true}},
			}
		},
		want: []string{"sink(s)"},
	}, {
		name: "a propagator without side effect",
		src:  "if something(source()):\n    sink(to)\nsink(to)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("sink(to)", 1), Exact: true}, Place{Span: at("sink(to)", 2), Exact: true}),
				Propagators: []Propagator{{From: at("source()", 1), To: at("to", 1)}},
			}
		},
		want: []string{"sink(to)"},
	}, {
		name: "a propagator to a parameter",
		src:  "source().visit(lambda e: sink(e))\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources: sources(Place{Span: at("source()", 1)}), Sinks: sources(Place{Span: at("sink(e)", 1), Exact: true}),
				Propagators: []Propagator{{From: at("source()", 1), To: Span{Start: 22, End: 23}, BySideEffect: true}},
			}
		},
		want: []string{"sink(e)"},
	}, {
		name: "a source by side effect taints from there on",
		src:  "sink(s)\ninfect(s)\nsink(s)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("s)", 2), BySideEffect: BySideEffect}, Place{Span: Span{Start: 17, End: 18}, BySideEffect: BySideEffect}), Sinks: sources(Place{Span: at("sink(s)", 1), Exact: true}, Place{Span: at("sink(s)", 2), Exact: true})}
		},
		want: []string{"sink(s)"},
	}, {
		name: "a source that was checked stays clean until it is set",
		src:  "sink(r.q.a)\ncheck(r.q.a)\nsink(r.q.a, 0)\nsink(r.q.b, 1)\nr.q.a = 1\nsink(r.q.a, 2)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources:    sources(Place{Span: at("r.q", 1)}, Place{Span: at("r.q", 2)}, Place{Span: at("r.q", 3)}, Place{Span: at("r.q", 4)}, Place{Span: at("r.q", 6)}),
				Sanitizers: sources(Place{Span: at("r.q.a", 2), BySideEffect: OnlyBySideEffect}),
				Sinks:      sources(Place{Span: at("sink(r.q.a)", 1), Exact: true}, Place{Span: at("sink(r.q.a, 0)", 1), Exact: true}, Place{Span: at("sink(r.q.b, 1)", 1), Exact: true}, Place{Span: at("sink(r.q.a, 2)", 1), Exact: true}),
			}
		},
		want: []string{"sink(r.q.a)", "sink(r.q.b, 1)", "sink(r.q.a, 2)"},
	}, {
		name: "a check on one way only is none behind it",
		src:  "if x:\n    check(r.q)\n    sink(r.q, 1)\nsink(r.q, 2)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{
				Sources:    sources(Place{Span: at("r.q", 1)}, Place{Span: at("r.q", 2)}, Place{Span: at("r.q", 3)}),
				Sanitizers: sources(Place{Span: at("r.q", 1), BySideEffect: OnlyBySideEffect}),
				Sinks:      sources(Place{Span: at("sink(r.q, 1)", 1), Exact: true}, Place{Span: at("sink(r.q, 2)", 1), Exact: true}),
			}
		},
		want: []string{"sink(r.q, 2)"},
	}, {
		name: "control",
		src:  "sink(1)\nif danger():\n    sink(2)\n",
		spec: func(at func(string, int) Span) Spec {
			return Spec{Sources: sources(Place{Span: at("danger()", 1), Control: true}), Sinks: sources(Place{Span: at("sink(1)", 1), Exact: true}, Place{Span: at("sink(2)", 1), Exact: true})}
		},
		want: []string{"sink(2)"},
	}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := parse(t, "python", []byte(test.src))
			flows, err := programOf(tree).Run(t.Context(), test.spec(func(text string, n int) Span { return find(t, test.src, text, n) }))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range flows {
				got = append(got, test.src[f.Sink.Start:f.Sink.End])
			}
			if got = slices.Compact(got); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	src := []byte(strings.Join([]string{
		"x = source()",
		"sink(unknown(x))  # functions, assign",
		"sink(x.strip())  # assign",
		"sink(table[x])  # indexes, assign",
		"sink(int(x))  # functions, numbers, assign",
		"sink(x.startswith('a'))  # booleans, assign",
		"sink('a' + x)  # assign",
		"sink(x)  # none",
		"n: int = x",
		"sink(n)  # numbers",
		"b: bool = x",
		"sink(b)  # booleans",
	}, "\n"))
	tree := parse(t, "python", src)
	program := programOf(tree)
	for name, options := range map[string]Options{
		"nothing": {}, "functions": {SafeFunctions: true}, "indexes": {SafeIndexes: true}, "numbers": {SafeNumbers: true}, "booleans": {SafeBooleans: true}, "assign": {OnlyAssign: true},
	} {
		spec := specOf(src)
		spec.Options = options
		flows, err := program.Run(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]bool{}
		for _, f := range flows {
			got[f.Sink.ID] = true
		}
		for _, s := range spec.Sinks {
			line := lineAt(src, int(s.Start))
			_, words, _ := strings.Cut(line, "#")
			if want := !strings.Contains(words, name); got[s.ID] != want {
				t.Errorf("%s: %s: reached %v", name, line, got[s.ID])
			}
		}
	}
}

func TestTrace(t *testing.T) {
	src := []byte(`def get():
    return source()

def use(q):
    text = "select " + q
    sink(text)

def main():
    x = get()
    y = x
    use(y)
`)
	tree := parse(t, "python", src)
	flows, err := programOf(tree).Run(t.Context(), specOf(src))
	if err != nil || len(flows) != 1 {
		t.Fatal(flows, err)
	}
	want := "source 2:source() > returned 9:get() > assigned 9:x > assigned 10:y > passed 4:q > assigned 4:q > assigned 5:text > sink 6:sink(text)"
	if got := show(tree, flows[0]); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSameTwice(t *testing.T) {
	src := []byte(strings.Repeat("def f(a, b):\n    x = source() + a\n    y = {'k': x, 'l': b}\n    for i in y:\n        sink(i, x)\n    return g(y)\n\ndef g(q):\n    sink(q)\n    return f(q, source())\n\n", 20))
	tree := parse(t, "python", src)
	want, err := programOf(tree).Run(t.Context(), specOf(src))
	if err != nil || len(want) == 0 {
		t.Fatal(len(want), err)
	}
	for range 5 {
		got, err := programOf(tree).Run(t.Context(), specOf(src))
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(places(got)) != fmt.Sprint(places(want)) {
			t.Fatal("another answer")
		}
	}
}

// places are the comparable parts of flows.
func places(flows []Flow) (all [][]Step) {
	for _, f := range flows {
		all = append(all, f.Trace)
	}
	return all
}

// TestLimits runs programs whose analysis grows faster than their size.
func TestLimits(t *testing.T) {
	deep := strings.Repeat("if a:\n x = source()\n", 1) + strings.Repeat("x = (", 300) + "source()" + strings.Repeat(")", 300) + "\nsink(x)\n"
	var wide, loops, calls bytes.Buffer
	for i := range 5_000 {
		fmt.Fprintf(&wide, "v%d = source()\nif v%d: v%d = v%d\nsink(v%d)\n", i, i, i, i/2, i)
	}
	for i := range 30 {
		fmt.Fprintf(&loops, "%sfor i%d in source():\n", strings.Repeat(" ", i), i)
	}
	fmt.Fprintf(&loops, "%ssink(i29)\n", strings.Repeat(" ", 30))
	for i := range 2000 {
		fmt.Fprintf(&calls, "def f%d(x):\n    sink(x)\n    return f%d(f%d(x))\n", i, i+1, i+2)
	}
	calls.WriteString("f0(source())\n")
	for name, src := range map[string]string{"deep": deep, "wide": wide.String(), "loops": loops.String(), "calls": calls.String()} {
		t.Run(name, func(t *testing.T) {
			tree := parse(t, "python", []byte(src))
			flows, err := programOf(tree).Run(t.Context(), specOf([]byte(src)))
			if err != nil && !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			if len(flows) == 0 {
				t.Error("nothing is reached")
			}
		})
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	tree := parse(t, "python", wide.Bytes())
	if _, err := programOf(tree).Run(ctx, specOf(wide.Bytes())); err == nil || err.Error() != "enough" {
		t.Error("does not heed its context:", err)
	}
}

// TestDepth: repeated calls of a function that stores its argument in itself do not make
// values deeper each time.
func TestDepth(t *testing.T) {
	src := []byte("function grow(o) { const n = {a: o, b: o, c: o, d: o}; n.e = o; return n }\n" +
		"function run() {\n  let x = source();\n" + strings.Repeat("  x = grow(x);\n", 30) + "  sink(x);\n}\n")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	flows, err := programOf(parse(t, "javascript", src)).Run(ctx, specOf(src))
	if err != nil || len(flows) != 1 {
		t.Errorf("%d flows, %v", len(flows), err)
	}
}
