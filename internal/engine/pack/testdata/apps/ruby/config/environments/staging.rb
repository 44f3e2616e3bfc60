Rails.application.configure do
  config.force_ssl = false # finds: ruby-force-ssl-off
  config.consider_all_requests_local = false # safe: ruby-error-details-shown
end
