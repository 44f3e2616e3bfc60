import jwt
from jose import jwt as jose_jwt


def load(token, key):
    # ruleid: python-jwt-unverified
    jwt.decode(token, options={"verify_signature": False})
    # ruleid: python-jwt-unverified
    jwt.decode(token, key, verify=False)
    # ruleid: python-jwt-unverified
    jwt.decode(token, key, algorithms=["HS256", "none"])
    # ruleid: python-jwt-unverified
    jose_jwt.get_unverified_claims(token)
    # ok: python-jwt-unverified
    return jwt.decode(token, key, algorithms=["HS256"])
