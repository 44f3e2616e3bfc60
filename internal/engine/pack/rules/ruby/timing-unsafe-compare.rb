def webhook
  expected = OpenSSL::HMAC.hexdigest("SHA256", key, request.raw_post)
  # ruleid: ruby-timing-unsafe-compare
  head :forbidden if given != expected
  # ruleid: ruby-timing-unsafe-compare
  return if params[:token] == ENV["HOOK_TOKEN"]
  # ok: ruby-timing-unsafe-compare
  head :forbidden unless ActiveSupport::SecurityUtils.secure_compare(given, expected)
  # ok: ruby-timing-unsafe-compare
  return if params[:page] == current
end
