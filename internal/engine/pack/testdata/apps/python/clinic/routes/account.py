import hashlib
import hmac
import logging
import os
import random
import secrets

import jwt
from flask import Blueprint, current_app, make_response, request, session

from clinic import database

bp = Blueprint("account", __name__, url_prefix="/account")
log = logging.getLogger(__name__)

API_SECRET = "b7d1c0ffee5eedb7d1c0ffee5eed"


@bp.post("/login")
def login():
    user = request.form["user"]
    row = database.connection().execute("SELECT hash, salt FROM users WHERE name = ?", (user,)).fetchone()
    given = hashlib.scrypt(request.form["password"].encode(), salt=row["salt"], n=2**14, r=8, p=1)  # safe: python-weak-password-hash
    if not hmac.compare_digest(given, row["hash"]):  # safe: python-timing-unsafe-compare
        log.warning("login of %r failed", user)  # safe: python-log-injection
        return {"error": "login"}, 401
    session["user"] = user
    answer = make_response({"user": user})
    answer.set_cookie("clinic", secrets.token_urlsafe(32), secure=True, httponly=True, samesite="Lax")  # safe: python-insecure-cookie
    return answer


@bp.post("/remember")
def remember():
    token = "".join(random.choice("abcdef0123456789") for _ in range(32))  # finds: python-weak-random
    answer = make_response({"ok": True})
    answer.set_cookie("remember", token)  # finds: python-insecure-cookie
    return answer


@bp.post("/reset")
def reset():
    reset_token = secrets.token_hex(16)  # safe: python-weak-random
    return {"token": reset_token}


def password_hash(password):
    return hashlib.md5(password.encode()).hexdigest()  # finds: python-weak-password-hash


def etag(body):
    return hashlib.md5(body, usedforsecurity=False).hexdigest()  # safe: python-weak-hash


@bp.get("/who")
def who():
    token = request.headers["Authorization"].removeprefix("Bearer ")
    claims = jwt.decode(token, options={"verify_signature": False})  # finds: python-jwt-unverified
    return {"user": claims["sub"]}


@bp.get("/me")
def me():
    token = request.headers["Authorization"].removeprefix("Bearer ")
    claims = jwt.decode(token, os.environ["CLINIC_JWT_KEY"], algorithms=["HS256"])  # safe: python-jwt-unverified
    return {"user": claims["sub"]}


@bp.post("/partner-token")
def partner_token():
    return {"token": jwt.encode({"sub": "partner"}, API_SECRET, algorithm="HS256")}  # finds: python-hardcoded-key


@bp.post("/own-token")
def own_token():
    return {"token": jwt.encode({"sub": "own"}, current_app.config["SECRET_KEY"], algorithm="HS256")}  # safe: python-hardcoded-key
