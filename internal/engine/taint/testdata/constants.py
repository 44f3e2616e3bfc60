# What constants decide: which way a condition goes, and where an element is.
def conditions(y):
    n = 106
    a = "fixed" if 7 * 18 + n > 200 else source()
    sink(a)
    b = "fixed" if 7 * 18 - n > 200 else source()
    sink(b)  # flow
    if not n == 106 or 7 // 2 == 4:
        c = source()
    else:
        c = "fixed"
    sink(c)
    if y == "a":
        n = 1
    d = "fixed" if n == 106 else source()
    sink(d)  # flow
    e = "fixed" if 7 / 2 > 3 else source()
    sink(e)  # flow


def loops(items):
    found = False
    x = ""
    for i in items:
        if found:
            x = source()
        found = True
    sink(x)  # flow


def cases():
    letter = "ABC"[1]
    match letter:
        case "A":
            a = source()
        case "B" | "D":
            a = "fixed"
        case _:
            a = source()
    sink(a)
    match letter:
        case "A":
            b = "fixed"
        case _:
            b = source()
    sink(b)  # flow


def lists():
    a = []
    a.append("fixed")
    a.append(source())
    a.append("fixed")
    sink(a[0])
    sink(a[1])  # flow
    a.pop(0)
    sink(a[0])  # flow
    sink(a[1])
    a.remove("fixed")
    sink(a[1])  # flow


def sections():
    c = make()
    c.set("s", "a", "fixed")
    c.set("s", "b", source())
    sink(c.get("s", "a"))
    sink(c.get("s", "b"))  # flow


def outer(app):
    def inner():
        c = make()
        c.set("s", "a", "fixed")
        c.set("s", "b", source())
        sink(c.get("s", "a"))
        sink(c.get("s", "b"))  # flow

    def other():
        return inner()

    app.add(other)
