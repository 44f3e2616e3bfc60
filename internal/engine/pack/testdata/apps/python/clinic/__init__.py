import logging

from flask import Flask

from clinic import config
from clinic.routes import account, appointments, documents, integration, reports, search

log = logging.getLogger(__name__)


def create_app():
    app = Flask(__name__)
    app.config.from_object(config.Production)
    app.register_blueprint(account.bp)
    app.register_blueprint(appointments.bp)
    app.register_blueprint(documents.bp)
    app.register_blueprint(integration.bp)
    app.register_blueprint(reports.bp)
    app.register_blueprint(search.bp)

    @app.after_request
    def headers(response):
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    log.info("the service is ready")
    return app
