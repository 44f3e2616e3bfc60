# ruleid: ruby-weak-hash
token = Digest::MD5.hexdigest(user.email + Time.now.to_s)

def signature(data)
  # ruleid: ruby-weak-hash
  OpenSSL::Digest.new("SHA1").update(data).hexdigest
end

def password_digest(text)
  # ruleid: ruby-weak-hash
  OpenSSL::Digest::SHA1.new.update(text).to_s
end

# ruleid: ruby-weak-hash
store(Digest::SHA1.hexdigest(user.api_key))

# ok: ruby-weak-hash
token = Digest::SHA256.hexdigest(user.email)
# ok: ruby-weak-hash
cache_key = Digest::MD5.hexdigest(page.body)
# ok: ruby-weak-hash
etag = OpenSSL::Digest.new("SHA1").update(page.body)
