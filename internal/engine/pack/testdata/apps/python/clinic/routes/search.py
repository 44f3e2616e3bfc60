from flask import Blueprint, jsonify, render_template, render_template_string, request
from markupsafe import escape

from clinic import database

bp = Blueprint("search", __name__, url_prefix="/search")

ORDERS = {"name": "name", "day": "created_at"}


@bp.get("/patients")
def patients():
    # The statement is made in another file.
    name = request.args.get("name", "")
    born = request.args.get("born")
    found = database.patients_born(born) if born else database.patients_named(name)
    return jsonify([dict(row) for row in found])


@bp.get("/doctors")
def doctors():
    field = request.args.get("field", "name")
    order = ORDERS.get(request.args.get("order"), "name")
    db = database.connection()
    found = db.execute("SELECT name FROM doctors ORDER BY " + order).fetchall()  # safe: python-sql-injection
    if field:
        query = f"SELECT name FROM doctors WHERE {field} IS NOT NULL"
        found = db.execute(query).fetchall()  # finds: python-sql-injection
    return jsonify([row["name"] for row in found])


@bp.get("/hello")
def hello():
    name = request.args.get("name", "you")
    if request.args.get("plain"):
        return "<h1>Hello %s</h1>" % escape(name)  # safe: python-xss
    return "<h1>Hello %s</h1>" % name  # finds: python-xss


@bp.get("/greeting")
def greeting():
    text = request.args.get("text", "")
    return render_template_string("<p>" + text + "</p>")  # finds: python-template-injection


@bp.get("/welcome")
def welcome():
    return render_template_string("<p>{{ text }}</p>", text=request.args.get("text", ""))  # safe: python-template-injection


@bp.get("/page")
def page():
    return render_template("search.html", q=request.args.get("q", ""))  # safe: python-xss
