require 'sinatra'
get '/x/:d' do
  `ls #{params[:d]}` # finds: ruby-command-injection
  `ls #{params['d']}` # finds: ruby-command-injection
end
post '/y' do
  data = JSON.parse(request.body.read)
  system("ls #{data['d']}") # finds: ruby-command-injection
end
class Api < Grape::API
  get :x do
    system("ls #{params[:d]}") # finds: ruby-command-injection
  end
end
class App < Roda
  route do |r|
    r.get('x') { system("ls #{r.params['d']}") } # finds: ruby-command-injection
  end
end
class RackApp
  def call(env)
    req = Rack::Request.new(env)
    system("ls #{req.params['d']}") # finds: ruby-command-injection
    system("ls #{env['QUERY_STRING']}") # finds: ruby-command-injection
    [200, {}, []]
  end
end
class Job < ApplicationJob
  def perform(d)
    system("ls #{d}") # finds: ruby-command-from-parameter
  end
end
class ChatChannel < ApplicationCable::Channel
  def speak(data)
    system("ls #{data['d']}") # finds: ruby-command-injection
  end
end
module Mutations
  class Run < BaseMutation
    argument :dir, String, required: true
    def resolve(dir:)
      system("ls #{dir}") # finds: ruby-command-injection
    end
  end
end
