COLUMNS = {"name", "price"}

def column(name):
    if name not in COLUMNS:
        raise ValueError(name)
    return name

def is_column(name):
    return name in COLUMNS

def number(text):
    return int(text)
