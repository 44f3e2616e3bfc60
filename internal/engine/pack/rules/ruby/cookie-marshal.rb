# ruleid: ruby-cookie-marshal
Rails.application.config.action_dispatch.cookies_serializer = :marshal
# ruleid: ruby-cookie-marshal
config.action_dispatch.cookies_serializer = :hybrid

# ok: ruby-cookie-marshal
Rails.application.config.action_dispatch.cookies_serializer = :json
