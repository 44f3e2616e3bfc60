import os
from pathlib import Path

from fastapi import FastAPI, UploadFile
from fastapi.responses import FileResponse
from flask import Flask, abort, request, send_file, send_from_directory
from werkzeug.utils import secure_filename

app = Flask(__name__)
api = FastAPI()
FOLDER = "/srv/files"


@app.get("/download")
def download():
    name = request.args["name"]
    # ruleid: python-path-traversal
    open("/srv/files/" + name)
    path = os.path.join(FOLDER, name)
    # ruleid: python-path-traversal
    return send_file(path)


@app.get("/safe")
def safe():
    name = request.args["name"]
    # ok: python-path-traversal
    open(os.path.join(FOLDER, secure_filename(name)))
    # ok: python-path-traversal
    open(os.path.join(FOLDER, os.path.basename(name)))
    # ok: python-path-traversal
    open("/srv/files/%d.txt" % int(name))
    # ok: python-path-traversal
    return send_from_directory(FOLDER, name)


@app.get("/checked")
def checked():
    path = os.path.realpath(os.path.join(FOLDER, request.args["name"]))
    if not path.startswith(FOLDER + os.sep):
        abort(404)
    # ok: python-path-traversal
    return open(path).read()


@app.get("/below")
def below():
    path = (Path(FOLDER) / request.args["name"]).resolve()
    if not path.is_relative_to(FOLDER):
        raise ValueError("outside")
    # ok: python-path-traversal
    return path.read_text()


@app.get("/above")
def above():
    path = Path(FOLDER) / request.args["name"]
    # ruleid: python-path-traversal
    return path.read_text()


@app.post("/upload")
def upload():
    file = request.files["file"]
    # ruleid: python-path-traversal
    file.save(os.path.join(FOLDER, file.filename))
    # ok: python-path-traversal
    file.save(os.path.join(FOLDER, secure_filename(file.filename)))
    return "saved"


@api.post("/upload")
async def upload_file(file: UploadFile):
    # ruleid: python-path-traversal
    with open(f"/srv/files/{file.filename}", "wb") as out:
        out.write(await file.read())


@api.get("/files/{name:path}")
async def get_file(name: str):
    # ruleid: python-path-traversal
    return FileResponse(os.path.join(FOLDER, name))


def remove(request):
    # ruleid: python-path-traversal
    os.remove(FOLDER + "/" + request.POST["name"])
    # ok: python-path-traversal
    os.remove(FOLDER + "/old.txt")


@app.get("/there")
def there():
    folder = Path(FOLDER)
    path = folder / request.args["name"]
    # ruleid: python-path-traversal
    return str(path.exists())


@app.get("/text")
def as_text():
    folder = Path(FOLDER)
    path = (folder / request.args["name"]).resolve()
    if not str(path).startswith(str(folder)):
        return "outside"
    # ok: python-path-traversal
    return path.read_text()


@app.get("/told")
def told():
    path = os.path.realpath(os.path.join(FOLDER, request.args["name"]))
    if not path.startswith(FOLDER):
        print("outside")
    # ruleid: python-path-traversal
    return open(path).read()


@app.get("/stopped")
def stopped():
    path = os.path.realpath(os.path.join(FOLDER, request.args["name"]))
    if not path.startswith(FOLDER):
        abort(404)
    # ok: python-path-traversal
    return open(path).read()


@app.post("/upload")
def upload():
    name = request.files["content"].filename
    _validate_filename(name, kind="whl")
    # ok: python-path-traversal
    return open(os.path.join(FOLDER, name)).read()


def rooted(request):
    name = request.GET["name"]
    if name.startswith("/"):
        # ruleid: python-path-traversal
        open(name)
        return
    # ruleid: python-path-traversal
    open(os.path.join(FOLDER, name))
    relative = os.path.relpath(os.path.join(FOLDER, name), FOLDER)
    if relative.startswith(".."):
        return
    # ok: python-path-traversal
    open(os.path.join(FOLDER, relative))
