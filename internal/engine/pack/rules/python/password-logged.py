import getpass
import logging

logger = logging.getLogger(__name__)


def login(user, password):
    # ruleid: python-password-logged
    logging.info("login of %s with %s", user, password)
    # ruleid: python-password-logged
    logger.debug(f"login with {password}")
    # ruleid: python-password-logged
    print("key: " + user.api_key)
    secret = getpass.getpass()
    # ruleid: python-password-logged
    logger.error(secret)
    # ok: python-password-logged
    logger.info("login of %s", user.name)
    # ok: python-password-logged
    logger.info("password of %d letters", len(password))
    # ok: python-password-logged
    logger.warning("the password is too short")
    # ok: python-password-logged
    print(user.password_hash)


def refresh(account, answer):
    account.password = answer["access_token"]
    # ok: python-password-logged
    logger.debug(f"refreshed {account}")
    # ruleid: python-password-logged
    logger.debug(f"refreshed {account.password}")


def keys(api_key):
    user = get_user_by_api_key(api_key)
    # ok: python-password-logged
    logging.info("request of %s", user.name)
    # ok: python-password-logged
    print(generate_secret_key())
