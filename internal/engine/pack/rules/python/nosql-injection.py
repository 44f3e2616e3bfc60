import json

import pymongo
from bson import ObjectId
from flask import Flask, request

app = Flask(__name__)
db = pymongo.MongoClient().shop


@app.post("/login")
def login():
    body = request.get_json()
    # ruleid: python-nosql-injection
    db.users.find_one({"email": body["email"], "password": body["password"]})
    # ruleid: python-nosql-injection
    db.users.find(request.json)
    # ruleid: python-nosql-injection
    db.users.delete_many(json.loads(request.args["filter"]))
    # ok: python-nosql-injection
    db.users.find_one({"email": str(body["email"])})
    # ok: python-nosql-injection
    db.users.find_one({"_id": ObjectId(body["id"])})
    # ok: python-nosql-injection
    db.users.find_one({"email": request.args["email"]})
    return "ok"
