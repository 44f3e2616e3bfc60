# ruleid: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.new(1024)
# ruleid: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.generate(512)
# ruleid: ruby-weak-rsa-key
key = OpenSSL::PKey::DSA.generate(1024)

# ok: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.new(3072)
# ok: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.generate(2048)
# ok: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.new(File.read("key.pem"))
