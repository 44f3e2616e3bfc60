import sqlite3

import sqlalchemy
from django.db import connection
from fastapi import FastAPI
from flask import Flask, abort, request
from sqlalchemy import text

from shop.models import Product

app = Flask(__name__)
api = FastAPI()
db = sqlite3.connect("shop.db")

COLUMNS = {"date": "created_at", "total": "total"}


@app.get("/users")
def user():
    name = request.args["name"]
    cursor = db.cursor()
    # ruleid: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = '" + name + "'")
    # ruleid: python-sql-injection
    cursor.execute(f"SELECT * FROM users WHERE name = '{name}'")
    # ruleid: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = '%s'" % name)
    # ruleid: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = '{}'".format(name))
    # ok: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = ?", (name,))
    # ok: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE id = %d" % int(request.args["id"]))
    return cursor.fetchall()


@app.get("/sorted")
def in_order():
    column = COLUMNS.get(request.args.get("sort"), "created_at")
    # ok: python-sql-injection
    db.execute("SELECT * FROM orders ORDER BY " + column)
    way = request.args.get("way", "asc")
    if way not in ("asc", "desc"):
        abort(400)
    # ok: python-sql-injection
    db.execute("SELECT * FROM orders ORDER BY id " + way)
    limit = request.args.get("limit", type=int)
    # ok: python-sql-injection
    db.execute(f"SELECT * FROM orders LIMIT {limit}")


@app.get("/orders/<number>")
def order(number):
    query = "SELECT * FROM orders WHERE number = '" + number + "'"
    # ruleid: python-sql-injection
    return db.execute(query).fetchone()


@app.get("/orders/<int:number>")
def order_by_number(number):
    # ok: python-sql-injection
    return db.execute(f"SELECT * FROM orders WHERE number = {number}").fetchone()


def products(request):
    name = request.GET.get("name")
    # ruleid: python-sql-injection
    found = Product.objects.raw("SELECT * FROM product WHERE name = '%s'" % name)
    # ok: python-sql-injection
    found = Product.objects.raw("SELECT * FROM product WHERE name = %s", [name])
    with connection.cursor() as cursor:
        # ruleid: python-sql-injection
        cursor.execute("DELETE FROM product WHERE name = '" + request.POST["name"] + "'")
    # ruleid: python-sql-injection
    Product.objects.extra(where=["name = '" + name + "'"])
    return found


@api.get("/stock")
async def stock(place: str, session):
    # ruleid: python-sql-injection
    await session.execute(text(f"SELECT * FROM stock WHERE place = '{place}'"))
    # ok: python-sql-injection
    return await session.execute(text("SELECT * FROM stock WHERE place = :place"), {"place": place})


@api.get("/count/{number}")
async def count(number: int, session):
    # ok: python-sql-injection
    return await session.execute(text(f"SELECT * FROM stock WHERE id = {number}"))


@api.get("/search")
async def search(word: str, session):
    found = sqlalchemy.or_(Product.name.ilike(f"%{word}%"), Product.place.ilike(word))
    # ok: python-sql-injection
    await session.execute(sqlalchemy.select(Product).where(found).limit(10))
    # ok: python-sql-injection
    await session.execute(sqlalchemy.delete(Product).where(Product.name == word))
    # ruleid: python-sql-injection
    return await session.execute("SELECT * FROM product WHERE name = '" + word + "'")


def pay(request):
    order = request.POST["order"]
    # ok: python-sql-injection
    client.execute(OrdersGetRequest(order))
    # ruleid: python-sql-injection
    client.execute(order)
