import os
import stat

# ruleid: python-permissive-file-mode
os.chmod("run.sh", 0o777)
# ruleid: python-permissive-file-mode
os.chmod("run.sh", stat.S_IRUSR | stat.S_IWOTH)
# ruleid: python-permissive-file-mode
os.umask(0)
# ok: python-permissive-file-mode
os.chmod("run.sh", 0o750)
# ok: python-permissive-file-mode
os.umask(0o077)
