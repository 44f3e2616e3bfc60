import os


class Production:
    SECRET_KEY = os.environ.get("CLINIC_SECRET_KEY")  # safe: python-hardcoded-key
    SESSION_COOKIE_SECURE = True  # safe: python-cookie-secure-off
    SESSION_COOKIE_HTTPONLY = True  # safe: python-cookie-httponly-off
    DATABASE = os.environ.get("CLINIC_DATABASE", "/var/lib/clinic/clinic.db")
    DOCUMENTS = os.environ.get("CLINIC_DOCUMENTS", "/var/lib/clinic/documents")
    PAGE_SIZE = 25


class Development(Production):
    SESSION_COOKIE_SECURE = False  # finds: python-cookie-secure-off
    PAGE_SIZE = 5
