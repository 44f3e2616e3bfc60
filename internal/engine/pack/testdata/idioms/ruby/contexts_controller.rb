class AController < ApplicationController
  def c1
    return if system("ls #{params[:a]}") # finds: ruby-command-injection
    a = params[:a]
    system("ls #{a}") unless a.nil? # finds: ruby-command-injection
    until system("ls #{a}") do break end # finds: ruby-command-injection
    begin
      1
    rescue StandardError
      2
    ensure
      system("ls #{a}") # finds: ruby-command-injection
    end
    x = system("ls #{a}") rescue nil # finds: ruby-command-injection
    b ||= params[:a]
    system("ls #{b}") # finds: ruby-command-injection
    c, d = params[:a], 1
    system("ls #{c}") # finds: ruby-command-injection
    e = params[:a]&.strip
    system("ls #{e}") # finds: ruby-command-injection
    [a].each do |v|
      system("ls #{v}") # finds: ruby-command-injection
    end
    pr = ->(v) { system("ls #{v}") } # finds: ruby-command-injection
    pr.call(a)
    case system("ls #{a}") when true then 1 end # finds: ruby-command-injection
    h = { k: a, **params }
    system("ls #{h[:k]}") # finds: ruby-command-injection
    t = <<~EOS
      ls #{a}
    EOS
    system(t) # finds: ruby-command-injection
    str = +"ls "
    str << a
    system(str) # finds: ruby-command-injection
    system("ls " "#{a}") # finds: ruby-command-injection
    system(["ls", a].join(" ")) # finds: ruby-command-injection
    system("ls %s" % a) # finds: ruby-command-injection
    system(format("ls %s", a)) # finds: ruby-command-injection
    a.tap { |v| system("ls #{v}") } # finds: ruby-command-injection
    puts(system("ls #{a}") ? 1 : 2) # finds: ruby-command-injection
    @v = a
    run_it
    raise system("ls #{a}").to_s # finds: ruby-command-injection
  end

  def run_it
    system("ls #{@v}") # finds: ruby-command-injection
  end

end
