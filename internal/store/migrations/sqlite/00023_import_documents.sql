-- +goose Up

-- The document of an import, compressed with gzip. It is staged in parts, in many short
-- transactions, before the scan exists; the transaction that creates the scan attaches it. Those
-- stored before this are in scan_parts.
CREATE TABLE import_documents (
    id           TEXT PRIMARY KEY,
    size         INTEGER NOT NULL, -- of all parts
    -- While it is staged: until when it is kept unless another part comes. 0: attached to a scan.
    -- -1: discarded. What is neither attached nor kept is deleted in batches.
    staged_until INTEGER NOT NULL
) STRICT;
CREATE INDEX import_documents_loose ON import_documents (staged_until) WHERE staged_until <> 0;

CREATE TABLE import_parts (
    document_id TEXT NOT NULL REFERENCES import_documents (id),
    number      INTEGER NOT NULL, -- from 0
    content     BLOB NOT NULL,
    PRIMARY KEY (document_id, number)
) STRICT;

ALTER TABLE scan_imports ADD COLUMN document_id TEXT; -- null: in scan_parts

-- +goose Down
INSERT INTO scan_parts (scan_id, text, number, content)
SELECT i.scan_id, 'import', p.number, p.content FROM scan_imports i JOIN import_parts p ON p.document_id = i.document_id;
ALTER TABLE scan_imports DROP COLUMN document_id;
DROP TABLE import_parts;
DROP TABLE import_documents;
