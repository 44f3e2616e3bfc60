class UsersController < ApplicationController
  COLUMNS = { "n" => "name", "a" => "age" }.freeze

  def index
    # ruleid: ruby-sql-injection
    @users = User.where("name = '#{params[:name]}'")
    # ruleid: ruby-sql-injection
    @users = User.where("id = " + params[:id])
    # ruleid: ruby-sql-injection
    @users = User.order("#{params[:sort]} DESC")
    # ruleid: ruby-sql-injection
    @users = User.find_by_sql("SELECT * FROM users WHERE name = '#{params[:name]}'")
    # ruleid: ruby-sql-injection
    @users = User.joins("LEFT JOIN teams ON teams.name = '#{cookies[:team]}'")
    # ruleid: ruby-sql-injection
    ActiveRecord::Base.connection.execute("DELETE FROM users WHERE id = #{params[:id]}")
    # ruleid: ruby-sql-injection
    @users = User.order(Arel.sql(params[:sort]))
    # ruleid: ruby-sql-injection
    @users = User.where(["name = '#{params[:name]}'"])
    # ok: ruby-sql-injection
    @users = User.where(name: params[:name])
    # ok: ruby-sql-injection
    @users = User.where("name = ?", params[:name])
    # ok: ruby-sql-injection
    @users = User.where("age > #{params[:age].to_i}")
    # ok: ruby-sql-injection
    @users = User.order(COLUMNS[params[:sort]])
    # ok: ruby-sql-injection
    @users = User.where("name = #{ActiveRecord::Base.connection.quote(params[:name])}")
    # ok: ruby-sql-injection
    @user = User.find(params[:id])
  end

  def sorted
    column = params[:sort]
    column = "name" unless %w[name age].include?(column)
    # ok: ruby-sql-injection
    @users = User.order("#{column} ASC")
  end

  def search
    find(params[:q])
  end

  private

  def find(q)
    # ruleid: ruby-sql-injection
    User.where("title LIKE '%#{q}%'")
  end
end

get "/users" do
  # ruleid: ruby-sql-injection
  db.execute("SELECT * FROM users WHERE name = '#{params['name']}'")
  # ok: ruby-sql-injection
  db.execute("SELECT * FROM users WHERE name = ?", params["name"])
end

class DevicesController < ApplicationController
  def create
    # ok: ruby-sql-injection
    NotifyMailer.with(params).resolved.deliver_now
    # ok: ruby-sql-injection
    Device.find_by(device_params)
    # ok: ruby-sql-injection
    Note.comments(params[:id]).or(Note.mentions(params[:id]))
    # ruleid: ruby-sql-injection
    Device.find_by("name = '#{params[:name]}'")
  end

  private

  def device_params
    { user_id: params[:id], token: params[:token] }
  end
end

def form
  # ok: ruby-sql-injection
  f.select(options_for_select(%w[Open Done], params[:status]))
  # ok: ruby-sql-injection
  Device.find_or_create_by(device_params)
end
