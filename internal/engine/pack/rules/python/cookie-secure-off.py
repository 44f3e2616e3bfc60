from flask import Flask, make_response

app = Flask(__name__)
# ruleid: python-cookie-secure-off
app.config["SESSION_COOKIE_SECURE"] = False
# ok: python-cookie-secure-off
app.config["SESSION_COOKIE_SECURE"] = True
# ruleid: python-cookie-secure-off
SESSION_COOKIE_SECURE = False
# ok: python-cookie-secure-off
CSRF_COOKIE_SECURE = True


def login(token):
    response = make_response("ok")
    # ruleid: python-cookie-secure-off
    response.set_cookie("session", token, httponly=False, secure=False)
    # ok: python-cookie-secure-off
    response.set_cookie("session", token, httponly=True, secure=True)
    return response
