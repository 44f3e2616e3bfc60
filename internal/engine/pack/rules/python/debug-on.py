import asyncio
import os

from fastapi import FastAPI
from flask import Flask

app = Flask(__name__)
# ruleid: python-debug-on
app.config["DEBUG"] = True
# ruleid: python-debug-on
api = FastAPI(debug=True)
# ok: python-debug-on
api = FastAPI()
# ruleid: python-debug-on
app.run(host="0.0.0.0", port=80, debug=True)
# ok: python-debug-on
app.run(debug=os.environ.get("APP_DEBUG") == "1")
# ok: python-debug-on
asyncio.run(main(), debug=True)
# ruleid: python-debug-on
DEBUG = True
INSTALLED_APPS = ["shop"]
