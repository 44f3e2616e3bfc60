"""Settings of the API."""

import os


class Base:
    JSON_SORT_KEYS = False
    MAX_CONTENT_LENGTH = 8 * 1024 * 1024
    DATABASE_PATH = os.environ.get("SHOP_DATABASE", "/var/lib/shop/shop.db")
    INVOICE_DIR = "/var/lib/shop/invoices"
    PARTNER_HOSTS = {"feeds.partner-one.test", "feeds.partner-two.test"}


class Production(Base):
    ENV = "production"

    # Signs the sessions.
    SECRET_KEY = os.environ.get("SHOP_SECRET_KEY", "")

    # Pictures of products are uploaded to this bucket.
    S3_BUCKET = "demo-shop-media"
    AWS_REGION = "eu-central-1"
    AWS_ACCESS_KEY_ID = "AKIAWO7HUGQJZOQZYU4L"
    AWS_SECRET_ACCESS_KEY = "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"

    # Order confirmations.
    MAIL_FROM = "orders@demo-shop.test"
    SENDGRID_TOKEN = "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"


class Development(Base):
    ENV = "development"
    DATABASE_PATH = "shop-dev.db"
    SECRET_KEY = os.environ.get("SHOP_SECRET_KEY", "")
    S3_BUCKET = "demo-shop-media-dev"


def current():
    """The settings named by SHOP_ENV."""
    if os.environ.get("SHOP_ENV") == "development":
        return Development
    return Production
