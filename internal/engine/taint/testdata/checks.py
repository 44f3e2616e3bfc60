def branches(other):
    x = source()
    if allowed(x):
        sink(x)
    else:
        sink(x)  # flow
    sink(x)  # flow

def guards():
    x = source()
    if not allowed(x):
        abort(404)
    sink(x)
    y = source()
    if denied(y):
        raise ValueError()
    sink(y)
    z = source()
    if not allowed(z):
        print("bad")
    sink(z)  # flow
    u = source()
    if u is None or not allowed(u):
        return
    sink(u)
    w = source()
    if allowed(w) is None:
        sink(w)  # flow
    v = source()
    if allowed(v) == False:
        sink(v)  # flow
    else:
        sink(v)

def is_fine(v):
    return allowed(v)

def asking():
    x = source()
    if not is_fine(x):
        return sink(x)  # flow
    sink(x)  # alone

def insisting():
    x = source()
    assert holds(x), "bad"
    sink(x)

def cases():
    x = source()
    match x:
        case "a" | "b":
            sink(x)
        case other:
            sink(x)  # flow

def keyed(evil):  # parameter
    if allowed(evil.args.get("next")):
        sink(evil.args.get("next"))
        sink(evil.args.get("other"))  # flow
        sink(evil.args.pop())  # flow
    sink(evil.args.get("next"))  # flow
    if not is_fine(evil.args.get("a")):
        return
    sink(evil.args.get("a"))  # alone
    key = source()
    if allowed(evil.get(key)):
        sink(evil.get(key))  # flow

def formed():
    x = source()
    parsed = urlparse(x)
    if parsed.scheme != "https" or not allowed(parsed):
        sink(x)  # flow
        return
    sink(x)
    y = source()
    if allowed(os.path.realpath(y)):
        sink(y)
    z = source()
    last = os.path.basename(z)
    if allowed(last):
        sink(z)  # flow
    u = source()
    path = os.path.abspath(u)
    u = source()
    if allowed(path):
        sink(u)  # flow

def fits(v):
    parts = urlparse(v)
    return allowed(parts)

def fitting():
    x = source()
    if not fits(x):
        return
    sink(x)  # alone
