# ruleid: python-any-host
ALLOWED_HOSTS = ["*"]
# ok: python-any-host
ALLOWED_HOSTS = ["shop.example.com"]
