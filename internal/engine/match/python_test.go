package match

import "testing"

func TestPython(t *testing.T) {
	checkAll(t, "python", []example{
		{`foo($X)`, "foo(1) <<\nfoo()\nx = foo(a.b) <<\nfoo(1, 2)\nbar(1)"},
		{`foo(...)`, "foo(1) <<\nfoo() <<\nif foo(a, k=2): <<\n  pass\nx.foo()"},
		{`foo(..., $X, ..., 3)`, "foo(1, 2, 3) <<\nfoo(3)\nfoo(1,2)"},
		{`foo(a=1, b=2)`, "foo(b=2, a=1) <<\nfoo(a=1, b=2, c=3)\nfoo(a=1)"},
		{`foo(..., b=2, ...)`, "foo(b=2, a=1) <<\nfoo(a, b=2, c=3) <<\nfoo(a=1)"},
		{`$X == $X`, "a == a <<\na == b\na.b(1) == a.b(1) <<"},
		{`os.system(...)`, "import os as o\nfrom os import system as s\no.system('x') <<\ns(2) <<\nsystem(3)\nos.system() <<"},
		{`"..."`, "x = 'a' <<\ny = 1"},
		{`foo("=~/^a+$/")`, "foo('aa') <<\nfoo('ab')"},
		{`foo("$X", $X)`, "foo('a', a) <<\nfoo('a', 'a') <<\nfoo('a', b)"},
		{"$X = foo()\n...\nbar($X)", "a = foo() <<\nb = 2\nif a:\n  c = bar(a)\nz = foo()\nbar(y)"},
		{"def $F(..., $X, ...):\n  ...\n  return $X", "def f(a, b=1): <<\n  foo()\n  return b\ndef g(a):\n  return 2"},
		{"def $F(...):\n  ...", "class A:\n  @x <<\n  async def f(self) -> int:\n    pass\nf = lambda x: x"},
		{"@$D(...)\ndef $F(...):\n  ...", "@a <<\n@b(1)\ndef f(): pass\n@c <<\ndef g(): pass"},
		{"$X. ... .execute(...)", "db.conn().cursor.execute(1) <<\nexecute(2)\ndb.execute() <<\ndb.other()"},
		{"foo(<... $X.bar ...>)", "foo(1 + f(a.bar)) <<\nfoo(a.baz)"},
		{"{..., 'a': $X, ...}", "{'b': 1, 'a': 2} <<\n{'b': 1}"},
		{"$X = $Y", "a: int = 2 <<\nb = 3 <<\nc == 4"},
		{"f\"...{$X}...\"", "f'a {b} c' <<\n'a' + b"},
		{"class $C($B):\n  ...", "class A(object): <<\n  x = 1\nclass B:\n  pass"},
		{"from a import $X", "from a import (b, c) <<\nfrom d import e"},
		{"if $X:\n  ...\n  return 1", "if a: <<\n  b()\n  return 1\nelse:\n  pass\nif b:\n  return 2"},
		{"a | b", "x = b | a <<\na & b"},
		{"a or b or c", "x = a or (b or c) <<\nb or a or c"},
		{"if $C:\n  $S\nelse:\n  $S", "if a: <<\n  b()\n  c()\nelse:\n  b()\n  c()\nif a:\n  b()\nelse:\n  c()"},
		{"from z import x, y", "from z import y, a, x <<\nfrom z import x\nfrom z import y"},
		{"import a.b", "from a.b.c import d <<\nimport a.b <<\nfrom a import b <<\nimport a"},
		{"try:\n  ...\nexcept $E:\n  pass", "try: <<\n  foo()\nexcept Exception:\n  pass\ntry:\n  foo()\nexcept Exception:\n  raise"},
		{`foo("...")`, "A = 'x'\ndef f(p):\n  b = 'c'\n  foo(b + 'd') <<\n  foo(A) <<\n  foo(p)\n  if p:\n    b = p\n  foo(b)"},
		{`foo("a")`, "x = 'a'\nx = 'b'\nfoo(x)\nx = 'a'\nfoo(x) <<\nfor y in z:\n  foo(x)\n  x = y"},
		{"with open(...) as $F:\n  ...", "with open('a') as f, g() as h: <<\n  x()"},
	})
}
