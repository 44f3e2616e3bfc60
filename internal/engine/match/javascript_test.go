package match

import "testing"

func TestJavaScript(t *testing.T) {
	examples := []example{
		{`foo($X)`, "foo(1); <<\nfoo();\nconst x = foo(a.b) <<\nfoo(1, 2)"},
		{`$X = foo(...)`, "const a = foo(1); <<\nlet b = 2\nc = foo() <<\nvar d = 1,\n e = foo(2) <<"},
		{`const $X = foo(...)`, "const a = foo(1); <<\nc = foo()"},
		{`{a: $X, ...}`, "x = {b: 1, a: 2} <<\ny = {b: 1}"},
		{`function $F(...) { ... }`, "function a(x) { return 1 } <<\nclass B {\n  m(y) {} <<\n}"},
		{`function (...) { ... }`, "x = function (a) { } <<\ny = a => 1 <<"},
		{`(req, $RES) => { ... }`, "app.get('/', (req, res) => { <<\n  x()\n})\n"},
		{"$X = require('child_process')\n...\n$X.exec(...)", "const cp = require('child_process') <<\nfunction f() {\n  return cp.exec('a')\n}"},
		{"child_process.exec(...)", "import {exec as e} from 'child_process'\ne('a') <<\nexec('b')"},
		{"child_process.exec(...)", "const {exec} = require('child_process')\nfunction f() {\n exec('a') <<\n}"},
		{"child_process.exec(...)", "require('child_process').exec('a') <<\nrequire('node:child_process').exec('a') <<\nrequire('other').exec('a')\nexec(require('child_process'))"},
		{"child_process.exec(...)", "const run = require('util').promisify(require('child_process').exec)\nrun('a') <<\nconst other = promisify(mine)\nother('a')"},
		{"child_process.exec(...)", "import {exec as e} from 'node:child_process'\nconst run = promisify(e)\nrun('a') <<"},
		{"child_process.exec(...)", "import cp from 'child_process'\nconst run = util.promisify(cp.exec)\nrun('a') <<"},
		{"child_process.exec(...)", "async function f() {\n const cp = await import('child_process')\n cp.exec('a') <<\n const {exec} = await import('child_process')\n exec('a') <<\n}"},
		{"import $X from 'm'", "import a from 'm' <<\nimport b from 'n'\n"},
		{"`...${$X}...`", "x = `a ${b} c` <<\ny = 'a'"},
		{"new Foo(...)", "new Foo <<\nFoo(1)\nx = new Foo(2) <<"},
		{"$X.innerHTML = $Y", "a.b.innerHTML = c <<\na.text = c"},
		{"if ($X) { ... }", "if (a) b() <<\nif (c) { d() } else { e() } <<"},
		{"$O.$M(...)", "a.b(); <<\nc()\na?.b(1) <<"},
		{"try { ... } catch ($E) { ... }", "try { <<\n a() } catch (e) { b() } finally {}"},
		{"$X. ... .pipe(...)", "a.b().c.pipe(1) <<\n"},
		{"class $C { ... }", "class A extends B { <<\n x = 1\n y() {} }"},
		{"app.$M('/a', ..., function ($REQ, ...) { ... })", "app.get('/a', auth, function (req, res) { }) <<\napp.get('/b', function (req) {})"},
		{"foo\n...\nbar", "foo <<\nx\nbar"},
		{"for (...) { ... }", "for (const a of b) c() <<\nfor (let i = 0; i < 2; i++) { d() } <<\nwhile (e) { }"},
		{"class $C", "class A { <<\n m() {} }"},
		{"catch ($E) { ... }", "try { a() }\ncatch (e) { b() } <<"},
		{"import 'm'", "import {a} from 'm/sub' <<\nconst b = require('m') <<\nimport c from 'n'"},
		{"return $X", "function f() {\n return 1 <<\n}"},
	}
	for _, language := range []string{"javascript", "typescript", "tsx"} {
		t.Run(language, func(t *testing.T) { checkAll(t, language, examples) })
	}
	jsx := []example{
		{"<$E href={$X} />", "x = <a id='b' href={c}>text</a> <<\ny = <a id='c' />"},
		{"<a ... href={$X} ... />", "x = <a id='b' href={c} /> <<"},
	}
	checkAll(t, "javascript", jsx)
	checkAll(t, "tsx", jsx)
	checkAll(t, "typescript", []example{
		{"@Dec(...) class $C { ... }", "@Dec({a: 1}) <<\nexport class A { x: string }\nclass B {}"},
		{"foo($X)", "let a: T = foo(x as any)! <<"},
		{"$O.foo($X)", "async function f() {\n a = await o.foo<T>(x) <<\n b = o.foo<T[]>(x) <<\n}"},
		{"await foo($X)", "async function f() {\n await foo<T>(x) <<\n foo<T>(x)\n}"},
		{"function $F(..., $X: string, ...) { ... }", "function f(a: number, b: string) {} <<\nfunction g(a) {}"},
	})
}

func TestJava(t *testing.T) {
	checkAll(t, "java", []example{
		{`foo($X)`, "class A { void m() {\n foo(1); <<\n int x = a.b(foo(2)); <<\n} }"},
		{`$X.exec(...)`, "class A { void m() {\n Runtime.getRuntime().exec(a); <<\n exec(b);\n} }"},
		{`new java.util.Random(...)`, "import java.util.Random;\nclass A { Object x = new Random(); <<\n}"},
		{`$T $M(...) { ... }`, "class A {\n @X <<\n public int m(String a) throws E { return 1; }\n}"},
		{`@RequestMapping(...) $T $M(..., String $X, ...) { ... }`, "class A {\n @RequestMapping(value=\"a\") <<\n int m(int b, String a) { return 1; }\n int n(String c) {}\n}"},
		{"$X = $Y.foo();\n...\n$Y.bar($X);", "class A { void m() {\n String a = b.foo(); <<\n x();\n b.bar(a);\n} }"},
		{"String $X = \"...\";", "class A { void m() {\n String a = \"b\"; <<\n int c = 2;\n} }"},
		{"class $C extends B { ... }", "class A extends B implements C { <<\n int x; void m() {} }"},
		{"try { ... } catch ($E $X) { ... }", "class A { void m() {\n try { x(); } catch (IOException e) { } <<\n} }"},
		{"if ($X != null) { ... }", "class A { void m() {\n if (a != null) b(); <<\n} }"},
		{"(String $X).equals(...)", "class A { void m(String a, int b) {\n a.equals(c); <<\n b.equals(c);\n String d = x();\n d.equals(1); <<\n} }"},
		{"import java.util.*;", "import java.util.*; <<\nimport java.io.File;"},
		{"class $C {\n  ...\n  int $X = 1;\n  ...\n}", "class A { <<\n int a = 2;\n int b = 1;\n void m() {} }"},
	})
}

func TestGo(t *testing.T) {
	checkAll(t, "go", []example{
		{`foo($X)`, "package a\nfunc f() {\n foo(1) <<\n x := foo(2) <<\n}"},
		{`md5.New()`, "package a\nimport m \"crypto/md5\"\nfunc f() {\n m.New() <<\n}"},
		{`$X, $E := os.Open(...)`, "package a\nfunc f() {\n if x, err := os.Open(a); err != nil { } <<\n}"},
		{`$X = foo()`, "package a\nvar a = foo() <<\nfunc f() {\n b := foo() <<\n c = foo() <<\n}"},
		{`func $F(...) { ... }`, "package a\nfunc (r *R) f(a, b int) error { return nil } <<"},
		{`func $F($W http.ResponseWriter, $R *http.Request) { ... }`, "package a\nfunc f(w http.ResponseWriter, r *http.Request) { } <<\nfunc g(a int) {}"},
		{`tls.Config{..., InsecureSkipVerify: true, ...}`, "package a\nvar x = &tls.Config{A: 1, InsecureSkipVerify: true} <<\nvar y = &tls.Config{A: 1}"},
		{"$X := foo()\n...\nbar($X)", "package a\nfunc f() {\n a := foo() <<\n b()\n if c { return bar(a) }\n}"},
		{"($X : *http.Request).FormValue(...)", "package a\nfunc f(r *http.Request, s T) {\n r.FormValue(1) <<\n s.FormValue(2)\n}"},
		{"import \"unsafe\"", "package a\nimport (\n \"fmt\"\n \"unsafe\" <<\n)"},
		{"if $X != nil { ... }", "package a\nfunc f() {\n if a != nil { <<\n  b() }\n}"},
		{"for ... { ... }", "package a\nfunc f() {\n for { <<\n  b() }\n}"},
	})
}
