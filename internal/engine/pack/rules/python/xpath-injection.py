import io
import re

import elementpath
import lxml.etree
from flask import Flask, request

app = Flask(__name__)


@app.get("/user")
def user():
    name = request.args["name"]
    tree = lxml.etree.parse("users.xml")
    # ruleid: python-xpath-injection
    tree.xpath("/users/user[@name='" + name + "']")
    # ruleid: python-xpath-injection
    tree.xpath(f"/users/user[@name='{name}']")
    # ruleid: python-xpath-injection
    elementpath.select(tree, "".join(["/users/user[@name='", name, "']"]))
    # ok: python-xpath-injection
    tree.xpath("/users/user[@name = $name]", name=name)
    # ok: python-xpath-injection
    tree.xpath("/users/user[%d]" % int(name))
    # ok: python-xpath-injection
    re.findall("a+", name)
    return "ok"


@app.get("/checked")
def checked():
    name = request.args["name"]
    tree = lxml.etree.parse("users.xml")
    if "'" in name:
        return "bad name"
    # ok: python-xpath-injection
    return tree.xpath(f"/users/user[@name='{name}']")


@app.get("/written")
def written():
    tree = lxml.etree.parse("users.xml")
    query = io.StringIO()
    query.write("/users/user[@name='")
    query.write(request.args["name"])
    query.write("']")
    # ruleid: python-xpath-injection
    return tree.xpath(query.getvalue())
