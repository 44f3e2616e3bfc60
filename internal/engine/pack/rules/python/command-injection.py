import asyncio
import os
import re
import shlex
import subprocess
from subprocess import Popen

import paramiko
from aiohttp import web
from fastapi import APIRouter
from flask import Flask, abort, request

app = Flask(__name__)
router = APIRouter()
HOST = re.compile(r"^[a-z0-9.-]+$")


@app.post("/ping")
def ping():
    host = request.form["host"]
    # ruleid: python-command-injection
    os.system("ping -c 1 " + host)
    # ruleid: python-command-injection
    os.popen(f"ping -c 1 {host}").read()
    # ruleid: python-command-injection
    subprocess.run("ping -c 1 %s" % host, shell=True)
    # ruleid: python-command-injection
    subprocess.check_output(["sh", "-c", "ping -c 1 " + host])
    # ruleid: python-command-injection
    Popen("ping {}".format(host), stdout=subprocess.PIPE, shell=True)
    # ok: python-command-injection
    subprocess.run(["ping", "-c", "1", host])
    # ok: python-command-injection
    os.system("ping -c 1 " + shlex.quote(host))
    # ok: python-command-injection
    os.system("ping -c %d localhost" % int(request.form["count"]))
    return "done"


@app.post("/trace")
def trace():
    host = request.form["host"]
    if not HOST.match(host):
        abort(400)
    # ok: python-command-injection
    return subprocess.getoutput("traceroute " + host)


@router.get("/disk")
async def disk(folder: str):
    # ruleid: python-command-injection
    await asyncio.create_subprocess_shell(f"du -s {folder}")
    # ok: python-command-injection
    await asyncio.create_subprocess_exec("du", "-s", folder)


async def remote(request):
    client = paramiko.SSHClient()
    # ruleid: python-command-injection
    client.exec_command("tail " + request.query["log"])
    # ok: python-command-injection
    client.exec_command("tail /var/log/syslog")
    return web.Response(text="done")


def program(request):
    tool = request.GET["tool"]
    # ruleid: python-command-injection
    subprocess.call([tool, "--version"])
    if tool in ("git", "hg"):
        # ok: python-command-injection
        subprocess.call([tool, "--version"])
