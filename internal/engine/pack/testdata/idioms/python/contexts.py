import os, contextlib
from flask import Flask, request
app = Flask(__name__)
@app.get("/1")
def c1():
    if os.system("ls " + request.args["a"]):  # finds: python-command-injection
        return ""
    while os.system("ls " + request.args["a"]):  # finds: python-command-injection
        break
    x = os.system("ls " + request.args["a"]) if x else 1  # finds: python-command-injection
    assert os.system("ls " + request.args["a"]) == 0  # finds: python-command-injection
    with os.popen("ls " + request.args["a"]) as f:  # finds: python-command-injection
        f.read()
    for line in os.popen("ls " + request.args["a"]):  # finds: python-command-injection
        pass
    try:
        pass
    finally:
        os.system("ls " + request.args["a"])  # finds: python-command-injection
    y = [os.system("ls " + d) for d in request.args.getlist("d")]  # finds: python-command-injection
    z = {d: os.system("ls " + d) for d in request.args}  # finds: python-command-injection
    if (n := os.system("ls " + request.args["a"])) > 0:  # finds: python-command-injection
        pass
    f = lambda d=request.args["a"]: os.system("ls " + d)  # finds: python-command-injection
    a, *rest = request.args.getlist("d")
    os.system("ls " + rest[0])  # finds: python-command-injection
    d = request.args["a"]; d = d or "x"; os.system(f"ls {d!r}")  # finds: python-command-injection
    os.system("ls " "%s" % request.args["a"])  # finds: python-command-injection
    return os.system("ls " + request.args["a"]) == 0 and "x" or "y"  # finds: python-command-injection

@app.get("/2")
def c2():
    d = None
    def inner():
        nonlocal d
        d = request.args["a"]
    inner()
    os.system("ls " + d)  # finds: python-command-injection
    def run():
        os.system("ls " + d)  # finds: python-command-injection
    run()
    match request.args["a"]:
        case x if len(x) > 2:
            os.system("ls " + x)  # finds: python-command-injection
        case [x, y]:
            os.system("ls " + y)  # finds: python-command-injection
    def gen():
        yield request.args["a"]
    for g in gen():
        os.system("ls " + g)  # finds: python-command-injection
    parts = {}
    parts["a"] = request.args["a"]
    os.system("ls " + parts["a"])  # finds: python-command-injection
    del parts["a"]
    t = (1, request.args["a"])
    os.system("ls " + t[1])  # finds: python-command-injection
    s = "ls {0}".format(*[request.args["a"]])
    os.system(s)  # finds: python-command-injection
    b = bytearray()
    b.extend(request.data)
    os.system(b.decode())  # finds: python-command-injection
    os.system(b"ls " + request.data)  # finds: python-command-injection
    global G
    G = request.args["a"]
    os.system(G)  # finds: python-command-injection
    os.system(str(request.args["a"]).strip().lower())  # finds: python-command-injection
    os.system("\n".join(sorted(set(request.args.values()))))  # finds: python-command-injection

@contextlib.contextmanager
def opened(d):
    yield os.popen("ls " + d)  # finds: python-command-injection

@app.get("/3")
async def c3():
    with opened(request.args["a"]) as f:
        return f.read()  # finds: python-xss
