from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from flask import Flask, make_response, request
from flask_cors import CORS

app = Flask(__name__)
api = FastAPI()
# ruleid: python-cors-any-origin
CORS(app, origins="*", supports_credentials=True)
# ok: python-cors-any-origin
CORS(app, origins=["https://shop.example.com"], supports_credentials=True)
# ok: python-cors-any-origin
CORS(app)
# ruleid: python-cors-any-origin
api.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)
# ok: python-cors-any-origin
api.add_middleware(CORSMiddleware, allow_origins=["https://a.example"], allow_credentials=True)
# ruleid: python-cors-any-origin
CORS_ALLOW_ALL_ORIGINS = True


@app.get("/")
def index():
    response = make_response("ok")
    # ruleid: python-cors-any-origin
    response.headers["Access-Control-Allow-Origin"] = request.headers.get("Origin")
    # ok: python-cors-any-origin
    response.headers["Access-Control-Allow-Origin"] = "https://a.example"
    return response
