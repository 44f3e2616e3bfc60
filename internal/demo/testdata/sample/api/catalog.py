"""Products, their labels and their pictures."""

import os

from flask import (
    Blueprint,
    abort,
    current_app,
    jsonify,
    render_template,
    render_template_string,
    request,
    send_file,
    send_from_directory,
)

from orders import connect

catalog = Blueprint("catalog", __name__)

LABEL = """
<article class="label">
  <h1>%s</h1>
  <p>{{ price }} EUR, VAT included</p>
</article>
"""


@catalog.get("/products/<int:product_id>")
def product(product_id):
    row = connect().execute(
        "SELECT id, name, price FROM products WHERE id = ?", (product_id,)
    ).fetchone()
    if row is None:
        abort(404)
    return jsonify(dict(row))


@catalog.get("/products/<int:product_id>/page")
def product_page(product_id):
    row = connect().execute(
        "SELECT id, name, price FROM products WHERE id = ?", (product_id,)
    ).fetchone()
    if row is None:
        abort(404)
    return render_template("product.html", product=row)


@catalog.get("/label")
def label():
    """A price label to print, with a headline that the shop assistant types."""
    headline = request.args.get("headline", "Offer")
    price = request.args.get("price", type=float, default=0.0)
    return render_template_string(LABEL % headline, price=price)


@catalog.get("/invoices")
def invoice():
    name = request.args.get("name", "")
    path = os.path.join(current_app.config["INVOICE_DIR"], name)
    if not os.path.exists(path):
        abort(404)
    return send_file(path, mimetype="application/pdf")


@catalog.get("/manuals/<name>")
def manual(name):
    return send_from_directory("/var/lib/shop/manuals", name)
