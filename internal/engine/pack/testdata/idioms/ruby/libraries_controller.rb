class DController < ApplicationController
  def d1 # safe
    User.where(name: params[:name]).order(:id)
  end
  def d2 # safe
    User.where("name = ?", params[:name])
  end
  def d3 # safe
    User.where("name = :n", n: params[:name])
  end
  def d4 # safe
    User.order(params[:sort] == "name" ? :name : :id)
  end
  def d5 # safe
    col = User.column_names.include?(params[:sort]) ? params[:sort] : "id"
    User.order(Arel.sql("#{col} desc"))
  end
  def d6 # safe
    u = User.find(params[:id])
    User.where("manager_id = #{u.id}")
  end
  def d7 # safe
    u = User.find_by!(name: params[:name])
    send_file u.avatar.path
  end
  def d8 # safe
    render json: { q: params[:q] }
  end
  def d9 # safe
    render plain: params[:q]
  end
  def d10 # safe
    redirect_to user_path(params[:id])
  end
  def d11 # safe
    redirect_to "/users/#{params[:id]}"
  end
  def d12 # safe
    system("convert", params[:f], "out.png")
  end
  def d13 # safe
    `ls #{Shellwords.escape(params[:d])}`
  end
  def d14 # safe
    klass = { "a" => A, "b" => B }[params[:type]]
    klass.new
  end
  def d15 # safe
    raise "no" unless %w[a b].include?(params[:type])
    params[:type].constantize.new
  end
  def d16 # safe
    Digest::SHA256.hexdigest(params[:q]).then { |h| File.read("/srv/#{h}") }
  end
  def d17 # safe
    name = params[:name].gsub(/[^a-z0-9]/, "")
    File.read("/srv/#{name}")
  end
  def d18 # safe
    name = params[:name].parameterize
    File.read("/srv/#{name}")
  end
  def d19 # safe
    if params[:name] =~ /\A\w+\z/
      File.read("/srv/#{params[:name]}")
    end
  end
  def d20 # safe
    page = [params[:page].to_i, 1].max
    User.where("x > #{page * 10}")
  end
  def d21 # safe
    date = Date.parse(params[:d])
    User.where("d > '#{date}'")
  end
  def d22 # safe
    JSON.parse(request.body.read)
  end
  def d23 # safe
    dir = %w[asc desc].find { |d| d == params[:dir] } || "asc"
    User.order(Arel.sql("id #{dir}"))
  end
end
