def turned():
    items = source()
    sink(list(map(lambda x: "<" + x, items)))  # flow
    sink(list(map(lambda x: "?", items)))
    sink(list(filter(lambda x: allowed(x), items)))
    sink(list(filter(lambda x: not allowed(x), items)))  # flow

def comprehensions(other):
    items = source()
    sink([x for x in items])  # flow
    sink([x for x in items if allowed(x)])
    sink([x for x in items if x and allowed(x)])
    sink([x for x in items if not allowed(x)])  # flow
    sink([x for x in items if allowed(other)])  # flow
    sink({x: 1 for x in items if other if allowed(x)})

def asked(request):
    infect(request)
    if not allowed(request.args["a"]):
        return
    sink(request.args["a"])
    sink(request.args["b"])  # flow
    if not allowed(request.args.get("c")):
        return
    sink(request.args.get("c"))
    sink(request.args.get("d"))  # flow
