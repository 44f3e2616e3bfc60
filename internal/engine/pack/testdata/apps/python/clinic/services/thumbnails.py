import shlex
import subprocess


def convert(name, size):
    # Both come from a form, see routes/documents.py.
    subprocess.run("convert " + name + " -resize " + size + " out.png", shell=True, check=True)  # finds: python-command-injection


def convert_quoted(name, size):
    subprocess.run("convert " + shlex.quote(name) + " -resize 200 out.png", shell=True, check=True)  # safe: python-command-injection


def convert_list(name, size):
    subprocess.run(["convert", "--", name, "-resize", size, "out.png"], check=True)  # safe: python-command-injection
