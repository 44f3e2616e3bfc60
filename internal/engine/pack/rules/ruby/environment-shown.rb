class DebugController < ApplicationController
  def show
    # ruleid: ruby-environment-shown
    render json: ENV.to_h
  end

  def index
    # ruleid: ruby-environment-shown
    render json: { env: ENV.to_h }
  end

  def version
    # ok: ruby-environment-shown
    render json: { version: ENV['APP_VERSION'] }
  end
end
