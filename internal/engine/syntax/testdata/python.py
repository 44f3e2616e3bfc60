"""A module."""
import os as system
from flask import Flask, request

app = Flask(__name__)


@app.route("/items/<int:id>", methods=["GET"])
async def item(id, *args, limit: int = 10, **options) -> str:
    name = request.args.get("name", f"item {id!r:>{limit}}")
    with open(name, "rb") as f, lock:
        data = [line.strip() for line in f if line]
    cursor.execute("SELECT * FROM items WHERE name = '%s'" % name)
    if (n := len(data)) > limit and not options:
        raise ValueError(f"too many: {n}") from None
    elif data is None:
        return system.path.join("a", *args)
    match data:
        case [first, *_]:
            yield first
        case {"x": 1} | None:
            pass
    return lambda x, y=1: {**options, x: y}


class Order(Base, metaclass=Meta):
    total: int = 0

    def __init__(self):
        try:
            del self.items[1:2]
        except (KeyError, ValueError) as e:
            print(e, file=system.stderr)
        finally:
            global app
