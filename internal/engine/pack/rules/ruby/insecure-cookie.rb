def login
  # ruleid: ruby-insecure-cookie
  cookies[:auth_token] = user.token
  # ruleid: ruby-insecure-cookie
  cookies.permanent[:auth_token] = user.token
  # ruleid: ruby-insecure-cookie
  cookies.signed[:id] = { value: user.id, httponly: false }
  # ok: ruby-insecure-cookie
  cookies[:theme] = "dark"
  # ok: ruby-insecure-cookie
  cookies[:auth_token] = { value: user.token, httponly: true, secure: true }
  # ok: ruby-insecure-cookie
  cookies.encrypted[:token] = { value: user.token, httponly: true, secure: true }
end

# ruleid: ruby-insecure-cookie
Rails.application.config.session_store :cookie_store, key: "_app", httponly: false

def mobile
  # ok: ruby-insecure-cookie
  cookies[:jwt] = cookie_options.merge(value: token, httponly: true)
end
