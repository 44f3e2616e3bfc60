-- +goose Up

-- The result of a scan that is too large to be recorded in one transaction, at most one
-- for each repository. It is staged first. Once it is decided, it is applied step by
-- step, by whoever comes, and the scan can neither be canceled nor fail.
CREATE TABLE recordings (
    lease         TEXT PRIMARY KEY, -- of the scan, held by the worker that stages it
    scan_id       TEXT NOT NULL UNIQUE,
    team_id       TEXT NOT NULL,
    repository_id TEXT NOT NULL UNIQUE,
    steps         INTEGER NOT NULL DEFAULT 0, -- how many were staged
    decided       INTEGER NOT NULL DEFAULT false,
    FOREIGN KEY (scan_id, team_id) REFERENCES scans (id, team_id),
    FOREIGN KEY (repository_id, team_id) REFERENCES repositories (id, team_id)
) STRICT;

-- The steps that are not applied yet. Whoever applies one deletes it in the same transaction.
CREATE TABLE recording_steps (
    lease   TEXT NOT NULL,
    number  INTEGER NOT NULL,
    content BLOB NOT NULL, -- JSON, compressed with gzip
    PRIMARY KEY (lease, number)
) STRICT;

-- Whether the recording of a running scan is decided.
ALTER TABLE scans ADD COLUMN decided INTEGER NOT NULL DEFAULT false;

-- Decisions about more vulnerabilities than one transaction should change. done counts
-- those of ids that were triaged; whoever triages the next ones raises it in the same
-- transaction.
CREATE TABLE triage_jobs (
    id         TEXT PRIMARY KEY,
    team_id    TEXT NOT NULL REFERENCES teams(id),
    action     TEXT NOT NULL,
    reason     TEXT NOT NULL,
    actor      TEXT NOT NULL,
    ids        TEXT NOT NULL, -- separated by spaces; empty once all is done
    total      INTEGER NOT NULL,
    done       INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX triage_jobs_waiting ON triage_jobs (team_id, id) WHERE ended_at = 0;
CREATE INDEX triage_jobs_ended ON triage_jobs (ended_at) WHERE ended_at > 0;

-- +goose Down
DROP TABLE triage_jobs;
ALTER TABLE scans DROP COLUMN decided;
DROP TABLE recording_steps;
DROP TABLE recordings;
