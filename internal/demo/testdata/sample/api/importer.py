"""Import of product feeds and of saved carts."""

import base64
import json
import pickle
from urllib.parse import urlparse

import requests
import yaml
from defusedxml import ElementTree as SafeTree
from flask import Blueprint, abort, current_app, jsonify, request
from lxml import etree

from security import login_required

importer = Blueprint("importer", __name__)


@importer.post("/cart")
def restore_cart():
    """Takes back the cart that the storefront kept for a guest."""
    saved = base64.b64decode(request.form["cart"])
    cart = pickle.loads(saved)
    return jsonify(items=len(cart))


@importer.post("/wishlist")
def restore_wishlist():
    wishes = json.loads(request.form["wishlist"])
    return jsonify(items=len(wishes))


@importer.post("/rules")
@login_required
def discount_rules():
    rules = yaml.load(request.data, Loader=yaml.Loader)
    return jsonify(rules=len(rules))


@importer.post("/shipping")
@login_required
def shipping_zones():
    zones = yaml.safe_load(request.data)
    return jsonify(zones=len(zones))


@importer.post("/feed")
@login_required
def product_feed():
    parser = etree.XMLParser(resolve_entities=True, no_network=False)
    feed = etree.fromstring(request.data, parser)
    return jsonify(products=len(feed.findall("product")))


@importer.post("/stock")
@login_required
def stock_levels():
    stock = SafeTree.fromstring(request.data)
    return jsonify(levels=len(stock.findall("level")))


@importer.get("/preview")
@login_required
def preview():
    url = request.args.get("url", "")
    answer = requests.get(url, timeout=10)
    return answer.text[:2000], 200, {"Content-Type": "text/plain"}


@importer.get("/partner")
@login_required
def partner():
    host = urlparse(request.args.get("url", "")).hostname
    if host not in current_app.config["PARTNER_HOSTS"]:
        abort(400)
    answer = requests.get(f"https://{host}/feed.xml", timeout=10)
    return answer.text[:2000], 200, {"Content-Type": "text/plain"}


@importer.post("/supplier-stock")
@login_required
def supplier_stock():
    answer = requests.post(
        "https://stock.supplier.test/v2/levels",
        json=request.get_json(),
        timeout=10,
        verify=False,
    )
    return jsonify(answer.json())
