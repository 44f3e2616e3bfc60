-- +goose Up

-- What a team shares with source hosts, whose hooks it accepts.
CREATE TABLE hook_secrets (
    id            UUID PRIMARY KEY,
    team_id       UUID NOT NULL REFERENCES teams (id),
    provider      TEXT NOT NULL,
    method        TEXT NOT NULL, -- signature or token
    name          TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    last_used_at  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX hook_secrets_by_team ON hook_secrets (team_id, created_at, id);

-- Received hooks, the queue of those that are pending, and what makes a repetition known: the ID
-- that the host gave the delivery and, where the host does not sign that, a digest of the body.
CREATE TABLE hook_deliveries (
    id         UUID PRIMARY KEY,
    team_id    UUID NOT NULL REFERENCES teams (id),
    provider   TEXT NOT NULL,
    source_id  TEXT NOT NULL,
    digest     TEXT NOT NULL, -- empty: none
    event      TEXT NOT NULL,
    action     TEXT NOT NULL,
    repository TEXT NOT NULL,
    payload    TEXT NOT NULL, -- JSON: the fields that processing reads, and no others
    status     TEXT NOT NULL,
    outcome    TEXT NOT NULL,
    scan_id    TEXT NOT NULL,
    replays    BIGINT NOT NULL DEFAULT 0,
    replayed_by TEXT NOT NULL DEFAULT '', -- the name of the last key
    due_at     BIGINT NOT NULL, -- when to process it, while pending
    created_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX hook_deliveries_once ON hook_deliveries (team_id, provider, source_id);
CREATE UNIQUE INDEX hook_deliveries_by_digest ON hook_deliveries (team_id, provider, digest) WHERE digest <> '';
CREATE INDEX hook_deliveries_by_team ON hook_deliveries (team_id, status, created_at, id);
CREATE INDEX hook_deliveries_pending ON hook_deliveries (team_id, id, due_at) WHERE status = 'pending';
CREATE INDEX hook_deliveries_old ON hook_deliveries (created_at) WHERE status <> 'pending';

-- Scans that hooks started. Only these are superseded by a newer head.
CREATE TABLE hook_scans (
    scan_id     UUID PRIMARY KEY REFERENCES scans (id),
    delivery_id UUID NOT NULL, -- the latest that asked for it; it may be deleted by now
    head_sha    TEXT NOT NULL
);

-- +goose Down
DROP TABLE hook_scans;
DROP TABLE hook_deliveries;
DROP TABLE hook_secrets;
