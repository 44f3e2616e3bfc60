import os
from aiohttp import web
import tornado.web
from sanic import Sanic
from starlette.requests import Request
from starlette.applications import Starlette
from pyramid.view import view_config
import bottle, falcon, cherrypy, grpc
from quart import Quart, request as qrequest
from django.views.generic import ListView
from rest_framework.views import APIView
from rest_framework.decorators import api_view
from fastapi import FastAPI, Depends, Query, Form, Header, UploadFile
import strawberry, graphene

async def a1(request: web.Request):
    os.system("ls " + request.query["d"])  # finds: python-command-injection

async def a2(request):
    data = await request.post()
    os.system("ls " + data["d"])  # finds: python-command-injection

routes = web.RouteTableDef()
@routes.get("/a3/{name}")
async def a3(request):
    os.system("ls " + request.match_info["name"])  # finds: python-command-injection

class T(tornado.web.RequestHandler):
    def get(self):
        os.system("ls " + self.get_argument("d"))  # finds: python-command-injection
    def post(self):
        os.system("ls " + self.get_query_argument("d", ""))  # finds: python-command-injection

app = Sanic("x")
@app.get("/s")
async def s1(request):
    os.system("ls " + request.args.get("d"))  # finds: python-command-injection

async def st(request: Request):
    os.system("ls " + request.query_params["d"])  # finds: python-command-injection
    body = await request.json()
    os.system("ls " + body["d"])  # finds: python-command-injection

@view_config(route_name="x")
def p1(request):
    os.system("ls " + request.params["d"])  # finds: python-command-injection
    os.system("ls " + request.matchdict["d"])  # finds: python-command-injection

@bottle.route("/b")
def b1():
    os.system("ls " + bottle.request.query.d)  # finds: python-command-injection

class F:
    def on_get(self, req, resp):
        os.system("ls " + req.get_param("d"))  # finds: python-command-injection
    def on_post(self, req, resp):
        os.system("ls " + req.media["d"])  # finds: python-command-injection

class C:
    @cherrypy.expose
    def index(self, d):
        os.system("ls " + d)  # finds: python-command-injection

quart = Quart(__name__)
@quart.route("/q")
async def q1():
    os.system("ls " + qrequest.args["d"])  # finds: python-command-injection

class L(ListView):
    def get_queryset(self):
        os.system("ls " + self.request.GET["d"])  # finds: python-command-injection
        os.system("ls " + self.kwargs["d"])  # finds: python-command-injection

class A(APIView):
    def post(self, request, pk):
        os.system("ls " + request.data["d"])  # finds: python-command-injection
        os.system("ls " + request.query_params.get("d"))  # finds: python-command-injection

@api_view(["GET"])
def d1(request):
    os.system("ls " + request.query_params["d"])  # finds: python-command-injection

fa = FastAPI()
@fa.get("/f")
def f1(d: str = Query(...)):
    os.system("ls " + d)  # finds: python-command-injection

@fa.post("/f2")
async def f2(d: str = Form()):
    os.system("ls " + d)  # finds: python-command-injection

@fa.get("/f3/{name}")
async def f3(name):
    os.system("ls " + name)  # finds: python-shell-from-parameter

@fa.post("/f4")
async def f4(file: UploadFile):
    os.system("ls " + file.filename)  # finds: python-command-injection

def common(q: str | None = None):
    return {"q": q}

@fa.get("/f5")
async def f5(c: dict = Depends(common)):
    os.system("ls " + c["q"])  # finds: python-command-injection

def lambda_handler(event, context):
    os.system("ls " + event["queryStringParameters"]["d"])  # finds: python-command-injection

@strawberry.type
class Q:
    @strawberry.field
    def files(self, d: str) -> str:
        os.system("ls " + d)  # finds: python-command-injection

class G(graphene.ObjectType):
    def resolve_files(self, info, d):
        os.system("ls " + d)  # finds: python-command-injection
