# ruleid: ruby-cors-any-origin
allow do
  origins "*"
  resource "/api/*", headers: :any, credentials: true
end

# ruleid: ruby-cors-any-origin
allow do
  origins(/.*/)
  resource "/api/*", headers: :any, credentials: true
end

# ok: ruby-cors-any-origin
allow do
  origins(/.*/)
  resource "/public/*", headers: :any
end

# ok: ruby-cors-any-origin
allow do
  origins "https://example.com"
  resource "/api/*", headers: :any, credentials: true
end

def show
  # ruleid: ruby-cors-any-origin
  response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
  # ok: ruby-cors-any-origin
  response.headers["Access-Control-Allow-Origin"] = "https://example.com"
end
