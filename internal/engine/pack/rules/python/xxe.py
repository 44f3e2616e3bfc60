import xml.dom.minidom
import xml.sax
import xml.sax.handler

from defusedxml import ElementTree
from flask import Flask, request
from lxml import etree

app = Flask(__name__)


@app.post("/feed")
def feed():
    parser = etree.XMLParser(resolve_entities=True, no_network=False)
    # ruleid: python-xxe
    etree.fromstring(request.data, parser)
    # ok: python-xxe
    etree.fromstring(open("feed.xml").read(), parser)
    safe = etree.XMLParser(resolve_entities=False)
    # ok: python-xxe
    etree.fromstring(request.data, safe)
    # ok: python-xxe
    ElementTree.fromstring(request.data)
    return "ok"


@app.post("/doc")
def doc():
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    # ruleid: python-xxe
    xml.dom.minidom.parseString(request.form["doc"], parser)
    plain = xml.sax.make_parser()
    # ok: python-xxe
    xml.dom.minidom.parseString(request.form["doc"], plain)
    return "ok"
