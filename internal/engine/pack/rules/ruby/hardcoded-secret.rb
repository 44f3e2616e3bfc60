# ruleid: ruby-hardcoded-secret
Rails.application.config.secret_key_base = "f00dfeedf00dfeedf00dfeed"
# ruleid: ruby-hardcoded-secret
token = JWT.encode(claims, "corr3cthorse", "HS256")
# ruleid: ruby-hardcoded-secret
http_basic_authenticate_with name: "admin", password: "hunter2hunter2"
# ruleid: ruby-hardcoded-secret
db_password = "Tr0ub4dor"
# ruleid: ruby-hardcoded-secret
token = JWT.encode(claims, "secret1234", "HS256")

# ok: ruby-hardcoded-secret
RESET_PASSWORD = "password_reset"
# ok: ruby-hardcoded-secret
Rails.application.config.secret_key_base = ENV["SECRET_KEY_BASE"]
# ok: ruby-hardcoded-secret
token = JWT.encode(claims, ENV.fetch("JWT_KEY"), "HS256")
# ok: ruby-hardcoded-secret
http_basic_authenticate_with name: "admin", password: ENV["ADMIN_PASSWORD"]
# ok: ruby-hardcoded-secret
password = params[:password]
