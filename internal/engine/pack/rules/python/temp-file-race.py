import tempfile

# ruleid: python-temp-file-race
path = tempfile.mktemp(suffix=".csv")
# ok: python-temp-file-race
handle, path = tempfile.mkstemp()
# ok: python-temp-file-race
file = tempfile.NamedTemporaryFile()
