import ssl

import aiohttp
import httpx
import requests


def fetch(url, session):
    # ruleid: python-tls-verify-off
    requests.get(url, verify=False)
    # ruleid: python-tls-verify-off
    requests.post(url, json={}, timeout=3, verify=False)
    # ruleid: python-tls-verify-off
    httpx.Client(verify=False)
    # ruleid: python-tls-verify-off
    session.get(url, verify=False)
    context = ssl.create_default_context()
    # ruleid: python-tls-verify-off
    context.check_hostname = False
    # ruleid: python-tls-verify-off
    context.verify_mode = ssl.CERT_NONE
    # ruleid: python-tls-verify-off
    aiohttp.TCPConnector(ssl=False)
    # ok: python-tls-verify-off
    requests.get(url, verify="/etc/ssl/ca.pem")
    # ok: python-tls-verify-off
    requests.get(url, verify=True)
    # ok: python-tls-verify-off
    httpx.Client()
    # ok: python-tls-verify-off
    context.verify_mode = ssl.CERT_REQUIRED
