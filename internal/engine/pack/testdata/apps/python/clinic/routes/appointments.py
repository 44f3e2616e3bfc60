from flask import Blueprint, jsonify, request

from clinic import database

bp = Blueprint("appointments", __name__, url_prefix="/appointments")


class Booking:
    def __init__(self, patient, day, note):
        self.patient = patient
        self.day = day
        self.note = note


def read_booking():
    body = request.get_json()
    return Booking(int(body["patient"]), body["day"], body.get("note", ""))


@bp.post("")
def book():
    booking = read_booking()
    db = database.connection()
    db.execute(
        "INSERT INTO appointments (patient, day, note) VALUES (?, ?, ?)",  # safe: python-sql-injection
        (booking.patient, booking.day, booking.note),
    )
    db.execute(f"UPDATE patients SET last = '{booking.day}' WHERE id = {booking.patient}")  # finds: python-sql-injection
    return jsonify({"booked": True}), 201


@bp.get("/<int:patient>")
def of_patient(patient):
    return jsonify(database.appointments_of(patient))


@bp.delete("/<number>")
def cancel(number):
    db = database.connection()
    db.execute("DELETE FROM appointments WHERE id = %s" % number)  # finds: python-sql-injection
    return "", 204


@bp.put("/<int:number>")
def move(number):
    db = database.connection()
    db.execute("UPDATE appointments SET day = ? WHERE id = %d" % number, (request.json["day"],))  # safe: python-sql-injection
    return "", 204
