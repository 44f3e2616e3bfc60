# ruleid: ruby-weak-random
token = rand(1_000_000).to_s
# ruleid: ruby-weak-random
user.reset_code = Random.rand(999_999)
# ruleid: ruby-weak-random
password = (0...8).map { ("a".."z").to_a[rand(26)] }.join

# ok: ruby-weak-random
token = SecureRandom.hex(32)
# ok: ruby-weak-random
color = rand(255)
