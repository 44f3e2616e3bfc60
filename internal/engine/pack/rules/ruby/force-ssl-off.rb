Rails.application.configure do
  # ruleid: ruby-force-ssl-off
  config.force_ssl = false
  # ok: ruby-force-ssl-off
  config.force_ssl = true
end
