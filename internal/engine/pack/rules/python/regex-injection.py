import re

from flask import Flask, request

app = Flask(__name__)


@app.get("/search")
def search():
    word = request.args["word"]
    # ruleid: python-regex-injection
    re.search(word, "some text")
    # ruleid: python-regex-injection
    re.compile("^" + word + "$")
    # ok: python-regex-injection
    re.search(re.escape(word), "some text")
    # ok: python-regex-injection
    re.match(r"^\w+$", word)
    return "ok"
