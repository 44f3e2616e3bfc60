import hashlib
from hashlib import md5

from Crypto.Hash import MD5
from cryptography.hazmat.primitives import hashes


def digest(page, salt):
    # ruleid: python-weak-hash
    hashlib.md5(page.encode()).hexdigest()
    # ruleid: python-weak-hash
    md5(page)
    # ruleid: python-weak-hash
    hashlib.sha1()
    # ruleid: python-weak-hash
    hashlib.new("md5", password)
    name = "sha1"
    # ruleid: python-weak-hash
    hashlib.new(name)
    # ruleid: python-weak-hash
    MD5.new(password)
    # ruleid: python-weak-hash
    hashes.Hash(hashes.SHA1())
    # ok: python-weak-hash
    hashlib.md5(password, usedforsecurity=False)
    # ok: python-weak-hash
    hashlib.new("sha256", password)
    # ok: python-weak-hash
    hashes.Hash(hashes.SHA256())
    # ok: python-weak-hash
    return hashlib.scrypt(password, salt=salt, n=2**14, r=8, p=1)

# ok: python-weak-hash
stored = hashlib.md5(password.encode("utf-8")).hexdigest()
