def login
  # ruleid: ruby-log-injection
  Rails.logger.info("login failed: #{params[:name]}")
  # ruleid: ruby-log-injection
  logger.warn "bad agent " + request.user_agent
  # ok: ruby-log-injection
  Rails.logger.info("login failed: #{params[:name].inspect}")
  # ok: ruby-log-injection
  logger.info "user #{params[:id].to_i}"
end
