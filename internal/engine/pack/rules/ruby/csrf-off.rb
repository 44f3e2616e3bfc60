class PaymentsController < ApplicationController
  # ruleid: ruby-csrf-off
  skip_before_action :verify_authenticity_token
  # ok: ruby-csrf-off
  skip_before_action :verify_authenticity_token, only: :webhook
  # ok: ruby-csrf-off
  protect_from_forgery with: :exception
end

Rails.application.configure do
  # ruleid: ruby-csrf-off
  config.action_controller.allow_forgery_protection = false
end
