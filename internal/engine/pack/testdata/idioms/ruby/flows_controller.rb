class CController < ApplicationController
  before_action :load_name
  def c1 # weak
    User.where("name = '" + params[:name] + "'") # finds: ruby-sql-injection
  end
  def c2 # weak
    User.find_by_sql("select * from users where name = '#{params.dig(:user, :name)}'") # finds: ruby-sql-injection
  end
  def c3 # weak
    q = "select * from users where name = '%s'" % params[:name]
    ActiveRecord::Base.connection.execute(q) # finds: ruby-sql-injection
  end
  def c4 # weak
    sql = <<~SQL
      select * from users where name = '#{params[:name]}'
    SQL
    ActiveRecord::Base.connection.select_all(sql) # finds: ruby-sql-injection
  end
  def c5 # weak
    `ls #{params[:dir]}` # finds: ruby-command-injection
  end
  def c6 # weak
    system("ls " << params[:dir]) # finds: ruby-command-injection
  end
  def c7 # weak
    IO.popen("ls #{params[:dir]}") # finds: ruby-command-injection
  end
  def c8 # weak
    user_params = params.require(:user).permit(:name)
    User.order("#{user_params[:name]} desc").where("x = #{user_params[:name]}") # finds: ruby-sql-injection
  end
  def c9 # weak
    User.where("name = #{@name}") # finds: ruby-sql-injection
  end
  def c10 # weak
    eval(params[:code]) # finds: ruby-code-injection
  end
  def c11 # weak
    render inline: "<b>#{params[:q]}</b>" # finds: ruby-template-injection
  end
  def c12 # weak
    send_file "/srv/#{params[:f]}" # finds: ruby-path-traversal
  end
  def c13 # weak
    File.read(File.join("/srv", params[:f])) # finds: ruby-path-traversal
  end
  def c14 # weak
    Marshal.load(Base64.decode64(cookies[:data])) # finds: ruby-deserialization
  end
  def c15 # weak
    YAML.unsafe_load(request.body.read) # finds: ruby-deserialization
  end
  def c16 # weak
    params[:type].constantize.new # finds: ruby-code-injection
  end
  def c17 # weak
    @user.send(params[:method]) # finds: ruby-code-injection
  end
  def c18 # weak
    HTTParty.get("http://#{params[:host]}/x") # finds: ruby-ssrf
  end
  def c19 # weak
    User.update_all("name = '#{params[:name]}'") # finds: ruby-sql-injection
  end
  def c20 # weak
    User.joins("left join x on x.id = #{params[:id]}") # finds: ruby-sql-injection
  end
  def c21 # weak
    params.each { |k, v| User.where("#{k} = 1") } # finds: ruby-sql-injection
  end
  def c22 # weak
    redirect_to(params[:return_to] || root_path, allow_other_host: true) # finds: ruby-open-redirect
  end
  def c23 # weak
    name = params.fetch(:name) { "x" }
    Open3.capture2("id #{name}") # finds: ruby-command-injection
  end
  private

  def load_name
    @name = params[:name]
  end
end
