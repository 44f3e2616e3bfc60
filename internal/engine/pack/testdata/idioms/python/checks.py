import os, re, subprocess, uuid, shlex
from enum import Enum
from pathlib import Path
from flask import Flask, request, abort, send_file, redirect
from fastapi import FastAPI
from pydantic import BaseModel
from werkzeug.utils import secure_filename
import sqlite3
app = Flask(__name__)
api = FastAPI()
NAME = re.compile(r"^[a-z]+$")
COLUMNS = {"name": "name", "age": "age"}
ALLOWED = ("name", "age")
db = sqlite3.connect("x")

class Sort(Enum):
    name = "name"

class Item(BaseModel):
    id: int
    price: float
    name: str
    tags: list[int]

@api.post("/s1")
def s1(item: Item):  # safe
    db.execute(f"select * from t where id = {item.id}")

@api.post("/b1")
def b1(item: Item):  # weak
    db.execute(f"select * from t where id = '{item.name}'")  # finds: python-sql-injection

@api.post("/s2")
def s2(item: Item):  # safe
    db.execute("select * from t where id in (%s)" % ",".join(str(t) for t in item.tags))

@app.route("/s3")
def s3():  # safe
    sort = request.args["sort"]
    if not NAME.match(sort):
        abort(400)
    db.execute(f"select * from t order by {sort}")

@app.route("/b3")
def b3():  # weak
    sort = request.args["sort"]
    if NAME.match(sort):
        abort(400)
    db.execute(f"select * from t order by {sort}")  # finds: python-sql-injection

@app.route("/s4")
def s4():  # safe
    sort = COLUMNS.get(request.args.get("sort"), "id")
    db.execute(f"select * from t order by {sort}")

@app.route("/s5")
def s5():  # safe
    sort = request.args.get("sort", "id")
    sort = sort if sort in ALLOWED else "id"
    db.execute(f"select * from t order by {sort}")

@app.route("/s6")
def s6():  # safe
    ids = request.args.getlist("id")
    db.execute("select * from t where id in (%s)" % ",".join("?" * len(ids)), ids)

@app.route("/s7")
def s7():  # safe
    ids = [int(i) for i in request.args.getlist("id")]
    db.execute("select * from t where id in (%s)" % ",".join(map(str, ids)))

@app.route("/s8")
def s8():  # safe
    page = request.args.get("page", 1, type=int)
    db.execute(f"select * from t limit 10 offset {page * 10}")

@app.route("/s9")
def s9():  # safe
    user = next((u for u in users if u.name == request.args["name"]), None)
    db.execute(f"select * from t where role = '{user.role}'")

@app.route("/s10")
def s10():  # safe
    sort = Sort(request.args["sort"])
    db.execute(f"select * from t order by {sort.value}")

@app.route("/s11")
def s11():  # safe
    base = Path("/srv").resolve()
    p = (base / request.args["f"]).resolve()
    if not p.is_relative_to(base):
        abort(403)
    return p.read_text()

@app.route("/s12")
def s12():  # safe
    base = os.path.realpath("/srv")
    p = os.path.realpath(os.path.join(base, request.args["f"]))
    if os.path.commonpath([base, p]) != base:
        abort(403)
    return open(p).read()

@app.route("/s13")
def s13():  # safe
    name = secure_filename(request.files["f"].filename)
    request.files["f"].save(os.path.join("/srv", name))

@app.route("/s14")
def s14():  # safe
    where, args = [], []
    for k in ("name", "age"):
        if k in request.args:
            where.append(f"{k} = ?")
            args.append(request.args[k])
    db.execute("select * from t where " + " and ".join(where), args)

@app.route("/b14")
def b14():  # weak
    where, args = [], []
    for k in request.args:
        where.append(f"{k} = ?")
        args.append(request.args[k])
    db.execute("select * from t where " + " and ".join(where), args)  # finds: python-sql-injection

@app.route("/s15")
def s15():  # safe
    try:
        n = int(request.args["n"])
    except ValueError:
        abort(400)
    subprocess.run(f"head -n {n} /etc/motd", shell=True)

@app.route("/s16")
def s16():  # safe
    subprocess.run(["git", "log", "--", request.args["path"]])

@app.route("/s17")
def s17():  # safe
    subprocess.run("ls " + shlex.quote(request.args["d"]), shell=True)

@app.route("/s18")
def s18():  # safe
    u = uuid.UUID(request.args["id"])
    return open(f"/srv/{u}.txt").read()

@app.route("/s19")
def s19():  # safe
    match request.args["sort"]:
        case "name":
            c = "name"
        case _:
            c = "id"
    db.execute(f"select * from t order by {c}")

def check(sort):
    if sort not in ALLOWED:
        raise ValueError(sort)
    return sort

@app.route("/s20")
def s20():  # safe
    db.execute(f"select * from t order by {check(request.args['sort'])}")

@app.route("/s21")
def s21():  # safe
    sort = request.args["sort"]
    assert sort in ALLOWED
    db.execute(f"select * from t order by {sort}")

@app.route("/s22")
def s22():  # safe
    direction = "desc" if request.args.get("d") == "desc" else "asc"
    db.execute(f"select * from t order by id {direction}")

@app.route("/s23")
def s23():  # safe
    name = request.args["name"]
    if any(c not in "abc" for c in name):
        abort(400)
    db.execute(f"select * from {name}")

@app.route("/s24")
def s24():  # safe
    name = request.args["name"]
    if not name.isalnum():
        abort(400)
    db.execute(f"select * from {name}")

@app.route("/s25")
def s25():  # safe
    name = re.sub(r"[^a-z0-9]", "", request.args["name"])
    db.execute(f"select * from {name}")

@app.route("/s26")
def s26():  # safe
    if request.args["sort"] not in ALLOWED:
        return "no", 400
    db.execute("select * from t order by " + request.args["sort"])

@app.route("/s27")
def s27():  # safe
    path = request.args["next"]
    if not path.startswith("/") or path.startswith("//"):
        path = "/"
    return redirect(path)
