from datetime import datetime

from flask import request


def greet():
    text = "Hello " + request.args["name"] + ", it is {0}"
    # ruleid: python-format-string
    return text.format(datetime.now())


def line():
    # ruleid: python-format-string
    return request.form["layout"].format(user=current_user)


def safe():
    # ok: python-format-string
    return "Hello {}, it is {}".format(request.args["name"], datetime.now())


def numbers():
    # ok: python-format-string
    return ("{0} of " + str(int(request.args["n"]))).format(1)
