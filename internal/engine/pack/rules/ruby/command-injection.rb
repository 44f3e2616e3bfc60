def ping
  host = params[:host]
  # ruleid: ruby-command-injection
  system("ping -c 4 #{host}")
  # ruleid: ruby-command-injection
  out = `nslookup #{host}`
  # ruleid: ruby-command-injection
  out = %x(dig #{params[:name]})
  # ruleid: ruby-command-injection
  IO.popen("whois " + host)
  # ruleid: ruby-command-injection
  out, status = Open3.capture2("convert #{params[:file]} out.png")
  # ruleid: ruby-command-injection
  exec(params[:tool])
  # ok: ruby-command-injection
  system("ping", "-c", "4", host)
  # ok: ruby-command-injection
  system("ping -c 4 #{Shellwords.escape(host)}")
  # ok: ruby-command-injection
  out = `head -n #{params[:lines].to_i} /srv/news`
  # ok: ruby-command-injection
  out, status = Open3.capture2("convert", params[:file], "out.png")
  # ruleid: ruby-command-injection
  system({ "LANG" => "C" }, "ping -c 4 #{host}")
  # ruleid: ruby-command-injection
  IO.popen(["sh", "-c", "ping -c 4 #{host}"])
  # ok: ruby-command-injection
  IO.popen(["ping", "-c", "4", host], "r") { |io| io.read }
  # ok: ruby-command-injection
  exec(*["ping", "-c", "4", host])
  # ok: ruby-command-injection
  system({ "LANG" => "C" }, "ping", "-c", "4", host)
  # ok: ruby-command-injection
  system("ls /srv")
end
