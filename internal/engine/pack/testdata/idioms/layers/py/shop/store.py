import sqlite3
db = sqlite3.connect("shop.db")

def by_name(name):
    return db.execute(f"select * from items where name = '{name}'").fetchall()  # finds: python-sql-injection

def ordered(column):
    return db.execute(f"select * from items order by {column}").fetchall()

def ordered2(column):
    return db.execute(f"select * from items where 1 order by {column}").fetchall()

def page(n):
    return db.execute(f"select * from items limit 10 offset {n * 10}").fetchall()

class Items:
    def __init__(self, table):
        self.table = table

    def where(self, text):
        return db.execute("select * from " + self.table + " where " + text).fetchall()  # finds: python-sql-injection
