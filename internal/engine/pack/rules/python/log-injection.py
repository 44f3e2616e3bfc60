import logging

from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger(__name__)


@app.post("/login")
def login():
    name = request.form["name"]
    # ruleid: python-log-injection
    logging.info("login of " + name)
    # ruleid: python-log-injection
    log.warning(f"login of {name}")
    # ruleid: python-log-injection
    log.info("login of %s", name)
    # ruleid: python-log-injection
    app.logger.error("login of {}".format(name))
    # ok: python-log-injection
    log.info("login of %s", name.replace("\n", ""))
    # ok: python-log-injection
    log.info("login of " + repr(name))
    # ok: python-log-injection
    log.info("order %d", int(request.form["order"]))
    # ok: python-log-injection
    log.info("login of %r", name)
    # ruleid: python-log-injection
    log.info("login of %r as %s", name, request.form["role"])
    # ok: python-log-injection
    log.info("login")
    return "ok"
