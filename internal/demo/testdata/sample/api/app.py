"""The shop's API: products, orders and the back office."""

import logging
import os

from flask import Flask, jsonify, request
from flask_cors import CORS

from admin import admin
from catalog import catalog
from importer import importer
from orders import orders
from security import load_session, new_session

log = logging.getLogger("shop.api")


def create_app():
    app = Flask(__name__)
    app.config.from_object("config.Production")

    # Partners call the public part from their own pages.
    CORS(app, origins="*", supports_credentials=True)

    app.register_blueprint(catalog, url_prefix="/catalog")
    app.register_blueprint(orders, url_prefix="/orders")
    app.register_blueprint(importer, url_prefix="/import")
    app.register_blueprint(admin, url_prefix="/admin")

    @app.get("/healthz")
    def health():
        return jsonify(status="ok")

    @app.before_request
    def attach_session():
        request.customer = load_session(request.cookies.get("session"))

    @app.post("/login")
    def login():
        body = request.get_json(force=True)
        session = new_session(body.get("email", ""), body.get("password", ""))
        if session is None:
            log.info("login refused")
            return jsonify(error="wrong email or password"), 401
        answer = jsonify(customer=session.customer_id)
        answer.set_cookie("session", session.token, httponly=False, secure=False)
        return answer

    @app.post("/preferences")
    def preferences():
        language = request.form.get("language", "en")
        if language not in ("en", "de", "fr"):
            return jsonify(error="unknown language"), 400
        answer = jsonify(language=language)
        answer.set_cookie(
            "language", language, httponly=True, secure=True, samesite="Lax"
        )
        return answer

    @app.errorhandler(404)
    def not_found(_error):
        return jsonify(error="not found"), 404

    return app


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8000"))
    create_app().run(host="0.0.0.0", port=port, debug=True)
