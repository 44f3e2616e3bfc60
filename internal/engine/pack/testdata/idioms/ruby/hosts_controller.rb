class BController < ApplicationController
  HOSTS = %w[a.example.com].freeze
  def s1 # safe
    uri = URI.parse(params[:u])
    return head(400) unless HOSTS.include?(uri.host)
    Net::HTTP.get(uri)
  end
  def b1 # weak
    uri = URI.parse(params[:u])
    Net::HTTP.get(uri) # finds: ruby-ssrf
  end
  def s2 # safe
    path = params[:next]
    path = root_path unless path.start_with?("/") && !path.start_with?("//")
    redirect_to path
  end
  def b2 # weak
    redirect_to params[:next], allow_other_host: true # finds: ruby-open-redirect
  end
  def s3 # safe
    redirect_to url_from(params[:next]) || root_path
  end
  def s4 # safe
    names = params[:names].select { |n| HOSTS.include?(n) }
    User.where("name in (#{names.join(',')})")
  end
  def b4 # weak
    names = params[:names].map { |n| "'#{n}'" }
    User.where("name in (#{names.join(',')})") # finds: ruby-sql-injection
  end
  def s5 # safe
    names = params[:names] & HOSTS
    User.where("name in (#{names.join(',')})")
  end
  def s6 # safe
    marks = params[:names].map { |_| "?" }.join(",")
    User.where("name in (#{marks})", *params[:names])
  end
  def s7 # safe
    render html: "<b>#{ERB::Util.html_escape(params[:q])}</b>".html_safe
  end
  def b7 # weak
    render html: "<b>#{params[:q]}</b>".html_safe # finds: ruby-xss
  end
  def s8 # safe
    ids = params[:ids].split(",").map { |i| Integer(i) }
    User.where("id in (#{ids.join(',')})")
  end
end
