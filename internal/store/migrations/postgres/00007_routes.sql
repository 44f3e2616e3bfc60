-- +goose Up

-- The API description that a scan discovered is kept once, as JSON packed by gzip:
-- it can be long, and repeats itself.
ALTER TABLE scan_documents DROP COLUMN routes;
ALTER TABLE scan_documents DROP COLUMN routes_json;
ALTER TABLE scan_documents ADD COLUMN routes BYTEA NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE scan_documents DROP COLUMN routes;
ALTER TABLE scan_documents ADD COLUMN routes TEXT NOT NULL DEFAULT '';
ALTER TABLE scan_documents ADD COLUMN routes_json BYTEA NOT NULL DEFAULT '';
