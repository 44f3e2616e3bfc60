import subprocess

from flask import Blueprint, jsonify, request

from clinic import database

bp = Blueprint("reports", __name__, url_prefix="/reports")

FORMATS = ("csv", "pdf")


@bp.post("/print")
def print_report():
    printer = request.form["printer"]
    command = "lp -d " + printer + " /var/lib/clinic/report.pdf"
    subprocess.check_output(command, shell=True)  # finds: python-command-injection
    return {"printed": True}


@bp.post("/export")
def export():
    kind = request.form["format"]
    if kind not in FORMATS:
        return {"error": "format"}, 400
    subprocess.check_output("export-report --format " + kind, shell=True)  # safe: python-command-injection
    return {"exported": True}


@bp.get("/formula")
def formula():
    return {"result": eval(request.args["formula"])}  # finds: python-code-injection


@bp.get("/sum")
def total():
    return {"result": sum(int(x) for x in request.args.getlist("x"))}  # safe: python-code-injection


@bp.get("/count/<table>")
def count(table):
    return jsonify(database.count(table))
