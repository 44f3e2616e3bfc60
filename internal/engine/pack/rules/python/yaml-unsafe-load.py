import yaml


def read(text):
    # ruleid: python-yaml-unsafe-load
    yaml.load(text, Loader=yaml.Loader)
    # ruleid: python-yaml-unsafe-load
    yaml.load(text)
    # ruleid: python-yaml-unsafe-load
    yaml.unsafe_load(text)
    # ok: python-yaml-unsafe-load
    yaml.load(text, Loader=yaml.SafeLoader)
    # ok: python-yaml-unsafe-load
    return yaml.safe_load(text)
