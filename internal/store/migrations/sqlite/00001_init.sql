-- +goose Up

-- Times are microseconds since 1970 in UTC, and 0 where there is none yet: a sort
-- over them then needs no special case for NULL. Scores are tenths (98 is 9.8).

CREATE TABLE teams (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id           TEXT PRIMARY KEY,
    team_id      TEXT NOT NULL REFERENCES teams(id),
    name         TEXT NOT NULL,
    prefix       TEXT NOT NULL,
    hash         BLOB NOT NULL UNIQUE, -- SHA-256 of the secret, which is kept nowhere
    permissions  TEXT NOT NULL,        -- separated by spaces
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL DEFAULT 0,
    revoked_at   INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX api_keys_by_created_at ON api_keys (team_id, created_at, id);

CREATE TABLE repositories (
    id               TEXT PRIMARY KEY,
    team_id          TEXT NOT NULL REFERENCES teams(id),
    provider         TEXT NOT NULL CHECK (provider IN ('github', 'gitlab', 'zip')),
    full_name        TEXT NOT NULL,
    folded_name      TEXT NOT NULL, -- full_name as it is compared
    default_branch   TEXT NOT NULL,
    web_url          TEXT NOT NULL,
    fail_on_severity TEXT NOT NULL DEFAULT '' CHECK (fail_on_severity IN ('', 'critical', 'high', 'medium', 'low')),
    created_at       INTEGER NOT NULL,
    last_scan_at     INTEGER NOT NULL DEFAULT 0,
    -- Counts are changed in the transaction that changes what they count.
    scan_count       INTEGER NOT NULL DEFAULT 0,
    open_critical    INTEGER NOT NULL DEFAULT 0,
    open_high        INTEGER NOT NULL DEFAULT 0,
    open_medium      INTEGER NOT NULL DEFAULT 0,
    open_low         INTEGER NOT NULL DEFAULT 0,
    UNIQUE (team_id, folded_name, provider),
    UNIQUE (id, team_id) -- for references that hold the team as well
) STRICT;
CREATE INDEX repositories_by_created_at ON repositories (team_id, created_at, id);
CREATE INDEX repositories_by_full_name ON repositories (team_id, full_name, id);
CREATE INDEX repositories_by_last_scan_at ON repositories (team_id, last_scan_at, id);

CREATE TABLE scans (
    id              TEXT PRIMARY KEY,
    team_id         TEXT NOT NULL REFERENCES teams(id),
    repository_id   TEXT NOT NULL,
    name            TEXT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'canceled')),
    progress        INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    language        TEXT NOT NULL DEFAULT '',
    kind            TEXT NOT NULL CHECK (kind IN ('main', 'pr', 'fix')),
    branch          TEXT NOT NULL,
    follows_default INTEGER NOT NULL,
    commit_sha      TEXT NOT NULL DEFAULT '',
    pull_request    INTEGER NOT NULL DEFAULT 0,
    model           TEXT NOT NULL DEFAULT '',
    created_at      INTEGER NOT NULL,
    ended_at        INTEGER NOT NULL DEFAULT 0,
    found_critical  INTEGER NOT NULL DEFAULT 0,
    found_high      INTEGER NOT NULL DEFAULT 0,
    found_medium    INTEGER NOT NULL DEFAULT 0,
    found_low       INTEGER NOT NULL DEFAULT 0,
    UNIQUE (id, team_id),
    FOREIGN KEY (repository_id, team_id) REFERENCES repositories (id, team_id)
) STRICT;
CREATE INDEX scans_by_created_at ON scans (team_id, created_at, id);
CREATE INDEX scans_by_ended_at ON scans (team_id, ended_at, id);
CREATE INDEX scans_by_name ON scans (team_id, name, id);
CREATE INDEX scans_by_status_created_at ON scans (team_id, status, created_at, id);
CREATE INDEX scans_by_status_ended_at ON scans (team_id, status, ended_at, id);
CREATE INDEX scans_by_status_name ON scans (team_id, status, name, id);
CREATE INDEX scans_of_repository_by_created_at ON scans (repository_id, created_at, id);
CREATE INDEX scans_of_repository_by_ended_at ON scans (repository_id, ended_at, id);
CREATE INDEX scans_of_repository_by_name ON scans (repository_id, name, id);
CREATE INDEX scans_of_repository_by_status_created_at ON scans (repository_id, status, created_at, id);
CREATE INDEX scans_of_repository_by_status_ended_at ON scans (repository_id, status, ended_at, id);
CREATE INDEX scans_of_repository_by_status_name ON scans (repository_id, status, name, id);
-- The scans of one pull request are few: they are sorted when asked for.
CREATE INDEX scans_by_pull_request ON scans (team_id, pull_request) WHERE pull_request > 0;

-- What a scan wrote about a repository, apart from the vulnerabilities.
CREATE TABLE scan_documents (
    scan_id       TEXT PRIMARY KEY REFERENCES scans(id),
    routes_format TEXT NOT NULL CHECK (routes_format IN ('', 'json', 'yaml')),
    routes        TEXT NOT NULL,
    routes_json   BLOB NOT NULL,
    wiki          TEXT NOT NULL
) STRICT;

CREATE TABLE vulnerabilities (
    id            TEXT PRIMARY KEY,
    team_id       TEXT NOT NULL REFERENCES teams(id),
    repository_id TEXT NOT NULL,
    scan_id       TEXT NOT NULL, -- the latest that saw it; in no index, so a rescan touches none
    fingerprint   TEXT NOT NULL,
    status        TEXT NOT NULL CHECK (status IN ('open', 'in_progress', 'fixed', 'false_positive', 'accepted_risk')),
    severity      INTEGER NOT NULL CHECK (severity BETWEEN 0 AND 100),
    level         INTEGER NOT NULL GENERATED ALWAYS AS
                  (CASE WHEN severity >= 90 THEN 0 WHEN severity >= 70 THEN 1 WHEN severity >= 40 THEN 2 ELSE 3 END) STORED,
    cvss_vector   TEXT NOT NULL,
    confidence    INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 100),
    type          TEXT NOT NULL,
    cwe           TEXT NOT NULL,
    title         TEXT NOT NULL,
    description   TEXT NOT NULL,
    file_path     TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (repository_id, fingerprint),
    FOREIGN KEY (repository_id, team_id) REFERENCES repositories (id, team_id),
    FOREIGN KEY (scan_id, team_id) REFERENCES scans (id, team_id)
) STRICT;
-- An index for each sort, alone and behind each filter. A filter with several
-- values is read as one branch for each of them (see plan.go); so is a filter that
-- is not given but stands in front of one that is: a list filtered by level alone
-- is read as five branches, one for each status. level at the end of an index is
-- only tested there, which spares reading the row.
CREATE INDEX vulnerabilities_by_created_at ON vulnerabilities (team_id, created_at, id);
CREATE INDEX vulnerabilities_by_severity ON vulnerabilities (team_id, severity, id);
CREATE INDEX vulnerabilities_by_confidence ON vulnerabilities (team_id, confidence, id);
CREATE INDEX vulnerabilities_by_status_created_at ON vulnerabilities (team_id, status, level, created_at, id);
CREATE INDEX vulnerabilities_by_status_severity ON vulnerabilities (team_id, status, severity, id);
CREATE INDEX vulnerabilities_by_status_confidence ON vulnerabilities (team_id, status, level, confidence, id);
CREATE INDEX vulnerabilities_of_repository_by_created_at ON vulnerabilities (repository_id, created_at, id);
CREATE INDEX vulnerabilities_of_repository_by_severity ON vulnerabilities (repository_id, severity, id);
CREATE INDEX vulnerabilities_of_repository_by_confidence ON vulnerabilities (repository_id, confidence, id);
CREATE INDEX vulnerabilities_of_repository_by_status_created_at ON vulnerabilities (repository_id, status, level, created_at, id);
CREATE INDEX vulnerabilities_of_repository_by_status_severity ON vulnerabilities (repository_id, status, severity, id);
CREATE INDEX vulnerabilities_of_repository_by_status_confidence ON vulnerabilities (repository_id, status, level, confidence, id);
CREATE INDEX vulnerabilities_by_type_created_at ON vulnerabilities (team_id, type, status, created_at, id, level);
CREATE INDEX vulnerabilities_by_type_severity ON vulnerabilities (team_id, type, status, severity, id, level);
CREATE INDEX vulnerabilities_by_type_confidence ON vulnerabilities (team_id, type, status, confidence, id, level);
CREATE INDEX vulnerabilities_by_cwe_created_at ON vulnerabilities (team_id, cwe, status, created_at, id, level);
CREATE INDEX vulnerabilities_by_cwe_severity ON vulnerabilities (team_id, cwe, status, severity, id, level);
CREATE INDEX vulnerabilities_by_cwe_confidence ON vulnerabilities (team_id, cwe, status, confidence, id, level);

-- Which scan saw which vulnerability, with the sort keys it had then, so that
-- the findings of a scan can be paged without reading them all.
CREATE TABLE sightings (
    scan_id          TEXT NOT NULL,
    vulnerability_id TEXT NOT NULL REFERENCES vulnerabilities(id),
    team_id          TEXT NOT NULL,
    pull_request     INTEGER NOT NULL DEFAULT 0,
    created_at       INTEGER NOT NULL,
    severity         INTEGER NOT NULL,
    confidence       INTEGER NOT NULL,
    PRIMARY KEY (scan_id, vulnerability_id),
    FOREIGN KEY (scan_id, team_id) REFERENCES scans (id, team_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sightings_by_created_at ON sightings (scan_id, created_at, vulnerability_id);
CREATE INDEX sightings_by_severity ON sightings (scan_id, severity, vulnerability_id);
CREATE INDEX sightings_by_confidence ON sightings (scan_id, confidence, vulnerability_id);
CREATE INDEX sightings_by_pull_request ON sightings (team_id, pull_request, vulnerability_id) WHERE pull_request > 0;

-- The history of a vulnerability: one row for each decision.
CREATE TABLE changes (
    id               TEXT PRIMARY KEY,
    vulnerability_id TEXT NOT NULL REFERENCES vulnerabilities(id),
    action           TEXT NOT NULL,
    status_before    TEXT NOT NULL,
    status_after     TEXT NOT NULL,
    reason           TEXT NOT NULL,
    actor            TEXT NOT NULL,
    created_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_by_created_at ON changes (vulnerability_id, created_at, id);

-- What happened, with the bytes that every delivery of it will carry.
CREATE TABLE events (
    id         TEXT PRIMARY KEY,
    team_id    TEXT NOT NULL REFERENCES teams(id),
    type       TEXT NOT NULL,
    payload    BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX events_by_created_at ON events (team_id, created_at, id);

-- The answers to requests that carried an Idempotency-Key. hash covers the
-- team, method, path and key; request covers the query and the body.
CREATE TABLE idempotency_keys (
    hash       BLOB PRIMARY KEY,
    request    BLOB NOT NULL,
    status     INTEGER NOT NULL,
    body       BLOB NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idempotency_keys_by_created_at ON idempotency_keys (created_at);

-- +goose Down
DROP TABLE idempotency_keys;
DROP TABLE events;
DROP TABLE changes;
DROP TABLE sightings;
DROP TABLE vulnerabilities;
DROP TABLE scan_documents;
DROP TABLE scans;
DROP TABLE repositories;
DROP TABLE api_keys;
DROP TABLE teams;
