# ruleid: ruby-jwt-not-verified
claims = JWT.decode(token, nil, false)
# ruleid: ruby-jwt-not-verified
token = JWT.encode(claims, nil, "none")

# ok: ruby-jwt-not-verified
claims = JWT.decode(token, key, true, algorithm: "HS256")
