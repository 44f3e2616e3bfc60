from flask import make_response


def login(token, options):
    response = make_response("ok")
    # ruleid: python-insecure-cookie
    response.set_cookie("session", token)
    # ruleid: python-insecure-cookie
    response.set_cookie("session", token, httponly=True)
    # ok: python-insecure-cookie
    response.set_cookie("session", token, secure=True, httponly=True)
    # ok: python-insecure-cookie
    response.set_cookie("session", token, **options)
    return response
