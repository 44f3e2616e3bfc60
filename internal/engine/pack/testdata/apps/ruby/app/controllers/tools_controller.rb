require "net/http"
require "open-uri"

class ToolsController < ApplicationController
  PARTNERS = { "library" => "https://library.example.org/" }.freeze

  skip_before_action :verify_authenticity_token # finds: ruby-csrf-off

  def print
    system("lp -d #{params[:printer]} /srv/list.pdf") # finds: ruby-command-injection
    head :no_content
  end

  def copies
    system("lp", "-n", params[:copies], "/srv/list.pdf") # safe: ruby-command-injection
    head :no_content
  end

  def label
    Labels.render(params[:text])
    head :no_content
  end

  def fetch
    answer = Net::HTTP.get(URI(params[:url])) # finds: ruby-ssrf
    render plain: answer.length
  end

  def partner
    answer = Net::HTTP.get(URI(PARTNERS.fetch(params[:partner]))) # safe: ruby-ssrf
    render plain: answer.length
  end

  def rate
    render json: eval(params[:formula]) # finds: ruby-code-injection
  end

  def days
    render json: Integer(params[:days]) * 2 # safe: ruby-code-injection
  end

  def status
    http = Net::HTTP.new("legacy.example.org", 443)
    http.use_ssl = true
    http.verify_mode = OpenSSL::SSL::VERIFY_NONE # finds: ruby-tls-verify-off
    render plain: http.get("/").code
  end

  def state
    http = Net::HTTP.new("library.example.org", 443)
    http.use_ssl = true
    http.verify_mode = OpenSSL::SSL::VERIFY_PEER # safe: ruby-tls-verify-off
    render plain: http.get("/").code
  end
end
