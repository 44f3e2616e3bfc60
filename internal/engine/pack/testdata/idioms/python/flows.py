import os, subprocess, sqlite3, pickle, yaml, string
from flask import Flask, request, render_template_string
from django.db import connection
from django.http import HttpResponse
from django.views import View
app = Flask(__name__)
db = sqlite3.connect("x")

@app.route("/1")
def v1():  # weak
    db.execute("select * from t where a = '%s'" % request.args["a"])  # finds: python-sql-injection

@app.route("/2")
def v2():  # weak
    db.execute("select * from t where a = '{}'".format(request.args["a"]))  # finds: python-sql-injection

@app.route("/3")
def v3():  # weak
    db.execute("select * from t where a = '{a}'".format(**request.args))  # finds: python-sql-injection

@app.route("/4")
def v4():  # weak
    q = string.Template("select * from t where a = '$a'").substitute(a=request.args["a"])
    db.execute(q)  # finds: python-sql-injection

@app.route("/5")
def v5():  # weak
    parts = ["select * from t where a = '", request.args["a"], "'"]
    db.execute("".join(parts))  # finds: python-sql-injection

@app.route("/6")
def v6():  # weak
    q = "select * from t where 1=1"
    if (a := request.args.get("a")):
        q += f" and a = '{a}'"
    cur = db.cursor()
    cur.execute(q)  # finds: python-sql-injection

@app.route("/7")
def v7():  # weak
    data = request.get_json()
    for k, v in data.items():
        db.execute(f"update t set {k} = ?", (v,))  # finds: python-sql-injection

@app.route("/8")
def v8():  # weak
    a, b = request.args["a"], request.args["b"]
    os.system("echo " + b)  # finds: python-command-injection

@app.route("/9")
def v9():  # weak
    subprocess.Popen("ping " + request.form.get("host", ""), shell=True)  # finds: python-command-injection

@app.route("/10")
def v10():  # weak
    cmd = ["sh", "-c", "ls " + request.args["d"]]
    subprocess.check_output(cmd)  # finds: python-command-injection

@app.route("/11/<name>")
def v11(name):  # weak
    return render_template_string("<h1>" + name + "</h1>")  # finds: python-template-injection

@app.route("/12")
def v12():  # weak
    return pickle.loads(request.data)  # finds: python-deserialization, python-xss

@app.route("/13")
def v13():  # weak
    return yaml.load(request.data, Loader=yaml.Loader)  # finds: python-deserialization, python-xss, python-yaml-unsafe-load

class Search(View):
    def get(self, request):  # weak
        with connection.cursor() as c:
            c.execute("select * from t where a = '" + request.GET.get("a") + "'")  # finds: python-sql-injection
        return HttpResponse("ok")

def view14(request):  # weak
    User.objects.raw("select * from t where a = '%s'" % request.GET["a"])  # finds: python-sql-injection

def view15(request):  # weak
    User.objects.extra(where=["a = '%s'" % request.GET["a"]])  # finds: python-sql-injection

def view16(request):  # weak
    return HttpResponse("<b>" + request.GET["q"] + "</b>")  # finds: python-xss

def helper(sql):
    return db.execute(sql)  # finds: python-sql-injection

@app.route("/17")
def v17():
    helper("select * from t where a = " + request.args["a"])

@app.route("/18")
def v18():  # weak
    path = os.path.join("/srv", request.args["f"])
    with open(path) as f:  # finds: python-path-traversal
        return {"t": f.read()}

@app.route("/19", methods=["POST"])
def v19():  # weak
    f = request.files["file"]
    f.save(os.path.join("/srv", f.filename))  # finds: python-path-traversal

@app.route("/20")
def v20():  # weak
    eval(compile(request.args["e"], "x", "eval"))  # finds: python-code-injection

@app.route("/21")
def v21():  # weak
    args = dict(request.args)
    os.popen("ls %(d)s" % args)  # finds: python-command-injection

@app.route("/22")
def v22():  # weak
    return exec(request.values.get("code"))  # finds: python-code-injection, python-xss

class Api:
    def __init__(self, req):
        self.name = req.args["name"]
    def run(self):
        os.system("id " + self.name)  # finds: python-command-injection

@app.route("/23")
async def v23():  # weak
    body = await request.get_json()
    os.system(f"id {body['u']}")  # finds: python-command-injection

@app.route("/24")
def v24():  # weak
    gen = (x for x in request.args.getlist("x"))
    os.system("id " + " ".join(gen))  # finds: python-command-injection

@app.route("/25")
def v25():  # weak
    import urllib.request
    return {"x": urllib.request.urlopen(request.args["u"]).read().decode()}  # finds: python-ssrf

@app.route("/26")
def v26():  # weak
    import requests
    s = requests.Session()
    return {"x": s.post(url=request.args["u"], data={}).text}  # finds: python-ssrf

@app.route("/27")
def v27():  # weak
    from lxml import etree
    p = etree.XMLParser(resolve_entities=True)  # finds: python-xml-external-entities
    return etree.fromstring(request.data, p).text  # finds: python-xss, python-xxe
