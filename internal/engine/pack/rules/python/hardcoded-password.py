import os

import psycopg2
import requests

# ruleid: python-hardcoded-password
psycopg2.connect(host="db", user="shop", password="h0rse-b4ttery")
# ok: python-hardcoded-password
psycopg2.connect(host="db", user="shop", password=os.environ["DB_PASSWORD"])
# ruleid: python-hardcoded-password
DB_PASSWORD = "h0rse-b4ttery"
# ok: python-hardcoded-password
DB_PASSWORD = os.environ["DB_PASSWORD"]
# ok: python-hardcoded-password
DB_PASSWORD = ""
# ok: python-hardcoded-password
provider = Provider(api_key="unconfigured")
# ruleid: python-hardcoded-password
provider = Provider(api_key="h0rse-b4ttery")
# ok: python-hardcoded-password
reset_password = "reset_password"
# ruleid: python-hardcoded-password
requests.get("https://api.example.com", auth=("shop", "h0rse-b4ttery"))
# ruleid: python-hardcoded-password
DATABASES = {"default": {"USER": "shop", "PASSWORD": "h0rse-b4ttery"}}


def check(password):
    # ruleid: python-hardcoded-password
    if password == "h0rse-b4ttery":
        return True
    # ok: python-hardcoded-password
    return password == ""
