def login(user, password)
  # ruleid: ruby-password-logged
  Rails.logger.info("login with #{password}")
  # ruleid: ruby-password-logged
  logger.debug password
  # ruleid: ruby-password-logged
  puts user.api_key
  # ok: ruby-password-logged
  Rails.logger.info("login of #{user.name}")
  # ok: ruby-password-logged
  logger.warn "the password is too short"
  # ok: ruby-password-logged
  logger.info password.length
  # ok: ruby-password-logged
  logger.info user.password_digest
end
