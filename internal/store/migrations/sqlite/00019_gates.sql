-- +goose Up

-- What a scan recorded for its gate, as JSON: how many vulnerabilities are new, persist, or are
-- fixed, and what was not examined whole. Empty for scans of earlier versions, whose coverage
-- does not tell what is incomplete from what is excluded: their gate is unknown.
ALTER TABLE scan_coverages ADD COLUMN gate TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE scan_coverages DROP COLUMN gate;
