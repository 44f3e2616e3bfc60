-- +goose Up

CREATE TABLE schedules (
    id              UUID PRIMARY KEY,
    team_id         UUID NOT NULL REFERENCES teams(id),
    name            TEXT COLLATE "C" NOT NULL,
    repository_ids  TEXT NOT NULL, -- separated by spaces; one of them may be gone by now
    branch          TEXT NOT NULL, -- empty: each repository's default branch
    cron_expression TEXT NOT NULL,
    timezone        TEXT NOT NULL, -- empty: UTC
    scan_mode       TEXT NOT NULL CHECK (scan_mode IN ('full', 'diff')),
    model           TEXT NOT NULL,
    next_run_at     BIGINT NOT NULL, -- 0: it is not active
    last_run_at     BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    revision        BIGINT NOT NULL DEFAULT 0 -- one more with each change, runs included: a change to an older one changes nothing
);
CREATE INDEX schedules_by_created_at ON schedules (team_id, created_at, id);
CREATE INDEX schedules_by_name ON schedules (team_id, name, id);
CREATE INDEX schedules_by_next_run_at ON schedules (team_id, next_run_at, id);
CREATE INDEX schedules_due ON schedules (next_run_at, id) WHERE next_run_at > 0;

-- The connection of a team to its GitLab instance.
CREATE TABLE gitlab_integrations (
    team_id           UUID PRIMARY KEY REFERENCES teams(id),
    instance_url      TEXT NOT NULL,
    sealed_token      TEXT NOT NULL,
    accepted          BOOLEAN NOT NULL, -- by GitLab, when it was last asked
    token_expires_at  BIGINT NOT NULL,
    last_validated_at BIGINT NOT NULL, -- when GitLab last accepted the token
    checked_at        BIGINT NOT NULL -- when GitLab was last asked
);
CREATE INDEX gitlab_integrations_by_checked_at ON gitlab_integrations (checked_at, team_id);
CREATE INDEX repositories_on_gitlab ON repositories (team_id) WHERE provider = 'gitlab';

-- Published scanner images. A channel is what has releases.
CREATE TABLE releases (
    id              UUID PRIMARY KEY,
    channel         TEXT COLLATE "C" NOT NULL,
    version         TEXT COLLATE "C" NOT NULL,
    scanner_version TEXT COLLATE "C" NOT NULL,
    git_sha         TEXT NOT NULL,
    image_uri       TEXT NOT NULL,
    image_digest    TEXT NOT NULL,
    notes           TEXT NOT NULL,
    pushed_at       BIGINT NOT NULL
);
CREATE INDEX releases_by_pushed_at ON releases (channel, pushed_at, id);
CREATE INDEX releases_by_version ON releases (channel, version, pushed_at, id);
CREATE INDEX releases_by_scanner_version ON releases (channel, scanner_version, pushed_at, id);

-- The teams that may know of a channel. One without any is open to who knows its
-- name.
CREATE TABLE channel_teams (
    channel TEXT COLLATE "C" NOT NULL,
    team_id UUID NOT NULL REFERENCES teams(id),
    PRIMARY KEY (channel, team_id)
);

-- +goose Down
DROP TABLE channel_teams;
DROP TABLE releases;
DROP INDEX repositories_on_gitlab;
DROP TABLE gitlab_integrations;
DROP TABLE schedules;
