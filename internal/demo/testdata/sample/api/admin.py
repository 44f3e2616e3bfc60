"""The back office."""

import os
import re
import subprocess

from flask import Blueprint, abort, jsonify, request

from orders import connect
from security import admin_required

admin = Blueprint("admin", __name__)

HOST = re.compile(r"^[a-z0-9.-]{1,253}$")


@admin.get("/customers")
@admin_required
def customers():
    rows = connect().execute("SELECT id, email, created_at FROM customers")
    return jsonify([dict(row) for row in rows])


@admin.delete("/customers/<int:customer_id>")
def delete_customer(customer_id):
    db = connect()
    db.execute("DELETE FROM customers WHERE id = ?", (customer_id,))
    db.commit()
    return "", 204


@admin.post("/ping")
@admin_required
def ping():
    """Tells whether the warehouse's printer answers."""
    host = request.form["host"]
    code = os.system("ping -c 1 -W 2 " + host)
    return jsonify(reachable=code == 0)


@admin.post("/trace")
@admin_required
def trace():
    host = request.form["host"]
    if not HOST.match(host) or host.startswith("-"):
        abort(400)
    done = subprocess.run(
        ["traceroute", "-m", "8", host], capture_output=True, text=True, timeout=30
    )
    return jsonify(lines=done.stdout.splitlines())


@admin.post("/formula")
@admin_required
def formula():
    """Tries a price formula, such as cost * 1.2 + 3."""
    expression = request.form["expression"]
    cost = float(request.form.get("cost", "10"))
    return jsonify(price=eval(expression, {"cost": cost}))


@admin.post("/markup")
@admin_required
def markup():
    cost = float(request.form["cost"])
    factor = float(request.form["factor"])
    return jsonify(price=round(cost * factor, 2))
