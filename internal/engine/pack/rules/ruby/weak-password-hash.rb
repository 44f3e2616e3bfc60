# ruleid: ruby-weak-password-hash
hash = Digest::MD5.hexdigest(password)
# ruleid: ruby-weak-password-hash
hash = Digest::SHA256.hexdigest(salt + params[:password])
# ruleid: ruby-weak-password-hash
self.secret = Digest::SHA1.hexdigest("#{salt}#{self.password}")

# ok: ruby-weak-password-hash
hash = BCrypt::Password.create(password)
# ok: ruby-weak-password-hash
etag = Digest::MD5.hexdigest(body)
# ok: ruby-weak-password-hash
ActiveSupport::SecurityUtils.secure_compare(Digest::SHA256.hexdigest(password), wanted)
