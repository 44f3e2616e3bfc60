import hashlib

import bcrypt


def store(user, password, salt, data):
    # ruleid: python-weak-password-hash
    hashlib.sha256(password.encode()).hexdigest()
    # ruleid: python-weak-password-hash
    hashlib.sha512(salt + user.password)
    # ruleid: python-weak-password-hash
    hashlib.pbkdf2_hmac("sha256", password, salt, 1000)
    # ruleid: python-weak-password-hash
    bcrypt.hashpw(password, bcrypt.gensalt(4))
    # ok: python-weak-password-hash
    hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest()[:5]
    # ok: python-weak-password-hash
    hashlib.sha256(data).hexdigest()
    # ok: python-weak-password-hash
    hashlib.pbkdf2_hmac("sha256", password, salt, 600000)
    # ok: python-weak-password-hash
    bcrypt.hashpw(password, bcrypt.gensalt())

# ruleid: python-weak-password-hash
stored = hashlib.md5(password.encode("utf-8")).hexdigest()
# ok: python-weak-password-hash
seen = hashlib.md5(page.encode("utf-8")).hexdigest()
