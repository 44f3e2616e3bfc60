class EController < ApplicationController
  def e1 # weak
    Net::LDAP.new.search(filter: "(uid=#{params[:u]})") # finds: ruby-ldap-injection
  end
  def e2 # safe
    Net::LDAP.new.search(filter: Net::LDAP::Filter.eq("uid", params[:u]))
  end
  def e3 # safe
    Regexp.new(Regexp.escape(params[:q]))
  end
  def e4 # weak
    Regexp.new(params[:q]) # finds: ruby-regex-injection
  end
  def e5 # safe
    Nokogiri::XML(request.body.read).text
  end
  def e6 # weak
    Nokogiri::XML(request.body.read) { |c| c.noent } # finds: ruby-xxe
  end
  def e7 # safe
    YAML.safe_load(request.body.read)
  end
  def e8 # safe
    @user.update(params.require(:user).permit(:name))
  end
  def e9 # weak
    @user.update(params[:user].permit!) # finds: ruby-mass-assignment
  end
  def e10 # safe
    method = params[:m] if %w[a b].include?(params[:m])
    @user.public_send(method)
  end
  def e11 # safe
    Rails.logger.info("search #{params[:q].inspect}")
  end
  def e12 # safe
    ERB.new("<b><%= q %></b>").result_with_hash(q: ERB::Util.h(params[:q]))
  end
  def e13 # weak
    ERB.new(params[:t]).result # finds: ruby-template-injection
  end
  def e14 # safe
    response.headers["X-Name"] = params[:n].delete("\r\n")
  end
  def e15 # safe
    cookies[:lang] = { value: params[:l] == "de" ? "de" : "en", secure: true, httponly: true, same_site: :lax }
  end
  def e16 # safe
    path = Rails.root.join("files", params[:f]).cleanpath
    raise "no" unless path.to_s.start_with?(Rails.root.join("files").to_s + "/")
    send_file path
  end
  def e17 # safe
    files = Dir.children("/srv")
    raise "no" unless files.include?(params[:f])
    send_file File.join("/srv", params[:f])
  end
end
