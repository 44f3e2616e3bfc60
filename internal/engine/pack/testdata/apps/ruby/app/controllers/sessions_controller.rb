require "digest"
require "jwt"
require "securerandom"

class SessionsController < ApplicationController
  def create
    token = SecureRandom.hex(32) # safe: ruby-weak-random
    cookies[:session] = { value: token, httponly: true, secure: true, same_site: :lax } # safe: ruby-insecure-cookie
    head :no_content
  end

  def guest
    token = rand(1_000_000_000).to_s # finds: ruby-weak-random
    cookies[:session] = { value: token, httponly: false, secure: false } # finds: ruby-insecure-cookie
    head :no_content
  end

  def who
    token = request.headers["Authorization"].to_s.delete_prefix("Bearer ")
    claims = JWT.decode(token, nil, false) # finds: ruby-jwt-not-verified
    render json: claims.first
  end

  def me
    token = request.headers["Authorization"].to_s.delete_prefix("Bearer ")
    claims = JWT.decode(token, ENV.fetch("SHELF_KEY"), true, algorithm: "HS256") # safe: ruby-jwt-not-verified
    render json: claims.first
  end

  private

  def password_digest(password)
    Digest::MD5.hexdigest(password) # finds: ruby-weak-password-hash
  end

  def slow_digest(password)
    BCrypt::Password.create(password) # safe: ruby-weak-password-hash
  end
end
