import os

from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def seal(key):
    # ruleid: python-static-iv
    AES.new(key, AES.MODE_CBC, b"0123456789abcdef")
    # ruleid: python-static-iv
    AES.new(key, AES.MODE_GCM, nonce=b"0123456789ab")
    # ruleid: python-static-iv
    Cipher(algorithms.AES(key), modes.CBC(b"0123456789abcdef"))
    zeros = b"\x00" * 16
    # ruleid: python-static-iv
    AES.new(key, AES.MODE_CBC, zeros)
    # ruleid: python-static-iv
    Cipher(algorithms.AES(key), modes.CBC(bytes(16)))
    nonce = os.urandom(12)
    # ok: python-static-iv
    AES.new(key, AES.MODE_GCM, nonce=nonce)
    # ok: python-static-iv
    Cipher(algorithms.AES(key), modes.GCM(nonce))
