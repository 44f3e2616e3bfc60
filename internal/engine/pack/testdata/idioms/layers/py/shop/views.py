from flask import Blueprint, request, abort
from . import store, checks
from .store import Items
bp = Blueprint("items", __name__)

@bp.get("/items")
def items():
    return store.by_name(request.args["name"])

@bp.get("/sorted")
def sorted_items():
    return store.ordered(checks.column(request.args["sort"]))

@bp.get("/valid")
def valid():
    sort = request.args["sort"]
    if not checks.is_column(sort):
        abort(400)
    return store.ordered2(sort)

@bp.get("/class")
def by_class():
    return Items("items").where(request.args["q"])

@bp.get("/page")
def page():
    return store.page(checks.number(request.args["page"]))
