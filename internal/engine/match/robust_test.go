package match

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// samples has code in each language, and patterns that match many places in it.
var samples = map[string]struct {
	code     string
	patterns []string
}{
	"python": {"import os as o\nclass A(B):\n  x = 'a'\n  @d(1)\n  def f(self, a=1, *b):\n    if a and b or c:\n      y = {'k': f'{a}'}\n      with open(a) as z:\n        return o.system(y + z)\n    for i in b: g(i, k=2)\n",
		[]string{"$X", "$F(...)", "$X = $Y\n...\n$Z", "class $C(...):\n  ...\n  def $F(...): ...", "<... $X ...>", "\"...\"", "o.$F($...A)"}},
	"javascript": {"import {a as b} from 'm';\nconst x = {p: 1, q() { return `t ${x}`; }};\napp.get('/', async (req, res) => { if (req.q) res.send(req.q.r); });\n",
		[]string{"$X", "$F(...)", "$X = $Y\n...", "{p: $X}", "function (...) { ... }", "$A. ... .send(...)"}},
	"java": {"import a.b.C;\nclass A extends B { private final String s = \"x\"; @O(v=1) public int m(String p) throws E { C c = new C(p + s); try { c.d(); } catch (E e) { } return 1; } }\n",
		[]string{"$X", "$F(...)", "(C $X).d()", "$T $M(...) { ... }", "class $C { ... }", "new a.b.C(...)"}},
	"go": {"package p\nimport h \"net/http\"\nfunc (t *T) F(w h.W, r *h.R) error { if x, err := g(r); err != nil { return err }; y := S{A: 1}; go f(y); return nil }\n",
		[]string{"$X", "$F(...)", "func $F(...) { ... }", "$X, $E := $F(...)\n...", "$T{..., A: $V, ...}"}},
	"ruby": {"class A < B\n  def m(a, b: 1)\n    x = \"s #{a}\"\n    foo.bar x, :k => 1 do |y|\n      `ls #{y}`\n    end\n  rescue E => e\n    raise\n  end\nend\n",
		[]string{"$X", "$F(...)", "def $M(...)\n...\nend", "$O.$M", "\"...#{$X}...\""}},
	"php": {"<?php use A\\B; class C extends B { private $p = 1; function m($a) { $x = \"s $a\"; echo $this->p . $x; foreach ($a as $k => $v) { B::f([$k => $v]); } } }\n",
		[]string{"$X", "$F(...)", "echo ...;", "class $C { ... }", "$X->$Y", "B::f(...)"}},
	"c_sharp": {"using A.B; [X(1)] class C : D { private string s = \"x\"; public int M(int p) { var y = new E { F = p }; using (var z = y?.G(s)) { return z[0]; } } }\n",
		[]string{"$X", "$F(...);", "$T $M(...) { ... }", "new E { F = $X }", "using (...) { ... }"}},
	"hcl":        {"resource \"a\" \"b\" {\n  x = true\n  y { z = [1, var.q.r] }\n  t = \"s ${local.u}\"\n}\n", []string{"$X", "resource \"a\" $N { ... }", "x = $V", "\"...\""}},
	"yaml":       {"a: 1\nb:\n  - c: [d, e]\n    f: |\n      g\n  - h\n", []string{"$X", "b: ...", "- c: ...", "a: $X\n..."}},
	"json":       {"{\"a\": [1, true, {\"b\": \"c\"}]}\n", []string{"$X", "\"a\": ...", "{..., \"b\": $X, ...}", "[..., true, ...]"}},
	"dockerfile": {"FROM a:b AS c\nRUN apt-get update && \\\n  apt-get install x\nCMD [\"a\", \"b\"]\nENV A=b\n", []string{"RUN ...", "FROM $X:$Y", "CMD [...]"}},
}

func compileAll(t testing.TB, language string) []*Pattern {
	t.Helper()
	parser := parserOf(t, language)
	var out []*Pattern
	for _, text := range samples[language].patterns {
		p, err := Compile(context.Background(), parser, language, text, Options{Symbolic: len(out)%2 == 1})
		if err != nil {
			t.Errorf("%s: %s: %v", language, text, err)
			continue
		}
		out = append(out, p)
	}
	return out
}

func TestSameAnswerTwice(t *testing.T) {
	for language, s := range samples {
		f, g := fileOf(t, language, s.code), fileOf(t, language, s.code)
		for _, p := range compileAll(t, language) {
			a, b := p.Find(f, Span{}), p.Find(g, Span{})
			if len(a) == 0 {
				t.Errorf("%s: %s matches nothing", language, p.text)
			}
			if len(a) != len(b) {
				t.Fatalf("%s: %s: %d and %d matches", language, p.text, len(a), len(b))
			}
			for i := range a {
				if a[i].Span != b[i].Span || !sameBindings(a[i].Bindings, b[i].Bindings) {
					t.Errorf("%s: %s: match %d differs", language, p.text, i)
				}
			}
			if c := p.Find(f, Span{}); !reflect.DeepEqual(a, c) {
				t.Errorf("%s: %s: the second search of a file differs", language, p.text)
			}
		}
	}
}

// TestSpoiledFiles only checks that nothing panics.
func TestSpoiledFiles(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for language, s := range samples {
		r := rand.New(rand.NewPCG(1, uint64(len(language))))
		parser, patterns := parserOf(t, language), compileAll(t, language)
		for range rounds {
			code := []byte(strings.Repeat(s.code, 1+r.IntN(2)))
			for range 1 + r.IntN(6) {
				switch at := r.IntN(len(code)); r.IntN(4) {
				case 0:
					code[at] = byte(r.IntN(256))
				case 1:
					code = append(code[:at], code[min(len(code), at+r.IntN(20)):]...)
				case 2:
					code = append(code[:at:at], append([]byte("({[\"'`${,;:.=>"[r.IntN(14):]), code[at:]...)...)
				default:
					code = append(code, code[at:min(len(code), at+30)]...)
				}
				if len(code) == 0 {
					code = []byte("x")
				}
			}
			tree, err := parser.Parse(context.Background(), code)
			if err != nil {
				continue
			}
			f := NewFile(tree, "spoiled")
			for _, p := range patterns {
				for _, m := range p.Find(f, Span{}) {
					if m.Span.End < m.Span.Start || int(m.Span.End) > len(code) {
						t.Fatalf("%s: span %v of %d bytes", language, m.Span, len(code))
					}
					for _, b := range m.Bindings {
						b.Constant()
					}
				}
			}
		}
	}
}

func TestHostileFilesEnd(t *testing.T) {
	parser := parserOf(t, "python")
	for name, c := range map[string]struct{ pattern, code string }{
		"arguments":  {"f(..., $A, ..., $B, ..., $C, ..., $D, ..., $A, ..., zz)", "f(" + strings.Repeat("a, b, ", 400) + "b)"},
		"statements": {"$A = 1\n...\n$B = 2\n...\n$C = 3\n...\nzz($A, $B, $C)", strings.Repeat("a = 1\nb = 2\nc = 3\nif a:\n  d = 1\n", 300)},
		"depth":      {"f(<... g(<... zz ...>) ...>)", strings.Repeat("f(g(", 800) + "1" + strings.Repeat("))", 800)},
		"operands":   {"A & $B & C & $D & $E & $F & zz", "A" + strings.Repeat(" & b & C", 40)},
		"dict":       {"{..., $A: 1, $B: 1, $C: 1, $D: zz}", "{" + strings.Repeat("a: 1, ", 300) + "}"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Compile(context.Background(), parser, "python", c.pattern, Options{})
			if err != nil {
				t.Fatal(err)
			}
			f := fileOf(t, "python", c.code)
			if got := p.Find(f, Span{}); len(got) != 0 {
				t.Errorf("%d matches", len(got))
			}
			if name == "arguments" && !f.Exhausted() {
				t.Error("the search did not say that it gave up")
			}
		})
	}
}

func TestCompileSaysWhy(t *testing.T) {
	parser := parserOf(t, "python")
	for _, text := range []string{"", "  \n", "foo(", "def :", "foo)"} {
		if _, err := Compile(context.Background(), parser, "python", text, Options{}); err == nil {
			t.Errorf("%q is a pattern", text)
		}
	}
}

func FuzzCompileAndFind(f *testing.F) {
	for _, s := range samples {
		for _, p := range s.patterns {
			f.Add(p, s.code)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, code string) {
		if len(pattern) > 500 || len(code) > 2000 {
			return
		}
		for _, language := range []string{"python", "javascript", "java", "yaml"} {
			parser := parserOf(t, language)
			tree, err := parser.Parse(context.Background(), []byte(code))
			if err != nil {
				return
			}
			file := NewFile(tree, "fuzz")
			p, err := Compile(context.Background(), parser, language, pattern, Options{})
			if err != nil {
				continue
			}
			for _, m := range p.Find(file, Span{}) {
				if !bytes.Contains([]byte(code), []byte(file.Text(m.Span))) {
					t.Fatalf("span %v", m.Span)
				}
			}
		}
	})
}

// BenchmarkFind is one pattern over a megabyte.
func BenchmarkFind(b *testing.B) {
	s := samples["python"]
	code := strings.Repeat(s.code, 1<<20/len(s.code))
	f := fileOf(b, "python", code)
	for _, p := range compileAll(b, "python") {
		b.Run(strings.ReplaceAll(firstLine(p.text), " ", "_"), func(b *testing.B) {
			b.SetBytes(int64(len(code)))
			for b.Loop() {
				p.Find(f, Span{})
			}
		})
	}
}

// BenchmarkNewFile is the lowering of a megabyte, without parsing it.
func BenchmarkNewFile(b *testing.B) {
	s := samples["python"]
	code := strings.Repeat(s.code, 1<<20/len(s.code))
	tree, err := parserOf(b, "python").Parse(context.Background(), []byte(code))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		NewFile(tree, "test")
	}
}
