class FilesController < ApplicationController
  FOLDER = Rails.root.join("storage/files")

  def raw
    send_file FOLDER.join(params[:name]) # finds: ruby-path-traversal
  end

  def show
    send_file FOLDER.join(File.basename(params[:name])) # safe: ruby-path-traversal
  end

  def text
    render plain: File.read("/var/lib/shelf/#{params[:name]}") # finds: ruby-path-traversal
  end

  def restore
    @basket = Marshal.load(Base64.decode64(params[:basket])) # finds: ruby-deserialization
    render json: @basket
  end

  def read
    @basket = JSON.parse(params[:basket]) # safe: ruby-deserialization
    render json: @basket
  end
end
