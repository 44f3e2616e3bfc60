def remove(file)
  # ruleid: ruby-command-from-parameter
  `rm -rf #{file}`
end

def self.list(folder)
  # ruleid: ruby-command-from-parameter
  system("ls " + folder)
end

def safe(file)
  # ok: ruby-command-from-parameter
  system('rm', '-rf', '--', file)
  # ok: ruby-command-from-parameter
  system("rm -rf #{Shellwords.escape(file)}")
end

def run(command)
  # ok: ruby-command-from-parameter
  system(command)
end
