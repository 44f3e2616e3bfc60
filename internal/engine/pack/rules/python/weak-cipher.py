from Crypto.Cipher import AES, ARC4, DES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def seal(key, nonce):
    # ruleid: python-weak-cipher
    DES.new(key, DES.MODE_CBC, nonce)
    # ruleid: python-weak-cipher
    ARC4.new(key)
    # ruleid: python-weak-cipher
    Cipher(algorithms.TripleDES(key), modes.CBC(nonce))
    # ok: python-weak-cipher
    AES.new(key, AES.MODE_GCM, nonce)
    # ok: python-weak-cipher
    Cipher(algorithms.AES(key), modes.GCM(nonce))
