"""Starts the service for development; in production a server imports app."""

import os

from clinic import create_app

app = create_app()

if __name__ == "__main__":
    if os.environ.get("CLINIC_DEVELOPER"):
        app.run(host="127.0.0.1", port=5000, debug=True)  # finds: python-debug-on
    else:
        app.run(host="127.0.0.1", port=5000, debug=False)  # safe: python-debug-on
