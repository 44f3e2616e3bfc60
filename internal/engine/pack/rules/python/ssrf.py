import urllib.request
from urllib.parse import urlparse

import aiohttp
import httpx
import requests
from fastapi import FastAPI
from flask import Flask, abort, request

app = Flask(__name__)
api = FastAPI()
HOSTS = {"feeds.example.com"}


@app.get("/preview")
def preview():
    url = request.args["url"]
    # ruleid: python-ssrf
    requests.get(url, timeout=5)
    # ruleid: python-ssrf
    urllib.request.urlopen(url)
    # ruleid: python-ssrf
    httpx.post("https://" + request.args["host"] + "/hook")
    # ruleid: python-ssrf
    requests.request("GET", f"http://{request.args['host']}/")
    # ok: python-ssrf
    requests.get("https://api.example.com/items", params={"q": url})
    # ok: python-ssrf
    requests.get(f"https://api.example.com/items/{request.args['id']}")
    # ok: python-ssrf
    requests.post("https://api.example.com/items", json=request.json)
    return "ok"


@app.get("/partner")
def partner():
    host = urlparse(request.args.get("url", "")).hostname
    if host not in HOSTS:
        abort(400)
    # ok: python-ssrf
    return requests.get(f"https://{host}/feed.xml").text


@api.get("/fetch")
async def fetch(url: str):
    async with httpx.AsyncClient() as box:
        # ruleid: python-ssrf
        await box.get(url)
        # ok: python-ssrf
        await box.get("https://example.com/")
    async with aiohttp.ClientSession() as session:
        # ruleid: python-ssrf
        async with session.get(url) as answer:
            return await answer.text()
