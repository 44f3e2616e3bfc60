-- +goose Up

-- Who is signed in to the dashboard. A session stands for a key and ends with it.
CREATE TABLE sessions (
    hash       BLOB PRIMARY KEY, -- SHA-256 of what the browser keeps
    key_id     TEXT NOT NULL REFERENCES api_keys(id),
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_expires_at ON sessions (expires_at);

-- +goose Down
DROP TABLE sessions;
