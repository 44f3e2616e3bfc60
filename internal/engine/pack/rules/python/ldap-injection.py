import re

import ldap
import ldap3
from flask import Flask, request
from ldap.filter import escape_filter_chars as escaped
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)


@app.get("/people")
def people():
    name = request.args["name"]
    connection = ldap3.Connection("ldap://directory")
    # ruleid: python-ldap-injection
    connection.search("ou=people", "(uid=" + name + ")")
    # ruleid: python-ldap-injection
    connection.search(search_base="ou=people", search_filter=f"(uid={name})")
    # ok: python-ldap-injection
    connection.search("ou=people", f"(uid={escape_filter_chars(name)})")
    # ok: python-ldap-injection
    connection.search("ou=people", "(uid=admin)", attributes=[name])
    # ok: python-ldap-injection
    re.search("a+", name)
    # ok: python-ldap-injection
    User.search(users, name)
    return "ok"


def find(request):
    server = ldap.initialize("ldap://directory")
    # ruleid: python-ldap-injection
    server.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % request.GET["uid"])
    # ok: python-ldap-injection
    server.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % escaped(request.GET["uid"]))
