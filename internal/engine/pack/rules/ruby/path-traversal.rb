class FilesController < ApplicationController
  def show
    # ruleid: ruby-path-traversal
    send_file "/srv/files/#{params[:name]}"
    # ruleid: ruby-path-traversal
    send_file(Rails.root.join("files", params[:name]))
    # ruleid: ruby-path-traversal
    text = File.read("/srv/files/" + params[:name])
    # ruleid: ruby-path-traversal
    File.delete(File.join(FOLDER, params[:name]))
    # ruleid: ruby-path-traversal
    render file: params[:page]
    # ruleid: ruby-path-traversal
    render params[:template]
    # ruleid: ruby-path-traversal
    names = Dir["/srv/#{params[:folder]}/*"]
    # ok: ruby-path-traversal
    render :show, locals: { name: params[:name] }
    # ok: ruby-path-traversal
    send_file "/srv/files/#{File.basename(params[:name])}"
    # ok: ruby-path-traversal
    text = File.read("/srv/files/#{params[:id].to_i}.txt")
    # ok: ruby-path-traversal
    File.write("/srv/note.txt", params[:text])
    # ok: ruby-path-traversal
    text = File.read(params[:upload].tempfile)
  end

  def checked
    path = File.expand_path(params[:name], FOLDER)
    return head(:not_found) unless path.start_with?(FOLDER)
    # ok: ruby-path-traversal
    send_file path
  end
end

def refuse(name)
  raise ArgumentError if name.include?("..") || name.include?("/")
end

def plain
  name = params[:name]
  # ruleid: ruby-path-traversal
  send_file File.join(ROOT, name)
  refuse(name)
  # ok: ruby-path-traversal
  send_file File.join(ROOT, name)
end

def rooted
  name = params[:name]
  return unless name.start_with?("/")
  # ruleid: ruby-path-traversal
  send_file name
end
