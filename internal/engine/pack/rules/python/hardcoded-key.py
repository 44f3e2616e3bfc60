import hmac
import os

import jwt
from cryptography.fernet import Fernet
from flask import Flask

app = Flask(__name__)
# ruleid: python-hardcoded-key
app.secret_key = "correct horse battery"
# ruleid: python-hardcoded-key
app.config["SECRET_KEY"] = "correct horse battery"
# ok: python-hardcoded-key
app.config["SECRET_KEY"] = os.environ["SECRET_KEY"]
# ok: python-hardcoded-key
app.secret_key = ""
# ruleid: python-hardcoded-key
token = jwt.encode({"sub": 1}, "correct horse battery", algorithm="HS256")
# ok: python-hardcoded-key
token = jwt.encode({"sub": 1}, os.environ["KEY"], algorithm="HS256")
# ruleid: python-hardcoded-key
hmac.new(b"correct horse battery", b"message", "sha256")
# ok: python-hardcoded-key
box = Fernet(os.environ["KEY"])


class TestingConfig(Config):
    # ok: python-hardcoded-key
    SECRET_KEY = "correct horse battery"


class ProductionConfig(Config):
    # ruleid: python-hardcoded-key
    SECRET_KEY = "correct horse battery"
