# ruleid: ruby-weak-rsa-key
key = OpenSSL::PKey::RSA.new(1024)
# ruleid: ruby-weak-rsa-key
other = OpenSSL::PKey::DSA.generate(512)
# ok: ruby-weak-rsa-key
good = OpenSSL::PKey::RSA.new(2048)
# ok: ruby-weak-rsa-key
read = OpenSSL::PKey::RSA.new(File.read(path))
