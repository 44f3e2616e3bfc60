Rails.application.configure do
  # ruleid: ruby-error-details-shown
  config.consider_all_requests_local = true
  # ok: ruby-error-details-shown
  config.consider_all_requests_local = false
end

def show
  # ruleid: ruby-error-details-shown
  render json: { error: e.message, at: e.backtrace }
  # ok: ruby-error-details-shown
  render json: { error: "not found" }
end
