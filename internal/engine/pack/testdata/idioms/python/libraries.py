import os, subprocess, json, hashlib, yaml, pickle, re
from django import forms
from django.db import connection, models
from django.db.models import F, Q
from django.http import HttpResponse, JsonResponse, Http404, FileResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html, escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.core.exceptions import ValidationError
from rest_framework import serializers, viewsets

class SearchForm(forms.Form):
    page = forms.IntegerField()
    sort = forms.ChoiceField(choices=[("name", "Name")])
    q = forms.CharField()

def d1(request):  # safe
    form = SearchForm(request.GET)
    if not form.is_valid():
        raise Http404
    with connection.cursor() as c:
        c.execute("select * from t limit %d" % form.cleaned_data["page"])

def d2(request):  # safe
    return JsonResponse({"q": request.GET["q"]})

def d3(request):  # safe
    return render(request, "x.html", {"q": request.GET["q"]})

def d4(request):  # safe
    return HttpResponse(format_html("<b>{}</b>", request.GET["q"]))

def d5(request):  # safe
    return HttpResponse(request.GET["q"], content_type="text/plain")

def d6(request):  # safe
    nxt = request.GET.get("next")
    if not url_has_allowed_host_and_scheme(nxt, allowed_hosts={request.get_host()}):
        nxt = "/"
    return redirect(nxt)

def d7(request, pk):  # safe
    obj = get_object_or_404(Item, pk=pk)
    return FileResponse(open(obj.file.path, "rb"))

def d8(request):  # safe
    items = Item.objects.filter(name=request.GET["q"]).order_by("name")
    with connection.cursor() as c:
        c.execute("select * from t where id in (%s)" % ",".join(str(i.id) for i in items))

def d9(request):  # safe
    Item.objects.filter(Q(name__icontains=request.GET["q"])).update(n=F("n") + 1)

def d10(request):  # safe
    with connection.cursor() as c:
        c.execute("select * from t where a = %s", [request.GET["a"]])

def d11(request):  # safe
    name = hashlib.sha256(request.body).hexdigest()
    with open("/srv/" + name, "wb") as f:
        f.write(request.body)

def d12(request):  # safe
    data = json.loads(request.body)
    subprocess.run(["convert", "--", data["file"], "out.png"], check=True)

def d13(request):  # safe
    return yaml.safe_load(request.body)

def d14(request):  # safe
    page = max(1, int(request.GET.get("page", 1)))
    with connection.cursor() as c:
        c.execute(f"select * from t offset {(page - 1) * 10}")

def d15(request):  # safe
    order = {"a": "name", "b": "age"}.get(request.GET.get("o"), "id")
    with connection.cursor() as c:
        c.execute(f"select * from t order by {order}")

def d16(request):  # safe
    order = request.GET.get("o", "id")
    if order.lstrip("-") not in ("id", "name"):
        order = "id"
    with connection.cursor() as c:
        c.execute(f"select * from t order by {order}")

def d17(request):  # safe
    name = os.path.basename(request.GET["f"])
    return FileResponse(open(os.path.join("/srv", name), "rb"))

def d18(request):  # safe
    path = os.path.normpath(os.path.join("/srv", request.GET["f"]))
    if not path.startswith("/srv/"):
        raise Http404
    return FileResponse(open(path, "rb"))

def d19(request):  # safe
    f = request.GET["f"]
    if "/" in f or ".." in f:
        raise Http404
    return FileResponse(open("/srv/" + f, "rb"))

def d20(request):  # safe
    if not re.fullmatch(r"[a-z0-9-]+", request.GET["f"]):
        raise Http404
    return FileResponse(open("/srv/" + request.GET["f"], "rb"))

def d21(request):  # safe
    ids = request.GET.getlist("id")
    if not all(i.isdigit() for i in ids):
        raise Http404
    with connection.cursor() as c:
        c.execute("select * from t where id in (%s)" % ",".join(ids))

def d22(request):  # safe
    with connection.cursor() as c:
        cols = [col[0] for col in c.description]
        c.execute("select %s from t" % ",".join(cols))

def d23(request):  # safe
    d = request.GET.get("dir", "asc")
    if d not in {"asc", "desc"}:
        return HttpResponse(status=400)
    with connection.cursor() as c:
        c.execute("select * from t order by id " + d)

class ItemSerializer(serializers.Serializer):
    count = serializers.IntegerField()

class V(viewsets.ViewSet):
    def create(self, request):  # safe
        s = ItemSerializer(data=request.data)
        s.is_valid(raise_exception=True)
        with connection.cursor() as c:
            c.execute("select * from t limit %d" % s.validated_data["count"])

def d24(request):  # safe
    return HttpResponse(json.dumps({"q": request.GET["q"]}), content_type="application/json")

def d25(request):  # safe
    n = len(request.GET["q"])
    return HttpResponse(f"<b>{n}</b>")

def d26(request):  # safe
    try:
        n = float(request.GET["n"])
    except ValueError:
        return HttpResponse(status=400)
    return HttpResponse("<b>" + str(n) + "</b>")

def d27(request):  # safe
    return HttpResponse("<b>%s</b>" % escape(request.GET["q"]))
