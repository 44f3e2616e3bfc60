class ApplicationController < ActionController::Base
  protect_from_forgery with: :exception # safe: ruby-csrf-off
  before_action :require_login
end
