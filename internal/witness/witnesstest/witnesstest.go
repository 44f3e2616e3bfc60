// Package witnesstest has small applications in five languages, each with an insecure direct
// object reference, mass assignment, and missing authorization, and proposals that prove them. For
// tests only. Start with Apps.
package witnesstest

import (
	"fmt"
	"strings"

	"vigil"
)

// App is an application of one file.
type App struct {
	Language string
	File     string
	Renamed  string // another name for the file
	Comment  string // begins a comment
	Source   string
	Cases    []Case
}

// Case is a weakness of an application.
type Case struct {
	Name    string
	CWE     string
	Old     string // the vulnerable line, without indentation
	New     string // the mended line or lines
	Pattern string // the body of the rule
}

// Proposal returns the right proposal for a case.
func (a App) Proposal(c Case) vigil.Proposal {
	line, text := a.find(a.Source, c.Old)
	return vigil.Proposal{
		CWE: c.CWE, File: a.File, Line: line, Code: strings.TrimSpace(text),
		Witness: "rules:\n- id: proposed\n  languages: [" + a.Language + "]\n  severity: ERROR\n  message: m\n" + c.Pattern,
		Mend:    Diff(a.File, a.Source, a.Mend(a.Source, c)),
	}
}

// Mend returns a source in which the weakness is mended.
func (a App) Mend(source string, c Case) string {
	_, line := a.find(source, c.Old)
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return strings.Replace(source, line, indent+strings.ReplaceAll(c.New, "\n", "\n"+indent), 1)
}

// find returns the number and text of the only line with a text.
func (a App) find(source, want string) (n int, line string) {
	for i, l := range strings.Split(source, "\n") {
		if strings.Contains(l, want) {
			if n != 0 {
				panic(fmt.Sprintf("%s: %q is there twice", a.File, want))
			}
			n, line = i+1, l
		}
	}
	if n == 0 {
		panic(fmt.Sprintf("%s: no line has %q", a.File, want))
	}
	return n, line
}

// Diff returns a unified diff of one hunk between two texts, with a line of context.
func Diff(file, before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		first++
	}
	same := 0
	for same < len(a)-first && same < len(b)-first && a[len(a)-1-same] == b[len(b)-1-same] {
		same++
	}
	from := max(first-1, 0)
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n@@ -%d,%d +%d,%d @@\n", file, file, from+1, len(a)-same-from, from+1, len(b)-same-from)
	for _, l := range a[from:first] {
		out.WriteString(" " + l + "\n")
	}
	for _, l := range a[first : len(a)-same] {
		out.WriteString("-" + l + "\n")
	}
	for _, l := range b[first : len(b)-same] {
		out.WriteString("+" + l + "\n")
	}
	return out.String()
}

// Apps are the applications.
var Apps = []App{
	{Language: "python", File: "shop/orders.py", Renamed: "shop/purchases.py", Comment: "#", Source: `from flask import Flask, jsonify, request
from flask_login import current_user, login_required

from .models import Order, User, db

app = Flask(__name__)


@app.get("/orders/<int:order_id>")
@login_required
def get_order(order_id):
    order = Order.query.get_or_404(order_id)
    return jsonify(order.to_dict())


@app.patch("/profile")
@login_required
def update_profile():
    user = current_user
    apply_changes(user, request.get_json())
    db.session.commit()
    return jsonify(user.to_dict())


@app.delete("/users/<int:user_id>")
@login_required
def delete_user(user_id):
    remove_account(user_id)
    return "", 204
`, Cases: []Case{
		{"idor", "CWE-639", "order = Order.query.get_or_404(order_id)", "order = Order.query.filter_by(id=order_id, owner_id=current_user.id).first_or_404()",
			"  pattern: Order.query.get_or_404($ID)\n"},
		{"mass assignment", "CWE-915", "apply_changes(user, request.get_json())", "apply_changes(user, {k: v for k, v in request.get_json().items() if k in (\"name\", \"email\")})",
			"  pattern: apply_changes($U, request.get_json())\n"},
		{"missing authorization", "CWE-862", "remove_account(user_id)", "if not current_user.is_admin:\n    abort(403)\nremove_account(user_id)",
			"  patterns:\n  - pattern: remove_account($ID)\n  - pattern-not-inside: |\n      def $F(...):\n        ...\n        if not current_user.is_admin:\n          ...\n        ...\n"},
	}},
	{Language: "javascript", File: "src/orders.js", Renamed: "src/purchases.js", Comment: "//", Source: `const express = require('express');
const { Order, User } = require('./models');
const { requireUser } = require('./auth');

const router = express.Router();

router.get('/orders/:id', requireUser, async (req, res) => {
  const order = await Order.findByPk(req.params.id);
  res.json(order);
});

router.patch('/profile', requireUser, async (req, res) => {
  await req.user.change(req.body);
  res.json(req.user);
});

router.delete('/users/:id', requireUser, async (req, res) => {
  await removeAccount(req.params.id);
  res.status(204).end();
});

module.exports = router;
`, Cases: []Case{
		{"idor", "CWE-639", "const order = await Order.findByPk(req.params.id);", "const order = await Order.findOne({ where: { id: Number(req.params.id), ownerId: req.user.id } });",
			"  pattern: Order.findByPk(req.params.id)\n"},
		{"mass assignment", "CWE-915", "await req.user.change(req.body);", "await req.user.change({ name: String(req.body.name) });",
			"  pattern: req.user.change(req.body)\n"},
		{"missing authorization", "CWE-862", "await removeAccount(req.params.id);", "if (!req.user.isAdmin) return res.status(403).end();\nawait removeAccount(req.params.id);",
			"  patterns:\n  - pattern: removeAccount($ID)\n  - pattern-not-inside: |\n      if (!req.user.isAdmin) return $X;\n      ...\n"},
	}},
	{Language: "java", File: "src/main/java/shop/OrderController.java", Renamed: "src/main/java/shop/PurchaseController.java", Comment: "//", Source: `package shop;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.*;

@RestController
class Orders {
    private final OrderRepository orders;
    private final AccountService accounts;

    Orders(OrderRepository orders, AccountService accounts) {
        this.orders = orders;
        this.accounts = accounts;
    }

    @GetMapping("/orders/{id}")
    Order getOrder(@PathVariable long id, @AuthenticationPrincipal User user) {
        return orders.findById(id).orElseThrow();
    }

    @PatchMapping("/profile")
    User updateProfile(@RequestBody User changed, @AuthenticationPrincipal User user) {
        return accounts.copyAll(changed, user);
    }

    @DeleteMapping("/users/{id}")
    void deleteUser(@PathVariable long id, @AuthenticationPrincipal User user) {
        accounts.remove(id);
    }
}
`, Cases: []Case{
		{"idor", "CWE-639", "return orders.findById(id).orElseThrow();", "return orders.findByIdAndOwner(id, user).orElseThrow();",
			"  pattern: orders.findById($ID)\n"},
		{"mass assignment", "CWE-915", "return accounts.copyAll(changed, user);", "return accounts.rename(user, changed.getName());",
			"  pattern: accounts.copyAll($A, $B)\n"},
		{"missing authorization", "CWE-862", "accounts.remove(id);", "user.requireAdmin();\naccounts.remove(id);",
			"  patterns:\n  - pattern: accounts.remove($ID);\n  - pattern-not-inside: |\n      user.requireAdmin();\n      ...\n"},
	}},
	{Language: "go", File: "shop/orders.go", Renamed: "shop/purchases.go", Comment: "//", Source: `package shop

import (
	"encoding/json"
	"net/http"
)

func (s *Server) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /orders/{id}", s.getOrder)
	mux.HandleFunc("PATCH /profile", s.updateProfile)
	mux.HandleFunc("DELETE /users/{id}", s.deleteUser)
}

func (s *Server) getOrder(w http.ResponseWriter, r *http.Request) {
	order := s.orders.Get(r.PathValue("id"))
	write(w, order)
}

func (s *Server) updateProfile(w http.ResponseWriter, r *http.Request) {
	user := s.caller(r)
	json.NewDecoder(r.Body).Decode(user)
	write(w, user)
}

func (s *Server) deleteUser(w http.ResponseWriter, r *http.Request) {
	s.accounts.Remove(r.PathValue("id"))
	w.WriteHeader(http.StatusNoContent)
}
`, Cases: []Case{
		{"idor", "CWE-639", "order := s.orders.Get(r.PathValue(\"id\"))", "order := s.orders.GetOf(s.caller(r).ID, r.PathValue(\"id\"))",
			"  pattern: s.orders.Get($ID)\n"},
		{"mass assignment", "CWE-915", "json.NewDecoder(r.Body).Decode(user)", "json.NewDecoder(r.Body).Decode(&user.Editable)",
			"  pattern: json.NewDecoder(r.Body).Decode(user)\n"},
		{"missing authorization", "CWE-862", "s.accounts.Remove(r.PathValue(\"id\"))", "if !s.caller(r).Admin {\n\tw.WriteHeader(http.StatusForbidden)\n\treturn\n}\ns.accounts.Remove(r.PathValue(\"id\"))",
			"  patterns:\n  - pattern: s.accounts.Remove($ID)\n  - pattern-not-inside: |\n      if !s.caller(r).Admin {\n        ...\n      }\n      ...\n"},
	}},
	{Language: "ruby", File: "app/controllers/orders_controller.rb", Renamed: "app/controllers/purchases_controller.rb", Comment: "#", Source: `class OrdersController < ApplicationController
  before_action :authenticate_user!

  def show
    @order = Order.find(params[:id])
    render json: @order
  end

  def update
    current_user.change_all(params[:user])
    render json: current_user
  end

  def destroy
    Account.remove(params[:id])
    head :no_content
  end
end
`, Cases: []Case{
		{"idor", "CWE-639", "@order = Order.find(params[:id])", "@order = current_user.orders.find(params[:id])",
			"  pattern: Order.find(params[:id])\n"},
		{"mass assignment", "CWE-915", "current_user.change_all(params[:user])", "current_user.change_all(params.require(:user).permit(:name))",
			"  pattern: current_user.change_all(params[:user])\n"},
		{"missing authorization", "CWE-862", "Account.remove(params[:id])", "return head(:forbidden) unless current_user.admin?\nAccount.remove(params[:id])",
			"  patterns:\n  - pattern: Account.remove($ID)\n  - pattern-not-inside: |\n      return head(:forbidden) unless current_user.admin?\n      ...\n"},
	}},
}
