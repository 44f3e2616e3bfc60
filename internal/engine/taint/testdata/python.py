import os
from flask import request


def assignment():
    x = source()
    y = x
    sink(y)  # flow
    y = "clean"
    sink(y)
    x: str = source()
    sink(x)  # flow
    sink("safe")


def direct():
    sink(source())  # flow
    sink(sanitize(source()))
    sink(len(x) if source() else "b")


def strings():
    x = source()
    sink("a" + x)  # flow
    sink(f"a {x!r} b")  # flow
    sink(f"a {x:>10} b")  # flow
    sink("a %s" % x)  # flow
    sink("a %s %s" % (1, x))  # flow
    sink("a {}".format(x))  # flow
    sink(",".join(["a", x]))  # flow
    sink("a" "b")
    s = "a"
    s += x
    sink(s)  # flow
    t = "a"
    t += "b"
    sink(t)


def sanitized():
    x = source()
    y = sanitize(x)
    sink(y)
    sink(x)  # flow
    x = sanitize(x)
    sink(x)
    check(x)
    z = source()
    check(z)
    sink(z)


def side_effect(thing):
    sink(thing)
    infect(thing)
    sink(thing)  # flow
    thing = 1
    sink(thing)
    infect(thing.field)
    sink(thing.field)  # flow
    sink(thing.other)


def branches(c):
    x = source()
    if c:
        x = "a"
    sink(x)  # flow
    if c:
        x = "a"
    elif c + 1:
        x = "b"
    else:
        x = "c"
    sink(x)
    y = "a" if c else source()
    sink(y)  # flow
    z = c or source()
    sink(z)  # flow
    w = c == source()
    sink(w)


def early(c):
    x = source()
    if not c:
        return None
        sink(x)
    if c:
        x = "safe"
    else:
        raise ValueError(x)
    sink(x)


def loops(items):
    x = "a"
    for i in items:
        sink(x)  # flow
        x = source()
    y = "a"
    while y:
        sink(y)
        y = "b"
        continue
        y = source()
    for part in source().split():
        sink(part)  # flow
    for k, v in source().items():
        sink(k, v)  # flow
    for q in items:
        sink(q)
        z = source()
        break
    sink(z)  # flow


def tuples():
    a, b = source(), "b"
    sink(a)  # flow
    sink(b)
    c, d = source()
    sink(c)  # flow
    sink(d)  # flow
    (e, (f, *g)) = ("a", source())
    sink(e)
    sink(f)  # flow
    sink(g)  # flow
    a, b = b, a
    sink(a)
    sink(b)  # flow


def fields(o):
    o.name = source()
    sink(o.name)  # flow
    sink(o.other)
    sink(o)  # flow
    o.name = "clean"
    sink(o.name)
    o.a.b.c = source()
    sink(o.a.b.c)  # flow
    sink(o.a.b.d)
    sink(o.a.b)  # flow
    p = o
    sink(p.a.b.c)  # flow
    o = None
    sink(o.a.b.c)


def containers():
    d = {"a": source(), "b": "clean"}
    sink(d["a"])  # flow
    sink(d["b"])
    sink(d[k])  # flow
    sink(d.get("a"))  # flow
    sink(d.get("b"))
    sink(d)  # flow
    d["a"] = "clean"
    sink(d["a"])
    l = []
    l.append(source())
    sink(l)  # flow
    sink(l[0])  # flow
    sink("".join(l))  # flow
    l = ["a", source()]
    sink(l[0])
    sink(l[1])  # flow
    e = {**d, "x": source()}
    sink(e["x"])  # flow
    s = {"a", source()}
    sink(s)  # flow
    x = [1, 2][source()]
    sink(x)  # flow


def comprehensions():
    sink([x for x in source()])  # flow
    sink([x + "a" for x in source() if x])  # flow
    sink({k: v for k, v in source().items()})  # flow
    sink(y for y in [source()])  # flow
    sink(["a" for x in source()])


def calls():
    x = source()
    sink(unknown(x))  # flow
    sink(unknown(a=x))  # flow
    sink(unknown(*x))  # flow
    sink(x.strip().lower())  # flow
    sink(key=x)  # flow
    sink(unknown("a"))
    x.sink("a")
    sink(unknown)


def exceptions(c):
    x = "a"
    try:
        x = source()
        y = x
        x = "b"
    except ValueError as e:
        sink(x)  # flow
    finally:
        sink(x)  # flow
    try:
        z = source()
    except Exception:
        z = "default"
    else:
        sink(z)  # flow
    sink(z)  # flow
    with open(source()) as f, open("b") as g:
        sink(f)  # flow
        sink(g)


async def waiting():
    x = await source()
    sink(x)  # flow
    async with source() as s:
        sink(s)  # flow
    async for i in source():
        sink(i)  # flow


def walrus():
    if (n := source()) != "a":
        sink(n)  # flow


def matching(c):
    match source():
        case {"a": x}:
            sink(x)  # flow
        case [y, *rest] if y:
            sink(rest)  # flow
        case str():
            sink(c)


def closures():
    x = source()
    f = lambda y: sink(x)  # flow
    g = lambda x: sink(x)

    def inner():
        sink(x)  # flow

    def other(x):
        sink(x)
    sink(list(map(lambda a: a + x, [1])))  # flow
    sink(x)  # flow


def parameters(evil, good):  # parameter
    sink(evil)  # flow
    sink(good)
    evil = sanitize(evil)
    sink(evil)


def default_parameter(a=source(), b="c"):
    sink(a)  # flow
    sink(b)


def typed(evil: str, good: int = 1, *, evil2="a"):  # parameter
    sink(evil)  # flow
    sink(evil2)  # flow
    sink(good)


def deleted():
    x = source()
    del x
    sink(x)


CONSTANT = source()
SAFE = "a"
sink(CONSTANT)  # flow


def uses_global():
    sink(CONSTANT)  # flow
    sink(SAFE)
    CONSTANT = "a"
    sink(CONSTANT)


# Across functions.


def gives():
    return source()


def gives_pair():
    return "a", source()


def identity(x, y=None):
    return x


def second(x, y):
    return y


def cleans(x):
    return sanitize(x)


def drops(x):
    return "constant"


def field_of(o):
    return o.a


def uses():
    sink(gives())  # across
    a, b = gives_pair()
    sink(a)
    sink(b)  # across
    sink(identity(source()))  # flow
    sink(identity("a", source()))  # alone
    sink(identity(y=source(), x="a"))  # alone
    sink(second("a", source()))  # flow
    sink(cleans(source()))  # alone
    sink(drops(source()))  # alone
    o = {"a": source(), "b": "c"}
    sink(field_of(o))  # flow
    o = {"a": "c", "b": source()}
    sink(field_of(o))  # alone


def reaches(x, y):
    z = "select " + x
    sink(z)  # across
    sink(y)


def passes(v):
    reaches(v, "a")


def starts():
    passes(source())
    reaches("a", sanitize(source()))


def fills(o):
    o.name = source()


def puts_into(l, x):
    l.append(x)


def filled():
    o = Thing()
    fills(o)
    sink(o.name)  # across
    sink(o.other)
    l = []
    puts_into(l, source())
    sink(l)  # across
    m = []
    puts_into(m, "a")
    sink(m)


def recursive(n, x):
    if n == 0:
        return x
    return recursive(n - 1, x)


def mutual_a(x):
    return mutual_b(x)


def mutual_b(x):
    if x:
        return mutual_a(x)
    return x


def recursions():
    sink(recursive(3, source()))  # flow
    sink(mutual_a(source()))  # flow
    sink(recursive(3, "a"))


class Thing:
    shared = source()
    plain = "a"

    def __init__(self, name=None, other=None):
        self.name = name
        self.other = other
        self.ready = False
        self.loaded = source()

    def get(self):
        return self.name

    def both(self, x):
        return self.get() + x

    def set(self, x):
        self.value = x

    def show(self):
        sink(self.name)  # across
        sink(self.ready)

    def uses_loaded(self):
        sink(self.loaded)  # across
        sink(self.shared)  # across
        sink(self.plain)
        sink(self.helper(source()))  # flow
        sink(self.helper2(source()))  # alone

    def helper(self, x):
        return x

    @staticmethod
    def helper2(x):
        return 1

    def within(self):
        self.t = source()
        sink(self.t)  # flow
        self.t = 1
        sink(self.t)


def objects():
    t = Thing(source(), "b")
    sink(t.name)  # flow
    sink(t.other)  # alone
    sink(t.get())  # flow
    t.show()
    u = Thing("a", source())
    sink(u.get())  # alone
    sink(u.both("x"))  # alone
    sink(u.both(source()))  # flow
    u.set(source())
    sink(u.value)  # flow
    v = Thing("a", "b")
    v.set("c")
    sink(v.value)
    sink(Thing.helper2(source()))  # alone


def look_ups(users):
    x = source()
    user = get_user_by_email(x)
    sink(user.name)
    sink(User.objects.get(name=x).name)
    sink(User.objects.filter(name=x).first())
    sink(users.find_by_name(x))
    sink(get_object_or_404(User, pk=x))
    sink(get_file_by_name(x))  # flow
    sink(User.objects.create(name=x))  # flow
    sink(x.find("a"))  # flow


def updated(user, record):
    x = source()
    user.update(name=x)
    sink(user.name)  # flow
    sink(user.url)
    record.update({"name": x})
    sink(record["name"])  # flow
    sink(record["url"])
    record.message = x
    sink(record.get_message())  # flow
    sink(record.get_absolute_url())
    record.update(x)
    sink(record.other)  # flow


def only_if_there():
    x = source()
    if x:
        x = sanitize(x)
    sink(x)
    y = source()
    if y:
        pass
    else:
        sink(y)
    sink(y)  # flow


def built():
    sink(User.query.filter(name=source()))
    sink(query().filter(source()))  # flow
