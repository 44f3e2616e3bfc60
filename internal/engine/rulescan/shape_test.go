package rulescan

import (
	"testing"

	"vigil/internal/engine/syntax/syntaxtest"
)

// TestShape: what does not change behavior keeps the shape of a file, and everything else changes
// it. A change that keeps it is never a mend.
func TestShape(t *testing.T) {
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	const (
		py   = "def get(order_id):\n    order = Order.get(order_id)\n    return render(order)\n"
		js   = "function get(req, res) {\n  const order = Order.get(req.params.id);\n  res.json(order);\n}\n"
		java = "class A {\n  Order get(long id) {\n    Order order = orders.find(id);\n    return order;\n  }\n}\n"
		golg = "package a\n\nfunc get(id int) Order {\n\torder := find(id)\n\treturn order\n}\n"
		ruby = "def show\n  order = Order.find(params[:id])\n  render json: order\nend\n"
		php  = "<?php\nfunction show($id) {\n  $order = Order::find($id);\n  return $order;\n}\n"
	)
	for _, c := range []struct{ name, file, before, after string }{
		{"a comment", "a.py", py, "def get(order_id):\n    # checked\n    order = Order.get(order_id)  # sic\n    return render(order)\n"},
		{"white space", "a.py", py, "def get( order_id ):\n\n    order   = Order.get(\n        order_id)\n    return render(order)\n"},
		{"a local variable", "a.py", py, "def get(order_id):\n    o = Order.get(order_id)\n    return render(o)\n"},
		{"pass", "a.py", py, "def get(order_id):\n    pass\n    order = Order.get(order_id)\n    return render(order)\n"},
		{"an unused constant", "a.py", py, "def get(order_id):\n    checked = True\n    order = Order.get(order_id)\n    return render(order)\n"},
		{"a constant as a statement", "a.py", py, "def get(order_id):\n    0\n    order = Order.get(order_id)\n    return render(order)\n"},
		{"javascript, a comment", "a.js", js, "function get(req, res) {\n  /* checked */ const order = Order.get(req.params.id); // sic\n  res.json(order);\n}\n"},
		{"javascript, a local variable", "a.js", js, "function get(req, res) {\n  const o = Order.get(req.params.id);\n  res.json(o);\n}\n"},
		{"javascript, semicolons", "a.js", js, "function get(req, res) {\n  const order = Order.get(req.params.id)\n  ;;\n  res.json(order)\n}\n"},
		{"javascript, an unused constant", "a.js", js, "function get(req, res) {\n  const checked = true;\n  const order = Order.get(req.params.id);\n  res.json(order);\n}\n"},
		{"java, a local variable", "A.java", java, "class A {\n  Order get(long id) {\n    Order o = orders.find(id);\n    return o;\n  }\n}\n"},
		{"java, an unused constant", "A.java", java, "class A {\n  Order get(long id) {\n    boolean ok = true;\n    Order order = orders.find(id);\n    return order;\n  }\n}\n"},
		{"go, a local variable", "a.go", golg, "package a\n\nfunc get(id int) Order {\n\to := find(id) // checked\n\treturn o\n}\n"},
		{"ruby, a local variable", "a.rb", ruby, "def show\n  # checked\n  o = Order.find(params[:id])\n  render json: o\nend\n"},
		{"php, a local variable", "a.php", php, "<?php\nfunction show($id) {\n  // checked\n  $o = Order::find($id);\n  return $o;\n}\n"},
	} {
		before, after := OutlineOf(t.Context(), e, c.file, []byte(c.before)), OutlineOf(t.Context(), e, c.file, []byte(c.after))
		if before.Shape == "" || before.Shape != after.Shape {
			t.Errorf("%s changes the shape", c.name)
		}
	}
	for _, c := range []struct{ name, file, before, after string }{
		{"another call", "a.py", py, "def get(order_id):\n    order = Order.mine(order_id)\n    return render(order)\n"},
		{"another argument", "a.py", py, "def get(order_id):\n    order = Order.get(order_id, current_user)\n    return render(order)\n"},
		{"a check", "a.py", py, "def get(order_id):\n    order = Order.get(order_id)\n    check(order)\n    return render(order)\n"},
		{"another block", "a.py", "def f(a):\n    if a:\n        b()\n    c()\n", "def f(a):\n    if a:\n        b()\n        c()\n"},
		{"a string", "a.py", "def f():\n    cookie(samesite='None')\n", "def f():\n    cookie(samesite='Lax')\n"},
		{"an operator", "a.py", "def f(a, b):\n    return a or b\n", "def f(a, b):\n    return a and b\n"},
		{"a literal", "a.py", "def f():\n    debug = True\n    run(debug)\n", "def f():\n    debug = False\n    run(debug)\n"},
		{"a parameter", "a.py", "def f(id):\n    return g(id)\n", "def f(user_id):\n    return g(user_id)\n"},
		{"a setting", "a.py", "SECURE = True\n", "COOKIE_SECURE = True\n"},
		{"a global variable", "a.py", "def f():\n    global limit\n    limit = 1\n", "def f():\n    global most\n    most = 1\n"},
		{"another variable", "a.py", "def f():\n    a = g()\n    b = h()\n    return a\n", "def f():\n    a = g()\n    b = h()\n    return b\n"},
		{"an argument's name", "a.py", "def f():\n    a = g()\n    h(a=a)\n", "def f():\n    b = g()\n    h(b=b)\n"},
		{"a decorator", "a.py", py, "@login_required\n" + py},
		{"javascript, a property", "a.js", "function f() {\n  const owner = g();\n  return h({owner});\n}\n", "function f() {\n  const user = g();\n  return h({user});\n}\n"},
		{"javascript, what a function returns", "a.js", "const ok = () => true;\n", "const ok = () => false;\n"},
		{"ruby, what a method returns", "a.rb", "def admin?\n  true\nend\n", "def admin?\n  false\nend\n"},
		{"ruby, what a method assigns and returns", "a.rb", "def admin?\n  ok = true\nend\n", "def admin?\nend\n"},
		{"a return with a comment", "a.py", "def f(a):\n    if a:\n        return # no\n    g()\n", "def f(a):\n    if a:\n        pass\n    g()\n"},
		{"javascript, await", "a.js", "async function f() {\n  const a = g();\n  return a;\n}\n", "async function f() {\n  const a = await g();\n  return a;\n}\n"},
		{"javascript, a comparison", "a.js", "function f(a) {\n  return a == 1;\n}\n", "function f(a) {\n  return a === 1;\n}\n"},
		{"java, an annotation", "A.java", java, "class A {\n  @PreAuthorize(\"x\") Order get(long id) {\n    Order order = orders.find(id);\n    return order;\n  }\n}\n"},
		{"java, a modifier", "A.java", "class A {\n  public void f() {}\n}\n", "class A {\n  private void f() {}\n}\n"},
		{"go, a check", "a.go", golg, "package a\n\nfunc get(id int) Order {\n\torder := find(id)\n\tif order.Owner != me {\n\t\treturn Order{}\n\t}\n\treturn order\n}\n"},
		{"ruby, a filter", "a.rb", ruby, "def show\n  order = current_user.orders.find(params[:id])\n  render json: order\nend\n"},
		{"php, an annotation in a comment", "a.php", php, "<?php\n/** @IsGranted(\"ROLE_ADMIN\") */\nfunction show($id) {\n  $order = Order::find($id);\n  return $order;\n}\n"},
	} {
		before, after := OutlineOf(t.Context(), e, c.file, []byte(c.before)), OutlineOf(t.Context(), e, c.file, []byte(c.after))
		if before.Shape == "" || before.Shape == after.Shape {
			t.Errorf("%s keeps the shape", c.name)
		}
	}
}
