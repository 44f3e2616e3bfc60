from flask import Flask, make_response

app = Flask(__name__)
# ruleid: python-cookie-httponly-off
app.config["SESSION_COOKIE_HTTPONLY"] = False
# ok: python-cookie-httponly-off
app.config["SESSION_COOKIE_HTTPONLY"] = True


def login(token):
    response = make_response("ok")
    # ruleid: python-cookie-httponly-off
    response.set_cookie("session", token, httponly=False, secure=True)
    # ok: python-cookie-httponly-off
    response.set_cookie("session", token, httponly=True, secure=True)
    return response
