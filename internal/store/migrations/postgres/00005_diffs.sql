-- +goose Up

-- How much a scan looks at: all, or what changed since the last completed one.
ALTER TABLE scans ADD COLUMN mode TEXT NOT NULL DEFAULT 'full' CHECK (mode IN ('full', 'diff'));
-- Finds the commit of a branch that was completed last.
CREATE INDEX scans_completed_of_branch ON scans (repository_id, branch, ended_at) WHERE status = 'completed' AND kind = 'main' AND commit_sha <> '';

-- The commit in which a vulnerability was seen last on a branch. Empty: seen before
-- this was kept, or not in git.
ALTER TABLE presences ADD COLUMN commit_sha TEXT NOT NULL DEFAULT '';

-- What a scan looked at and what it did not, as JSON.
CREATE TABLE scan_coverages (
    scan_id  UUID PRIMARY KEY REFERENCES scans(id),
    coverage TEXT NOT NULL
);

-- +goose Down
DROP TABLE scan_coverages;
ALTER TABLE presences DROP COLUMN commit_sha;
DROP INDEX scans_completed_of_branch;
ALTER TABLE scans DROP COLUMN mode;
