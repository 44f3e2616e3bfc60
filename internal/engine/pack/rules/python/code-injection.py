import ast
import importlib

from fastapi import FastAPI
from flask import Flask, request

app = Flask(__name__)
api = FastAPI()
PLUGINS = {"csv": "shop.export_csv"}


@app.post("/formula")
def formula():
    text = request.form["formula"]
    # ruleid: python-code-injection
    price = eval(text, {"cost": 3})
    # ruleid: python-code-injection
    exec("price = " + text)
    # ruleid: python-code-injection
    code = compile(text, "<formula>", "eval")
    # ok: python-code-injection
    price = ast.literal_eval(text)
    # ok: python-code-injection
    price = eval("1 + 1")
    # ok: python-code-injection
    price = eval("cost * %f" % float(text))
    return str(price)


def plugin(request):
    # ruleid: python-code-injection
    importlib.import_module("plugins." + request.GET["name"])
    # ok: python-code-injection
    importlib.import_module(PLUGINS[request.GET["name"]])


@api.post("/run")
async def run(body: dict):
    # ruleid: python-code-injection
    exec(body["script"])


def forward(request):
    # ruleid: python-code-injection
    function = globals().get(request.GET["fwd"])
    # ruleid: python-code-injection
    other = globals()[request.GET["fwd"]]
    # ok: python-code-injection
    known = VIEWS.get(request.GET["fwd"])
    return function(request)
