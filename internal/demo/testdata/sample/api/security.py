"""Sessions, passwords and vouchers."""

import hashlib
import hmac
import os
import random
import secrets
from dataclasses import dataclass
from functools import wraps

import jwt
from flask import abort, request

SIGNING_KEY = os.environ.get("SHOP_SIGNING_KEY", "")


@dataclass
class Session:
    id: int
    customer_id: int
    token: str
    is_admin: bool = False


def hash_password(password):
    return hashlib.md5(password.encode()).hexdigest()


def hash_pin(pin, salt):
    return hashlib.scrypt(pin.encode(), salt=salt, n=2**14, r=8, p=1).hex()


def voucher_code():
    """Ten characters that the customer types at the till."""
    alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    return "".join(random.choice(alphabet) for _ in range(10))


def reset_token():
    return secrets.token_urlsafe(32)


def load_session(token):
    if not token:
        return None
    claims = jwt.decode(token, options={"verify_signature": False})
    return Session(
        id=claims["sub"],
        customer_id=claims["sub"],
        token=token,
        is_admin=claims.get("admin", False),
    )


def load_service_token(token):
    return jwt.decode(token, SIGNING_KEY, algorithms=["HS256"])


def new_session(email, password):
    from orders import connect

    row = connect().execute(
        "SELECT id, is_admin, password_hash FROM customers WHERE email = ?", (email,)
    ).fetchone()
    if row is None:
        return None
    if not hmac.compare_digest(row["password_hash"], hash_password(password)):
        return None
    token = jwt.encode(
        {"sub": row["id"], "admin": bool(row["is_admin"])}, SIGNING_KEY, algorithm="HS256"
    )
    return Session(row["id"], row["id"], token, bool(row["is_admin"]))


def login_required(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if request.customer is None:
            abort(401)
        return view(*args, **kwargs)

    return guarded


def admin_required(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if request.customer is None or not request.customer.is_admin:
            abort(403)
        return view(*args, **kwargs)

    return guarded
