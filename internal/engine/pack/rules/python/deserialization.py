import base64
import json
import marshal
import pickle

import dill
import jsonpickle
import yaml
from django.http import HttpResponse
from flask import Flask, request

app = Flask(__name__)


@app.post("/cart")
def cart():
    saved = base64.b64decode(request.cookies["cart"])
    # ruleid: python-deserialization
    pickle.loads(saved)
    # ruleid: python-deserialization
    marshal.loads(saved)
    # ruleid: python-deserialization
    dill.loads(request.get_data())
    # ruleid: python-deserialization
    jsonpickle.decode(request.form["cart"])
    # ok: python-deserialization
    json.loads(request.form["cart"])
    # ok: python-deserialization
    pickle.loads(open("model.bin", "rb").read())
    return "ok"


def settings(request):
    # ruleid: python-deserialization
    yaml.load(request.body, Loader=yaml.Loader)
    # ruleid: python-deserialization
    yaml.load(request.body, Loader=yaml.UnsafeLoader)
    # ruleid: python-deserialization
    yaml.unsafe_load(request.FILES["settings"])
    # ok: python-deserialization
    yaml.load(request.body, Loader=yaml.SafeLoader)
    # ok: python-deserialization
    yaml.load(request.body, Loader=yaml.CSafeLoader)
    # ok: python-deserialization
    yaml.safe_load(request.body)
    return HttpResponse("ok")
