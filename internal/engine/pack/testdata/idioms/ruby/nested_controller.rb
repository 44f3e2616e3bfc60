class AController < ApplicationController
  def a
    n = Integer(`wc -l #{params[:f]}`) # finds: ruby-command-injection
    m = User.where("name = '#{params[:n]}'").count == 0 # finds: ruby-sql-injection
    k = User.find_by_sql("select * from u where n = '#{params[:n]}'").size # finds: ruby-sql-injection
  end
end
