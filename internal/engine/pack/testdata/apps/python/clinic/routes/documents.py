import os

from flask import Blueprint, abort, current_app, redirect, request, send_file, send_from_directory, url_for
from werkzeug.utils import secure_filename

from clinic.services import archive, thumbnails

bp = Blueprint("documents", __name__, url_prefix="/documents")


@bp.get("/raw")
def raw():
    folder = current_app.config["DOCUMENTS"]
    path = os.path.join(folder, request.args["name"])
    return send_file(path)  # finds: python-path-traversal


@bp.get("/file")
def file():
    return send_from_directory(current_app.config["DOCUMENTS"], request.args["name"])  # safe: python-path-traversal


@bp.get("/text")
def text():
    folder = os.path.realpath(current_app.config["DOCUMENTS"])
    path = os.path.realpath(os.path.join(folder, request.args["name"]))
    if not path.startswith(folder + os.sep):
        abort(404)
    with open(path, encoding="utf-8") as f:  # safe: python-path-traversal
        return {"text": f.read()}


@bp.post("/upload")
def upload():
    sent = request.files["document"]
    target = os.path.join(current_app.config["DOCUMENTS"], secure_filename(sent.filename))
    sent.save(target)  # safe: python-path-traversal
    archive.unpack(target, current_app.config["DOCUMENTS"])
    return {"saved": True}


@bp.post("/convert")
def convert():
    thumbnails.convert(request.form["name"], request.form.get("size", "200"))
    return redirect(url_for("documents.file", name=request.form["name"]))  # safe: python-open-redirect


@bp.get("/leave")
def leave():
    return redirect(request.args.get("next", "/"))  # finds: python-open-redirect
