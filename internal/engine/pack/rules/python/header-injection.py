from http.server import BaseHTTPRequestHandler
from urllib.parse import quote

from flask import Flask, make_response, request

app = Flask(__name__)


@app.get("/file")
def file():
    response = make_response("ok")
    name = request.args["name"]
    # ruleid: python-header-injection
    response.headers["Content-Disposition"] = "attachment; filename=" + name
    # ruleid: python-header-injection
    response.headers.add("X-Name", name)
    # ok: python-header-injection
    response.headers["Content-Disposition"] = "attachment; filename=" + quote(name)
    # ok: python-header-injection
    response.headers["Content-Type"] = "text/plain"
    return response
