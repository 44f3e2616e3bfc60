-- +goose Up

-- What another tool found, as it was sent, until the scan that records it has ended.
CREATE TABLE scan_imports (
    scan_id    UUID PRIMARY KEY REFERENCES scans(id),
    commit_sha TEXT NOT NULL,
    partial    BOOLEAN NOT NULL,
    document   BYTEA NOT NULL -- SARIF, compressed with gzip
);

-- +goose Down
DROP TABLE scan_imports;
