import sqlite3

from flask import Flask, request

app = Flask(__name__)
db = sqlite3.connect("shop.db")


@app.get("/users")
def user():
    name = request.args["name"]
    cursor = db.cursor()
    # ruleid: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = '" + name + "'")
    # ruleid: python-sql-injection
    cursor.execute(f"SELECT * FROM users WHERE name = '{name}'")
    # ok: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE name = ?", (name,))
    # ok: python-sql-injection
    cursor.execute("SELECT * FROM users WHERE id = %d" % int(request.args["id"]))
    return cursor.fetchall()
