import hmac


def check(key, body, given):
    expected = hmac.new(key, body, "sha256").hexdigest()
    # ruleid: python-timing-unsafe-compare
    if expected == given:
        return True
    # ruleid: python-timing-unsafe-compare
    if given != hmac.new(key, body, "sha256").hexdigest():
        return False
    # ok: python-timing-unsafe-compare
    return hmac.compare_digest(expected, given)
