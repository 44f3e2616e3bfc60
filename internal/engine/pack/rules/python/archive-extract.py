import os
import tarfile
import zipfile


def unpack(path, folder):
    with tarfile.open(path) as tar:
        # ruleid: python-archive-extract
        tar.extractall(folder)
    with tarfile.open(path) as tar:
        # ok: python-archive-extract
        tar.extractall(folder, filter="data")
    with zipfile.ZipFile(path) as archive:
        for entry in archive.namelist():
            # ruleid: python-archive-extract
            with open(os.path.join(folder, entry), "wb") as out:
                out.write(archive.read(entry))
        # ok: python-archive-extract
        archive.extractall(folder)


from tarfile import TarFile


def unpack_menus(path, folder):
    with TarFile.open(path, mode="r") as menus:
        # ruleid: python-archive-extract
        menus.extractall(folder)
    with TarFile.open(path, mode="r") as menus:
        # ok: python-archive-extract
        menus.extractall(folder, filter="data")
