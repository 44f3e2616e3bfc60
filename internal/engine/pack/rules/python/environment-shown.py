import os

from flask import Flask, jsonify

app = Flask(__name__)


@app.route("/debug")
def debug():
    env = dict(os.environ)
    # ruleid: python-environment-shown
    return {"env": env, "folder": os.getcwd()}


@app.route("/env")
def env():
    # ruleid: python-environment-shown
    return jsonify(env=dict(os.environ))


@app.route("/version")
def version():
    # ok: python-environment-shown
    return jsonify(version=os.environ.get("APP_VERSION"))


@app.route("/region")
def region():
    # ok: python-environment-shown
    return {"region": os.environ["REGION"]}
