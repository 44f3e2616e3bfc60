-- +goose Up

-- Texts of a scan that can be long, compressed with gzip and cut into parts, so that
-- nobody has to hold one in memory: the document of an import until the scan has ended
-- (import), and the API description that the scan made (routes.json, routes.yaml).
-- Those stored before this are in scan_imports.document and scan_documents.routes.
CREATE TABLE scan_parts (
    scan_id TEXT NOT NULL REFERENCES scans(id),
    text    TEXT NOT NULL,
    number  INTEGER NOT NULL, -- from 0
    content BLOB NOT NULL,
    PRIMARY KEY (scan_id, text, number)
) STRICT;

-- +goose Down
DROP TABLE scan_parts;
