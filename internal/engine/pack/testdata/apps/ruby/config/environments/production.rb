Rails.application.configure do
  config.force_ssl = true # safe: ruby-force-ssl-off
  config.consider_all_requests_local = false # safe: ruby-error-details-shown
  config.log_level = :info
end
