import tarfile
import tempfile


def unpack(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder)  # finds: python-archive-extract


def unpack_checked(name, folder):
    with tarfile.open(name) as archive:
        archive.extractall(folder, filter="data")  # safe: python-archive-extract


def scratch():
    return tempfile.mktemp(suffix=".pdf")  # finds: python-temp-file-race


def scratch_file():
    return tempfile.NamedTemporaryFile(suffix=".pdf")  # safe: python-temp-file-race
