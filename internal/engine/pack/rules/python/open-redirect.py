from urllib.parse import urlparse

from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from flask import Flask, redirect, request, url_for

app = Flask(__name__)
api = FastAPI()


@app.get("/next")
def after():
    # ruleid: python-open-redirect
    return redirect(request.args["next"])


@app.get("/next2")
def after2():
    target = request.args.get("next")
    if target not in ("/orders", "/cart"):
        target = "/"
    # ok: python-open-redirect
    return redirect(target)


@app.get("/next3")
def after3():
    # ok: python-open-redirect
    return redirect(url_for("order", id=request.args["id"]))


@app.get("/next4")
def after4():
    # ok: python-open-redirect
    return redirect("/orders?id=" + request.args["id"])


def view(request):
    target = request.GET.get("next", "/")
    # ruleid: python-open-redirect
    HttpResponseRedirect(target)
    if not url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        target = "/"
    # ok: python-open-redirect
    return HttpResponseRedirect(target)


@api.get("/go")
async def go(to: str):
    # ruleid: python-open-redirect
    return RedirectResponse(url=to)


@app.get("/next5")
def after5():
    target = request.args["next"]
    url = urlparse(target)
    if url.netloc not in ("shop.example.com",) or url.scheme != "https":
        return "elsewhere", 400
    # ok: python-open-redirect
    return redirect(target)


@app.get("/next6")
def after6():
    target = request.args["next"]
    url = urlparse(target)
    # ruleid: python-open-redirect
    return redirect(target)


class Edit(View):
    def post(self, request):
        form = DeviceForm(request.POST)
        device = form.save()
        # ok: python-open-redirect
        return django.shortcuts.redirect(device.get_absolute_url())

    def done(self, request, device):
        device.message = request.POST["message"]
        # ok: python-open-redirect
        return django.shortcuts.redirect(self.get_return_url(request, device))

    def icon(self, request):
        # ok: python-open-redirect
        return django.shortcuts.redirect(icon_url(self.realm) + "?" + request.META["QUERY_STRING"])

    def next(self, request):
        target = request.POST.get("next", "/")
        if target and safe_for_redirect(target):
            logger.debug("going on")
        else:
            target = reverse("home")
        # ok: python-open-redirect
        return django.http.HttpResponseRedirect(target)

    def unsafe(self, request):
        target = request.POST.get("next", "/")
        if target:
            logger.debug("going on")
        else:
            target = reverse("home")
        # ruleid: python-open-redirect
        return django.http.HttpResponseRedirect(target)


def same_question(request, url):
    query = request.GET.copy()
    # ok: python-open-redirect
    return django.shortcuts.redirect(f"{url}?{query.urlencode()}")


@app.before_request
def move():
    # ok: python-open-redirect
    flask.redirect(application_root + request.full_path)
    # ruleid: python-open-redirect
    return flask.redirect(request.args["site"] + request.full_path)


@app.route("/login")
def log_in():
    if request.args.get("next") and is_safe_url(request.args.get("next")):
        # ok: python-open-redirect
        return flask.redirect(request.args.get("next"))
    # ruleid: python-open-redirect
    return flask.redirect(request.args.get("next"))


def signed(request):
    # ok: python-open-redirect
    django.shortcuts.redirect(Signer(salt="link").unsign(request.GET["url"]))
    # ok: python-open-redirect
    django.shortcuts.redirect(event_reverse("shop:order", kwargs={"code": request.GET["code"]}) + "?paid=yes")
    # ruleid: python-open-redirect
    return django.shortcuts.redirect(request.GET["url"] + "?paid=yes")
