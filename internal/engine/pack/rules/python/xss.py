import html

from django.http import HttpResponse, JsonResponse
from django.utils.safestring import mark_safe
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from flask import Flask, jsonify, make_response, render_template, request
from markupsafe import Markup, escape

app = Flask(__name__)
api = FastAPI()


@app.get("/hello")
def hello():
    name = request.args.get("name", "")
    # ruleid: python-xss
    return "<h1>Hello " + name + "</h1>"


@app.get("/hello2")
def hello2():
    page = f"<h1>Hello {request.args['name']}</h1>"
    # ruleid: python-xss
    return make_response(page)


@app.get("/hello3")
def hello3():
    name = request.args.get("name", "")
    # ok: python-xss
    return f"<h1>Hello {escape(name)}</h1>"


@app.get("/hello4")
def hello4():
    name = request.args.get("name", "")
    # ok: python-xss
    return render_template("hello.html", name=name)


@app.get("/hello5")
def hello5():
    # ok: python-xss
    return jsonify(name=request.args.get("name"))


@app.get("/markup")
def markup():
    # ruleid: python-xss
    bold = Markup("<b>" + request.args["name"] + "</b>")
    # ok: python-xss
    bold = Markup("<b>" + escape(request.args["name"]) + "</b>")
    return render_template("hello.html", name=bold)


def view(request):
    # ruleid: python-xss
    HttpResponse("Hello " + request.GET["name"])
    # ruleid: python-xss
    mark_safe(request.POST.get("bio"))
    # ok: python-xss
    HttpResponse(request.GET["name"], content_type="text/plain")
    # ok: python-xss
    HttpResponse("Hello " + html.escape(request.GET["name"]))
    # ok: python-xss
    return JsonResponse({"name": request.GET["name"]})


@api.get("/page")
async def page(title: str):
    # ruleid: python-xss
    return HTMLResponse(f"<title>{title}</title>")


@app.get("/header")
def header():
    # ok: python-xss
    response = make_response(("fine", {"X-Name": request.args["name"]}))
    # ok: python-xss
    return response


@app.get("/tuple")
def pair():
    # ruleid: python-xss
    response = make_response(("<b>" + request.args["name"], 200))
    return response


@app.get("/object")
def answer():
    # ok: python-xss
    response = make_response({"name": request.args["name"]})
    # ok: python-xss
    return response


@app.get("/plain")
def plain():
    # ok: python-xss
    return request.args["name"], 200, {"Content-Type": "text/plain"}


@api.get("/json")
async def as_json(title: str):
    # ok: python-xss
    return title


@app.post("/design")
def design():
    data = {"content": request.json["message"]}
    # ok: python-xss
    return data


def export(request):
    # ok: python-xss
    return django.http.HttpResponse(request.GET["config"], content_type="text/yaml")


def link(request):
    device = DeviceForm(request.POST).save()
    # ok: python-xss
    return django.utils.safestring.mark_safe('<a href="{}">{}</a>'.format(device.get_absolute_url(), escape(device)))


@app.get("/file")
def file():
    # ok: python-xss
    return open("/pages/" + request.args["page"]).read()


@labels.mapping.patch("/label")
def label(request):
    # ok: python-xss
    return rest_framework.response.Response({"label": request.data["label"]}, status=200)


class Hello(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = urllib.parse.parse_qs(self.path.split("?", 1)[1])["name"][0]
        self.send_header("Content-Type", "text/html")
        # ruleid: python-xss
        self.wfile.write(("<h1>" + name + "</h1>").encode())
        # ok: python-xss
        self.wfile.write(html.escape(name).encode())

    def do_POST(self):
        body = self.rfile.read(10)
        self.send_header("Content-Type", "application/json")
        # ok: python-xss
        self.wfile.write(body)


router = ninja.Router(tags=["pages"])


@router.get("/pages")
def pages(request):
    # ok: python-xss
    return request.GET["name"]


@app.route("/profile", methods=["PUT"])
@use_kwargs(profile_schema)
@marshal_with(profile_schema)
def update_profile(**kwargs):
    profile = current_user.update(**kwargs)
    # ok: python-xss
    return profile


@app.route("/debug")
def debug():
    text = "".join(f"{k}: {v}" for k, v in request.headers.items())
    # ok: python-xss
    plain = flask.make_response(text)
    plain.mimetype = "text/plain"
    # ok: python-xss
    calendar = HttpResponse(request.GET["events"], content_type="text/calendar")
    if "page" in request.args:
        # ruleid: python-xss
        page = flask.make_response(text)
        page.mimetype = "text/html"
        return page
    return plain
