-- +goose Up

CREATE TABLE schedules (
    id              TEXT PRIMARY KEY,
    team_id         TEXT NOT NULL REFERENCES teams(id),
    name            TEXT NOT NULL,
    repository_ids  TEXT NOT NULL, -- separated by spaces; one of them may be gone by now
    branch          TEXT NOT NULL, -- empty: each repository's default branch
    cron_expression TEXT NOT NULL,
    timezone        TEXT NOT NULL, -- empty: UTC
    scan_mode       TEXT NOT NULL CHECK (scan_mode IN ('full', 'diff')),
    model           TEXT NOT NULL,
    next_run_at     INTEGER NOT NULL, -- 0: it is not active
    last_run_at     INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    revision        INTEGER NOT NULL DEFAULT 0 -- one more with each change, runs included: a change to an older one changes nothing
) STRICT;
CREATE INDEX schedules_by_created_at ON schedules (team_id, created_at, id);
CREATE INDEX schedules_by_name ON schedules (team_id, name, id);
CREATE INDEX schedules_by_next_run_at ON schedules (team_id, next_run_at, id);
CREATE INDEX schedules_due ON schedules (next_run_at, id) WHERE next_run_at > 0;

-- The connection of a team to its GitLab instance.
CREATE TABLE gitlab_integrations (
    team_id           TEXT PRIMARY KEY REFERENCES teams(id),
    instance_url      TEXT NOT NULL,
    sealed_token      TEXT NOT NULL,
    accepted          INTEGER NOT NULL, -- by GitLab, when it was last asked
    token_expires_at  INTEGER NOT NULL,
    last_validated_at INTEGER NOT NULL, -- when GitLab last accepted the token
    checked_at        INTEGER NOT NULL -- when GitLab was last asked
) STRICT;
CREATE INDEX gitlab_integrations_by_checked_at ON gitlab_integrations (checked_at, team_id);
CREATE INDEX repositories_on_gitlab ON repositories (team_id) WHERE provider = 'gitlab';

-- Published scanner images. A channel is what has releases.
CREATE TABLE releases (
    id              TEXT PRIMARY KEY,
    channel         TEXT NOT NULL,
    version         TEXT NOT NULL,
    scanner_version TEXT NOT NULL,
    git_sha         TEXT NOT NULL,
    image_uri       TEXT NOT NULL,
    image_digest    TEXT NOT NULL,
    notes           TEXT NOT NULL,
    pushed_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX releases_by_pushed_at ON releases (channel, pushed_at, id);
CREATE INDEX releases_by_version ON releases (channel, version, pushed_at, id);
CREATE INDEX releases_by_scanner_version ON releases (channel, scanner_version, pushed_at, id);

-- The teams that may know of a channel. One without any is open to who knows its
-- name.
CREATE TABLE channel_teams (
    channel TEXT NOT NULL,
    team_id TEXT NOT NULL REFERENCES teams(id),
    PRIMARY KEY (channel, team_id)
) STRICT;

-- +goose Down
DROP TABLE channel_teams;
DROP TABLE releases;
DROP INDEX repositories_on_gitlab;
DROP TABLE gitlab_integrations;
DROP TABLE schedules;
