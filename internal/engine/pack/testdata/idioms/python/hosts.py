from urllib.parse import urlparse, urljoin
import ipaddress, socket, requests, os
from flask import Flask, request, abort, redirect, make_response, render_template, Response
from markupsafe import escape, Markup
import html, json
app = Flask(__name__)
HOSTS = {"a.example.com"}

@app.route("/s1")
def s1():  # safe
    url = request.args["u"]
    if urlparse(url).hostname not in HOSTS:
        abort(400)
    return requests.get(url).text

@app.route("/s2")
def s2():  # safe
    url = request.args["u"]
    parsed = urlparse(url)
    if parsed.netloc not in HOSTS:
        abort(400)
    return requests.get(url).text

@app.route("/s3")
def s3():  # safe
    parsed = urlparse(request.args["u"])
    if parsed.scheme != "https" or parsed.hostname != "a.example.com":
        abort(400)
    return requests.get(parsed.geturl()).text

def is_safe_url(target):
    ref = urlparse(request.host_url)
    test = urlparse(urljoin(request.host_url, target))
    return test.scheme in ("http", "https") and ref.netloc == test.netloc

@app.route("/s4")
def s4():  # safe
    n = request.args.get("next")
    if not is_safe_url(n):
        return abort(400)
    return redirect(n)

@app.route("/s5")
def s5():  # safe
    n = request.args.get("next") or "/"
    if urlparse(n).netloc:
        n = "/"
    return redirect(n)

@app.route("/b5")
def b5():  # weak
    n = request.args.get("next") or "/"
    return redirect(n)  # finds: python-open-redirect

@app.route("/s6")
def s6():  # safe
    return f"<b>{escape(request.args['q'])}</b>"

@app.route("/s7")
def s7():  # safe
    return Response(json.dumps({"q": request.args["q"]}), mimetype="application/json")

@app.route("/s8")
def s8():  # safe
    return Response(request.args["q"], mimetype="text/plain")

@app.route("/s9")
def s9():  # safe
    return {"q": request.args["q"]}

@app.route("/b9")
def b9():  # weak
    return "<b>" + request.args["q"] + "</b>"  # finds: python-xss

@app.route("/s10")
def s10():  # safe
    names = [n for n in request.args.getlist("n") if n in HOSTS]
    return "<b>" + ",".join(names) + "</b>"

@app.route("/s11")
def s11():  # safe
    q = request.args.get("q", "")
    if not q.isdigit():
        q = "0"
    return "<b>" + q + "</b>"

@app.route("/s12")
def s12():  # safe
    with open(os.path.join("/srv", "x.html")) as f:
        page = f.read()
    return page.replace("{{q}}", html.escape(request.args["q"]))
