package examine

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"vigil/internal/racetest"
	"vigil/internal/sandbox"
)

// taskFiles is an application in two languages.
func taskFiles(canary string) map[string]string {
	return map[string]string{
		"shop/models.py": "class Order(Model):\n    owner_id = Column(Integer)\n    total = Column(Integer)\n",
		"shop/auth.py":   "def login_required(f):\n    def inner(*a):\n        if not current_user:\n            abort(401)\n        return f(*a)\n    return inner\n",
		"shop/pricing.py": "def total_of(order):\n    return round_up(order.total)\n\n\ndef round_up(n):\n    return deepest(n)\n\n\n" +
			"def deepest(n):\n    return -(-n // 1)\n",
		"shop/orders.py": `from flask import Flask, jsonify, request
from .auth import login_required
from .models import Order
from .pricing import total_of

app = Flask(__name__)
TOKEN = "` + canary + `"  # vigil:ignore


@app.get("/orders")
@login_required
def list_orders():
    return jsonify(Order.query.filter_by(owner_id=current_user.id).all())


@app.get("/orders/<int:order_id>")
@login_required
def get_order(order_id):
    order = Order.query.get_or_404(order_id)
    return jsonify(total=total_of(order), token="` + canary + `")


@app.get("/health")
def health():
    return "ok"
`,
		".vigilignore":                  "legacy/\n",
		"legacy/app.py":                 "from flask import Flask\napp = Flask(__name__)\n\n@app.get('/legacy')\ndef f():\n    return ''\n",
		"tests/test_app.py":             "from flask import Flask\napp = Flask(__name__)\n\n@app.get('/only-in-tests')\ndef f():\n    return ''\n",
		"node_modules/express-x/app.js": "const app = require('express')();\napp.get('/vendored', (req, res) => res.end());\n",
		"web/models/account.js":         "const mongoose = require('mongoose');\nmodule.exports = mongoose.model('Account', new mongoose.Schema({ balance: Number, owner: String }));\n",
		"web/service.js":                "const Account = require('./models/account');\nasync function withdraw(id, amount) {\n  const account = await Account.findById(id);\n  account.balance -= amount;\n  return account.save();\n}\nmodule.exports = { withdraw };\n",
		"web/app.js": `const express = require('express');
const { withdraw } = require('./service');
const app = express();

function requireUser(req, res, next) {
  if (!req.user) return res.status(401).end();
  next();
}

app.post('/accounts/:id/withdraw', requireUser, async (req, res) => {
  res.json(await withdraw(req.params.id, req.body.amount));
});
`,
	}
}

// TestTasks gathers what handlers depend on, without secrets, tests, and third-party code.
func TestTasks(t *testing.T) {
	if racetest.Enabled {
		t.Skip("a program with the race detector cannot be confined")
	}
	canary := "ghp_" + "R4nd0mL00k1ngT0k3nV4lu3F0rT3st1ngAb9"
	e := &Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: sandbox.Supported() != nil}), SecretsKey: make([]byte, 32), GrammarCache: t.TempDir()}
	files := taskFiles(canary)
	got, err := e.Tasks(ctx, snapshotOf(t, files), 100)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]map[string]string{} // by route, then role and name
	var order []string
	for _, task := range got {
		route := task.Routes[0].Method + " " + task.Routes[0].Path
		order = append(order, route)
		parts[route] = map[string]string{}
		for _, p := range task.Parts {
			parts[route][string(p.Role)+" "+p.Name] = strings.Join(p.Lines, "\n")
			if real := strings.Split(files[p.Path], "\n"); strings.Contains(real[p.First-1], canary) || real[p.First-1] != p.Lines[0] {
				t.Errorf("%s:%d is %q, quoted as %q", p.Path, p.First, real[p.First-1], p.Lines[0])
			}
		}
	}
	if strings.Contains(fmt.Sprintf("%+v", got), canary) {
		t.Error("the secret is quoted")
	}
	if want := "POST /accounts/{id}/withdraw, GET /orders/{order_id}, GET /health, GET /orders"; strings.Join(order, ", ") != want {
		t.Errorf("tasks for %s, want %s", strings.Join(order, ", "), want)
	}
	for _, want := range []struct{ route, part, has string }{
		{"GET /orders/{order_id}", "handler get_order", "Order.query.get_or_404(order_id)"},
		{"GET /orders/{order_id}", "guard login_required", "abort(401)"},
		{"GET /orders/{order_id}", "called total_of", "return round_up(order.total)"},
		{"GET /orders/{order_id}", "deeper round_up", "return deepest(n)"},
		{"GET /orders/{order_id}", "model Order", "owner_id = Column(Integer)"},
		{"GET /orders/{order_id}", "sibling GET /orders, guard: login_required", "filter_by(owner_id=current_user.id)"},
		{"GET /orders", "sibling GET /orders/{order_id}, guard: login_required", "get_or_404"},
		{"POST /accounts/{id}/withdraw", "guard requireUser", "status(401)"},
		{"POST /accounts/{id}/withdraw", "called withdraw", "account.balance -= amount"},
		{"POST /accounts/{id}/withdraw", "model Account", "balance: Number"},
	} {
		if !strings.Contains(parts[want.route][want.part], want.has) {
			t.Errorf("%s has no %s with %q: %q", want.route, want.part, want.has, parts[want.route])
		}
	}
	for part := range parts["GET /orders/{order_id}"] {
		if strings.Contains(part, "deepest") {
			t.Errorf("a call at depth three is quoted: %s", part)
		}
	}
	if again, err := e.Tasks(ctx, snapshotOf(t, files), 100); err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("another run gives other tasks: %v", err)
	}
	few, err := e.Tasks(ctx, snapshotOf(t, files), 1)
	if err != nil || len(few) != 4 || !reflect.DeepEqual(few[0], got[0]) || few[1].Withheld == "" {
		t.Errorf("%+v, %v", few, err)
	}
}
