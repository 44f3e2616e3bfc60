from flask import Blueprint

from shop.security import admin_required

admin = Blueprint("admin", __name__)
public = Blueprint("public", __name__)


@admin.get("/customers")
@admin_required
def customers():
    return "all"


@admin.delete("/customers/<int:id>")
# ruleid: python-missing-login
def delete_customer(id):
    return "gone"


@admin.delete("/orders/<int:id>")
@admin_required
# ok: python-missing-login
def delete_order(id):
    return "gone"


@admin.post("/login")
# ok: python-missing-login
def login():
    return "hello"


@public.post("/contact")
# ok: python-missing-login
def contact():
    return "thanks"
