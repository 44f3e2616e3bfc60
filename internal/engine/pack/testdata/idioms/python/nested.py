import os, sqlite3
from flask import Flask, request
app = Flask(__name__)
db = sqlite3.connect("x")

@app.get("/a")
def a():
    n = int(db.execute("select count(*) from t where a = '" + request.args["a"] + "'").fetchone()[0])  # finds: python-sql-injection
    if db.execute("select 1 from t where b = '" + request.args["b"] + "'") == 0:  # finds: python-sql-injection
        return ""
    m = len(os.popen("ls " + request.args["d"]).readlines())  # finds: python-command-injection
    found = bool(db.execute(f"select 1 from t where c = '{request.args['c']}'").fetchone())  # finds: python-sql-injection
    return {"n": n, "m": m, "found": found}
