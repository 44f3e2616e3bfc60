import os, re, json, logging, zipfile, tarfile, ldap, html
from ldap.filter import escape_filter_chars
from lxml import etree
import defusedxml.ElementTree as DET
import xml.etree.ElementTree as ET
from flask import Flask, request, abort, make_response, jsonify, session
from jinja2 import Environment, select_autoescape, Template
from pymongo import MongoClient
from bson import ObjectId
app = Flask(__name__)
log = logging.getLogger(__name__)
db = MongoClient().x

@app.get("/1")
def e1():  # safe
    return jsonify(db.users.find_one({"_id": ObjectId(request.args["id"])}))

@app.post("/2")
def e2():  # safe
    return jsonify(db.users.find_one({"name": str(request.json["name"])}))

@app.post("/3")
def e3():  # weak
    return jsonify(db.users.find_one(request.json))  # finds: python-nosql-injection

@app.get("/4")
def e4():  # safe
    f = "(uid=%s)" % escape_filter_chars(request.args["u"])
    return str(len(ldap.initialize("x").search_s("dc=x", ldap.SCOPE_SUBTREE, f)))

@app.get("/5")
def e5():  # weak
    f = "(uid=%s)" % request.args["u"]
    return str(len(ldap.initialize("x").search_s("dc=x", ldap.SCOPE_SUBTREE, f)))  # finds: python-ldap-injection

@app.post("/6")
def e6():  # safe
    return str(len(DET.fromstring(request.data)))

@app.post("/7")
def e7():  # safe
    p = etree.XMLParser(resolve_entities=False, no_network=True)
    return str(len(etree.fromstring(request.data, p)))

@app.get("/8")
def e8():  # safe
    tree = etree.parse("x.xml")
    return str(len(tree.xpath("//user[@name=$n]", n=request.args["n"])))

@app.get("/9")
def e9():  # weak
    tree = etree.parse("x.xml")
    return str(len(tree.xpath("//user[@name='" + request.args["n"] + "']")))  # finds: python-xpath-injection

@app.get("/10")
def e10():  # safe
    t = Environment(autoescape=select_autoescape()).from_string("<b>{{ q }}</b>")
    return t.render(q=request.args["q"])

@app.get("/11")
def e11():  # weak
    return Template("Hello " + request.args["q"]).render()  # finds: python-template-injection

@app.get("/12")
def e12():  # safe
    log.info("search %s", request.args["q"].replace("\n", "").replace("\r", ""))
    return ""

@app.get("/13")
def e13():  # safe
    log.info("search %r", request.args["q"])
    return ""

def unzip(path, to):  # safe
    with zipfile.ZipFile(path) as z:
        for n in z.namelist():
            dest = os.path.realpath(os.path.join(to, n))
            if not dest.startswith(os.path.realpath(to) + os.sep):
                raise ValueError(n)
            z.extract(n, to)

def untar(path, to):  # safe
    with tarfile.open(path) as t:
        t.extractall(to, filter="data")

def untar2(path, to):  # weak
    with tarfile.open(path) as t:
        t.extractall(to)  # finds: python-archive-extract

@app.get("/14")
def e14():  # safe
    r = make_response("")
    r.headers["X-Name"] = request.args["n"].replace("\r", "").replace("\n", "")
    r.set_cookie("lang", "de", secure=True, httponly=True, samesite="Lax")
    return r

@app.get("/15")
def e15():  # safe
    pattern = re.compile(re.escape(request.args["q"]))
    return jsonify([i for i in ITEMS if pattern.search(i)])

@app.get("/16")
def e16():  # safe
    handler = {"a": do_a, "b": do_b}.get(request.args["h"])
    if handler is None:
        abort(404)
    return handler()

@app.get("/17")
def e17():  # weak
    return getattr(views, request.args["h"])()  # finds: python-xss

@app.get("/18")
def e18():  # safe
    name = request.args["h"]
    if name not in ("a", "b"):
        abort(404)
    return getattr(views, name)()

@app.post("/19")
def e19():  # safe
    user = User.query.get(session["user"])
    for k in ("name", "email"):
        if k in request.json:
            setattr(user, k, request.json[k])
    return ""

@app.get("/20")
def e20():  # safe
    n = request.args.get("n", default=10, type=int)
    return f"<b>{n}</b>"
