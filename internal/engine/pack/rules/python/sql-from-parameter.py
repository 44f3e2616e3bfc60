def find(db, name):
    query = f"SELECT * FROM users WHERE name = '{name}'"
    # ruleid: python-sql-from-parameter
    return db.execute(query)


def find_joined(db, name: str):
    # ruleid: python-sql-from-parameter
    return db.execute("SELECT * FROM users WHERE name = '" + name + "'")


def find_formatted(db, name, kind):
    # ruleid: python-sql-from-parameter
    db.execute("SELECT * FROM users WHERE kind = '%s' AND name = '%s'" % (kind, name))
    # ruleid: python-sql-from-parameter
    return db.execute("SELECT * FROM users WHERE name = '{}'".format(name))


def find_safely(db, name, table):
    # ok: python-sql-from-parameter
    db.execute(f"SELECT count(*) FROM {table}")
    # ok: python-sql-from-parameter
    return db.execute("SELECT * FROM users WHERE name = ?", (name,))


def run(db, sql):
    # ok: python-sql-from-parameter
    return db.execute(sql)


def count(db, number: int):
    # ok: python-sql-from-parameter
    return db.execute(f"SELECT * FROM users WHERE id = {number}")
