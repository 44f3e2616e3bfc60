import pickle
from urllib.parse import urlparse

import requests
import yaml
from flask import Blueprint, abort, request
from lxml import etree

bp = Blueprint("integration", __name__, url_prefix="/integration")

PARTNERS = {"lab": "https://lab.example.org/api", "pharmacy": "https://pharmacy.example.org/api"}


@bp.post("/fetch")
def fetch():
    answer = requests.get(request.json["url"], timeout=5)  # finds: python-ssrf
    return {"status": answer.status_code}


@bp.post("/partner")
def partner():
    answer = requests.get(PARTNERS[request.json["partner"]], timeout=5)  # safe: python-ssrf
    return {"status": answer.status_code}


@bp.post("/results")
def results():
    address = request.json["url"]
    if urlparse(address).hostname not in ("lab.example.org", "pharmacy.example.org"):
        abort(400)
    return {"status": requests.get(address, timeout=5).status_code}  # safe: python-ssrf


@bp.get("/legacy")
def legacy():
    answer = requests.get("https://legacy.example.org/status", verify=False, timeout=5)  # finds: python-tls-verify-off
    return {"status": answer.status_code}


@bp.get("/status")
def status():
    answer = requests.get("https://lab.example.org/status", verify="/etc/ssl/lab.pem", timeout=5)  # safe: python-tls-verify-off
    return {"status": answer.status_code}


@bp.post("/restore")
def restore():
    return {"keys": list(pickle.loads(request.get_data()))}  # finds: python-deserialization


@bp.post("/import")
def import_yaml():
    return {"keys": list(yaml.safe_load(request.get_data()))}  # safe: python-deserialization


@bp.post("/hl7")
def hl7():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)  # safe: python-xml-external-entities
    return {"tag": etree.fromstring(request.get_data(), parser).tag}  # safe: python-xxe


@bp.post("/hl7-old")
def hl7_old():
    parser = etree.XMLParser(resolve_entities=True)  # finds: python-xml-external-entities
    return {"tag": etree.fromstring(request.get_data(), parser).tag}  # finds: python-xxe
