# ruleid: ruby-permissive-file-mode
FileUtils.chmod 0777, path
# ruleid: ruby-permissive-file-mode
File.chmod(0o666, path)
# ruleid: ruby-permissive-file-mode
FileUtils.chmod_R 'a+rw', path

# ok: ruby-permissive-file-mode
FileUtils.chmod 0755, path
# ok: ruby-permissive-file-mode
File.chmod(0o600, path)
# ok: ruby-permissive-file-mode
FileUtils.chmod 'u+w', path
# ok: ruby-permissive-file-mode
FileUtils.chmod 01777, shared # with the sticky bit, as /tmp has it
