from Crypto.Cipher import AES
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def seal(key, nonce):
    # ruleid: python-ecb-mode
    AES.new(key, AES.MODE_ECB)
    # ruleid: python-ecb-mode
    Cipher(algorithms.AES(key), modes.ECB())
    # ok: python-ecb-mode
    AES.new(key, AES.MODE_GCM, nonce)
    # ok: python-ecb-mode
    Cipher(algorithms.AES(key), modes.CTR(nonce))
