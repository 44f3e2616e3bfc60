import hashlib, hmac, logging, os, random, re, secrets, sqlite3, ssl, subprocess, tempfile
from datetime import datetime, timedelta
from pathlib import Path
import jwt, requests, yaml
from flask import Flask, abort, jsonify, redirect, render_template, request, send_from_directory, session, url_for
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config.update(SECRET_KEY=os.environ["SECRET_KEY"], SESSION_COOKIE_SECURE=True, SESSION_COOKIE_HTTPONLY=True, MAX_CONTENT_LENGTH=1 << 20)
log = logging.getLogger(__name__)
UPLOADS = Path("/srv/uploads")
PASSWORD_RESET_URL = "/reset-password"
DEFAULT_PASSWORD_LENGTH = 16
TOKEN_TTL = timedelta(hours=1)

def db():
    c = sqlite3.connect(os.environ.get("DB", "app.db"))
    c.row_factory = sqlite3.Row
    return c

def cache_key(url): return hashlib.md5(url.encode(), usedforsecurity=False).hexdigest()
def checksum(path): return hashlib.sha256(Path(path).read_bytes()).hexdigest()
def backoff(n): return min(60, 2 ** n + random.random())

@app.post("/login")
def login():
    user = db().execute("select * from users where email = ?", (request.form["email"],)).fetchone()
    if user is None or not check_password_hash(user["hash"], request.form["password"]):
        log.warning("failed login")
        abort(401)
    session.clear()
    session["user"] = user["id"]
    return redirect(url_for("home"))

@app.get("/")
def home():
    q = request.args.get("q", "")
    rows = db().execute("select * from items where name like ? order by id limit 20", (f"%{q}%",)).fetchall()
    return render_template("home.html", rows=rows, q=q)

@app.get("/items/<int:item_id>")
def item(item_id):
    row = db().execute("select * from items where id = ?", (item_id,)).fetchone() or abort(404)
    return jsonify(dict(row))

@app.get("/files/<path:name>")
def files(name):
    return send_from_directory(UPLOADS, name)

@app.post("/upload")
def upload():
    f = request.files["file"]
    name = f"{secrets.token_hex(8)}-{secure_filename(f.filename)}"
    f.save(UPLOADS / name)
    subprocess.run(["clamscan", "--no-summary", str(UPLOADS / name)], check=True, timeout=60)
    return {"name": name}, 201

@app.post("/hook")
def hook():
    mac = hmac.new(os.environ["HOOK_KEY"].encode(), request.data, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(mac, request.headers.get("X-Signature", "")):
        abort(403)
    return "", 204

def token(user_id):
    return jwt.encode({"sub": user_id, "exp": datetime.utcnow() + TOKEN_TTL}, os.environ["JWT_KEY"], algorithm="HS256")

def user_of(t):
    return jwt.decode(t, os.environ["JWT_KEY"], algorithms=["HS256"])["sub"]

def settings():
    with open("settings.yaml") as f:
        return yaml.safe_load(f)

def fetch_feed():
    r = requests.get("https://feeds.example.com/all", timeout=5)
    r.raise_for_status()
    return r.json()

def tls():
    c = ssl.create_default_context()
    c.minimum_version = ssl.TLSVersion.TLSv1_2
    return c

def scratch():
    with tempfile.NamedTemporaryFile(suffix=".txt") as f:
        f.write(b"x")

if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", 5000)))
