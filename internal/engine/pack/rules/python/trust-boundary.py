import flask
from flask import Flask, request, session

app = Flask(__name__)


@app.post("/choose")
def choose():
    # ruleid: python-trust-boundary
    session["user"] = request.form["user"]
    # ruleid: python-trust-boundary
    flask.session[request.form["key"]] = "1"
    # ok: python-trust-boundary
    session["page"] = int(request.form["page"])
    # ok: python-trust-boundary
    session["kind"] = "guest"
    return "ok"


@app.post("/language")
def language():
    chosen = request.form["language"]
    if chosen not in ("en", "de"):
        return "unknown", 400
    # ok: python-trust-boundary
    session["language"] = chosen
    return "ok"


@app.post("/login")
def login():
    user = db.execute("SELECT id FROM users WHERE name = ?", (request.form["name"],)).fetchone()
    # ok: python-trust-boundary
    session["user"] = user["id"]
    return "ok"


@app.post("/enter")
def enter():
    name = request.form["name"]
    row = find(name)
    if not check_password_hash(row["hash"], request.form["password"]):
        return "no", 401
    # ok: python-trust-boundary
    session["user"] = name
    return "ok"
