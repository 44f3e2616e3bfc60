import os
import subprocess


def convert(path, target):
    # ruleid: python-shell-from-parameter
    os.system("convert " + path)
    # ruleid: python-shell-from-parameter
    os.system(f"convert {path} out.png")
    # ruleid: python-shell-from-parameter
    subprocess.run("convert %s %s" % (path, target), shell=True)
    # ok: python-shell-from-parameter
    subprocess.run(["convert", path, target])
    # ok: python-shell-from-parameter
    os.system("convert in.png out.png")
