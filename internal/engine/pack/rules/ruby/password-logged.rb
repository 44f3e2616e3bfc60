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

def call(request)
  @api_key = ApiKey.find_by_value(request.headers["X-Key"])
  # ok: ruby-password-logged
  Rails.logger.warn("too many calls with #{@api_key.name} of #{@api_key.user.email}")
  # ruleid: ruby-password-logged
  Rails.logger.warn("too many calls with #{@api_key.value}")
  # ok: ruby-password-logged
  Rails.logger.info("card #{card_number.last(4)}")
end

def log_in(password)
  user = User.try_to_login(params[:login], password)
  # ok: ruby-password-logged
  logger.info("user #{user.login}")
  # ruleid: ruby-password-logged
  logger.info("user #{password}")
end
