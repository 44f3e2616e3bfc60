from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import ec, rsa

# ruleid: python-weak-key-size
rsa.generate_private_key(public_exponent=65537, key_size=1024)
# ruleid: python-weak-key-size
RSA.generate(1024)
# ruleid: python-weak-key-size
ec.generate_private_key(ec.SECP192R1())
# ok: python-weak-key-size
rsa.generate_private_key(public_exponent=65537, key_size=3072)
# ok: python-weak-key-size
RSA.generate(2048)
# ok: python-weak-key-size
ec.generate_private_key(ec.SECP256R1())
