import pymongo
from bson.code import Code
from flask import Flask, request

app = Flask(__name__)
db = pymongo.MongoClient().shop


@app.get("/users")
def users():
    age = request.args["age"]
    # ruleid: python-nosql-where
    db.users.find({"$where": "this.age > " + age})
    # ruleid: python-nosql-where
    Code("function () { return " + age + " }")
    # ok: python-nosql-where
    db.users.find({"$where": "this.age > %d" % int(age)})
    # ruleid: python-nosql-where
    db.users.find().where("this.age > " + age)
    # ok: python-nosql-where
    session.execute(select(User).where(User.age == age))
    # ok: python-nosql-where
    return db.users.find({"age": age})
