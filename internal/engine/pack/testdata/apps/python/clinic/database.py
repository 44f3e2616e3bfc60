import sqlite3

from flask import current_app, g


def connection():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"])
        g.db.row_factory = sqlite3.Row
    return g.db


def patients_named(name):
    db = connection()
    return db.execute("SELECT id, name FROM patients WHERE name LIKE '%" + name + "%'").fetchall()  # finds: python-sql-injection


def patients_born(day):
    db = connection()
    return db.execute("SELECT id, name FROM patients WHERE born = ?", (day,)).fetchall()  # safe: python-sql-injection


def appointments_of(patient):
    rows = connection().execute("SELECT id, day, doctor FROM appointments WHERE patient = ? ORDER BY day", (patient,))
    return [dict(row) for row in rows]


def count(table):
    if table not in ("patients", "appointments", "documents"):
        raise ValueError(table)
    return connection().execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # safe: python-sql-injection
