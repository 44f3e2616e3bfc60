# ruleid: ruby-weak-cipher
cipher = OpenSSL::Cipher.new("des-ede3-cbc")
# ruleid: ruby-weak-cipher
cipher = OpenSSL::Cipher.new("AES-128-ECB")
# ruleid: ruby-weak-cipher
cipher = OpenSSL::Cipher.new("rc4")

# ok: ruby-weak-cipher
cipher = OpenSSL::Cipher.new("aes-256-gcm")
