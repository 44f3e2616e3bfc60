def import
  # ruleid: ruby-deserialization
  data = Marshal.load(Base64.decode64(params[:data]))
  # ruleid: ruby-deserialization
  data = YAML.load(params[:yaml])
  # ruleid: ruby-deserialization
  data = YAML.unsafe_load(request.body.read)
  # ruleid: ruby-deserialization
  data = Marshal.load(cookies[:cart])
  # ruleid: ruby-deserialization
  data = Oj.load(params[:json], mode: :object)
  # ok: ruby-deserialization
  data = JSON.parse(params[:data])
  # ok: ruby-deserialization
  data = YAML.safe_load(params[:yaml])
  # ok: ruby-deserialization
  data = YAML.load(params[:yaml], permitted_classes: [Date])
  # ok: ruby-deserialization
  data = YAML.load(File.read("config.yml"))
  # ok: ruby-deserialization
  data = Oj.load(params[:json], mode: :strict)
end
