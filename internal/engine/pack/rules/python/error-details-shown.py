import logging
import traceback

from flask import Flask, jsonify

app = Flask(__name__)


@app.get("/order")
def order():
    try:
        return load()
    except ValueError:
        # ruleid: python-error-details-shown
        return "<pre>" + traceback.format_exc() + "</pre>", 500
    except KeyError:
        # ruleid: python-error-details-shown
        return jsonify(error=traceback.format_exc())
    except TypeError:
        # ok: python-error-details-shown
        logging.error(traceback.format_exc())
        return jsonify(error="internal error"), 500
