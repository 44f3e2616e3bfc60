class AController < ApplicationController
  ALLOWED = %w[name age].freeze
  COLUMNS = { "n" => "name" }.freeze
  NAME = /\A[a-z]+\z/

  def s1 # safe
    sort = ALLOWED.include?(params[:sort]) ? params[:sort] : "id"
    User.order(Arel.sql(sort))
  end
  def s2 # safe
    return head(:bad_request) unless NAME.match?(params[:sort])
    User.where("x = #{params[:sort]}")
  end
  def b2 # weak
    return head(:bad_request) if NAME.match?(params[:sort])
    User.where("x = #{params[:sort]}") # finds: ruby-sql-injection
  end
  def s3 # safe
    User.where("x = #{COLUMNS.fetch(params[:sort], 'id')}")
  end
  def s4 # safe
    User.where("x = #{params[:id].to_i}")
  end
  def s5 # safe
    ids = params[:ids].map(&:to_i)
    User.where("x in (#{ids.join(',')})")
  end
  def s6 # safe
    user = USERS.find { |u| u.name == params[:name] }
    User.where("x = '#{user.role}'")
  end
  def s7 # safe
    dir = params[:dir] == "desc" ? "desc" : "asc"
    User.order(Arel.sql("id #{dir}"))
  end
  def s8 # safe
    path = File.expand_path(params[:f], "/srv")
    raise "no" unless path.start_with?("/srv/")
    send_file path
  end
  def s9 # safe
    send_file Rails.root.join("files", File.basename(params[:f]))
  end
  def s10 # safe
    case params[:sort]
    when "name" then c = "name"
    else c = "id"
    end
    User.where("x = #{c}")
  end
  def s11 # safe
    system("git", "log", "--", params[:p])
  end
  def s12 # safe
    User.where("x = #{column}")
  end
  def s13 # safe
    sort = params[:sort]
    sort = "id" unless ALLOWED.include?(sort)
    User.where("x = #{sort}")
  end
  def s14 # safe
    sort = params[:sort].presence_in(ALLOWED) || "id"
    User.where("x = #{sort}")
  end
  def s15 # safe
    sort = ALLOWED.find { |a| a == params[:sort] }
    User.where("x = #{sort}")
  end
  def s16 # safe
    sort = (ALLOWED & [params[:sort]]).first
    User.where("x = #{sort}")
  end
  def s17 # safe
    redirect_to params[:next].to_s.start_with?("/") && !params[:next].start_with?("//") ? params[:next] : root_path
  end
  def s18 # safe
    User.where("x = #{User.connection.quote(params[:x])}")
  end
  def s19 # safe
    sanitized = User.sanitize_sql_like(params[:q])
    User.where("name like ?", "%#{sanitized}%")
  end
  def s20 # safe
    id = Integer(params[:id])
    User.where("x = #{id}")
  end
  private

  def column
    ALLOWED.include?(params[:sort]) ? params[:sort] : "id"
  end
end
