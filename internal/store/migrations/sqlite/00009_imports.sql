-- +goose Up

-- What another tool found, as it was sent, until the scan that records it has ended.
CREATE TABLE scan_imports (
    scan_id    TEXT PRIMARY KEY REFERENCES scans(id),
    commit_sha TEXT NOT NULL,
    partial    INTEGER NOT NULL,
    document   BLOB NOT NULL -- SARIF, compressed with gzip
) STRICT;

-- +goose Down
DROP TABLE scan_imports;
