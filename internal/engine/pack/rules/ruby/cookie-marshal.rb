# ruleid: ruby-cookie-marshal
Rails.application.config.action_dispatch.cookies_serializer = :marshal
# ruleid: ruby-cookie-marshal
config.action_dispatch.cookies_serializer = :hybrid
# ruleid: ruby-cookie-marshal
config.action_dispatch.cookies_serializer = :json_allow_marshal

# ok: ruby-cookie-marshal
Rails.application.config.action_dispatch.cookies_serializer = :json
