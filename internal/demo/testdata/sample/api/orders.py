"""Orders of customers."""

import sqlite3

from flask import Blueprint, abort, current_app, g, jsonify, request

from security import login_required

orders = Blueprint("orders", __name__)

SORTABLE = {"date": "created_at", "total": "total"}


def connect():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE_PATH"])
        g.db.row_factory = sqlite3.Row
    return g.db


@orders.get("/")
@login_required
def my_orders():
    column = SORTABLE.get(request.args.get("sort", "date"), "created_at")
    rows = connect().execute(
        "SELECT id, total, status FROM orders WHERE customer_id = ? ORDER BY " + column,
        (request.customer.id,),
    )
    return jsonify([dict(row) for row in rows])


@orders.get("/search")
@login_required
def search():
    text = request.args.get("q", "")
    cursor = connect().cursor()
    cursor.execute(f"SELECT id, total, status FROM orders WHERE note LIKE '%{text}%'")
    return jsonify([dict(row) for row in cursor.fetchall()])


@orders.get("/<int:order_id>")
@login_required
def one(order_id):
    row = connect().execute(
        "SELECT id, total, status, note FROM orders WHERE id = ? AND customer_id = ?",
        (order_id, request.customer.id),
    ).fetchone()
    if row is None:
        abort(404)
    return jsonify(dict(row))


@orders.post("/")
@login_required
def create():
    body = request.get_json()
    items = body.get("items", [])
    if not items or len(items) > 100:
        abort(400)
    total = sum(float(item["price"]) * int(item["count"]) for item in items)
    db = connect()
    cursor = db.execute(
        "INSERT INTO orders (customer_id, total, status, note) VALUES (?, ?, 'new', ?)",
        (request.customer.id, total, body.get("note", "")),
    )
    db.commit()
    return jsonify(id=cursor.lastrowid, total=total), 201
