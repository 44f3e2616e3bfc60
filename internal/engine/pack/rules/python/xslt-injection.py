from flask import request
from lxml import etree


def convert(document):
    sheet = etree.XML(request.args["sheet"])
    # ruleid: python-xslt-injection
    transform = etree.XSLT(sheet)
    # ruleid: python-xslt-injection
    document.xslt(etree.parse(request.form["sheet"]))
    # ok: python-xslt-injection
    etree.XSLT(etree.parse("sheets/table.xsl"))
    return transform(document)
