import random
import secrets
import string


def reset_token():
    # ruleid: python-weak-random
    return "".join(random.choice(string.ascii_letters) for _ in range(10))


def login(user, mysession):
    # ruleid: python-weak-random
    user.session_key = str(random.getrandbits(128))
    # ruleid: python-weak-random
    password = random.sample(string.printable, 12)
    # ruleid: python-weak-random
    mysession["token"] = random.randint(0, 10**9)
    # ok: python-weak-random
    token = secrets.token_hex(16)
    # ok: python-weak-random
    otp = random.SystemRandom().randint(0, 999999)


def remember(mysession, cookie):
    # ruleid: python-weak-random
    value = str(random.random())
    mysession[cookie] = value


def roll():
    # ok: python-weak-random
    dice = random.randint(1, 6)
    # ok: python-weak-random
    wait = 2 + random.random()
    # ok: python-weak-random
    return random.choice(["red", "green"]), dice, wait
