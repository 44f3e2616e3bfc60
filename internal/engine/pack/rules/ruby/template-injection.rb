def hello
  # ruleid: ruby-template-injection
  ERB.new(params[:template]).result(binding)
  # ruleid: ruby-template-injection
  render inline: "Hello #{params[:name]}"
  # ok: ruby-template-injection
  render inline: "Hello <%= name %>", locals: { name: params[:name] }
  # ok: ruby-template-injection
  ERB.new(File.read("hello.erb")).result(binding)
end
