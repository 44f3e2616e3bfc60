-- +goose Up

-- Why a scan failed, for people; and when its commit was made.
ALTER TABLE scans ADD COLUMN failure TEXT NOT NULL DEFAULT '';
ALTER TABLE scans ADD COLUMN committed_at INTEGER NOT NULL DEFAULT 0;

-- Who carries out a running scan, and until when that holds unless it is renewed.
-- A worker that was lost does not renew it, and one that comes back finds that the
-- lease is another's.
ALTER TABLE scans ADD COLUMN lease TEXT NOT NULL DEFAULT '';
ALTER TABLE scans ADD COLUMN leased_until INTEGER NOT NULL DEFAULT 0;
CREATE INDEX scans_running ON scans (leased_until) WHERE status = 'running';

-- On which branches a vulnerability is present: where the last scan that looked
-- for it saw it. It is fixed once it is present on none.
CREATE TABLE presences (
    vulnerability_id TEXT NOT NULL REFERENCES vulnerabilities(id),
    branch           TEXT NOT NULL,
    committed_at     INTEGER NOT NULL, -- of the commit in which it was seen last
    PRIMARY KEY (vulnerability_id, branch)
) STRICT, WITHOUT ROWID;

-- What a detector knows of a vulnerability beyond the contract's record, as JSON:
-- place, snippet, rule, remediation, trace.
CREATE TABLE evidence (
    vulnerability_id TEXT PRIMARY KEY REFERENCES vulnerabilities(id),
    detector         TEXT NOT NULL,
    rule             TEXT NOT NULL,
    finding          TEXT NOT NULL
) STRICT;

-- What the service knows about itself, such as keys it made.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;

-- +goose Down
DROP TABLE settings;
DROP TABLE evidence;
DROP TABLE presences;
DROP INDEX scans_running;
ALTER TABLE scans DROP COLUMN leased_until;
ALTER TABLE scans DROP COLUMN lease;
ALTER TABLE scans DROP COLUMN committed_at;
ALTER TABLE scans DROP COLUMN failure;
