-- +goose Up

-- Receivers of events. The secret is sealed with a key that is not in the
-- database. A deleted webhook stays, without its secret, until nothing refers to
-- it any more.
CREATE TABLE webhooks (
    id            UUID PRIMARY KEY,
    team_id       UUID NOT NULL REFERENCES teams(id),
    url           TEXT NOT NULL,
    events        TEXT NOT NULL, -- separated by spaces
    enabled       BOOLEAN NOT NULL,
    sealed_secret TEXT NOT NULL,
    failing_since BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    deleted_at    BIGINT NOT NULL DEFAULT 0,
    -- Who sends to it at the moment (a server), and until when that holds unless it
    -- is renewed. version counts the changes that people made, and lease_version is
    -- the one that the sender acts by: a change has taken effect once they are equal.
    version       BIGINT NOT NULL DEFAULT 1,
    lease         TEXT NOT NULL DEFAULT '',
    leased_until  BIGINT NOT NULL DEFAULT 0,
    lease_version BIGINT NOT NULL DEFAULT 0,
    -- When there is next something to send, 0 for nothing; kept only while nobody
    -- holds the lease. wakes counts how often something was added: who gives up the
    -- lease because there is nothing left notices by it that there is again.
    next_due_at   BIGINT NOT NULL DEFAULT 0,
    wakes         BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_by_created_at ON webhooks (team_id, created_at, id) WHERE deleted_at = 0;
CREATE INDEX webhooks_due ON webhooks (next_due_at) WHERE enabled AND next_due_at > 0;
CREATE INDEX webhooks_leased ON webhooks (lease) WHERE lease <> '';
CREATE INDEX webhooks_deleted ON webhooks (id) WHERE deleted_at > 0;

-- Whether deliveries have been made of an event. Those from before there were
-- webhooks need none.
ALTER TABLE events ADD COLUMN fanned_out BOOLEAN NOT NULL DEFAULT true;
CREATE INDEX events_waiting ON events (id) WHERE NOT fanned_out;
CREATE INDEX events_by_type ON events (team_id, type, created_at, id);

-- One event for one webhook.
CREATE TABLE deliveries (
    id              UUID PRIMARY KEY,
    team_id         UUID NOT NULL REFERENCES teams(id),
    webhook_id      UUID NOT NULL REFERENCES webhooks(id),
    event_id        UUID NOT NULL REFERENCES events(id),
    event_type      TEXT NOT NULL,
    status          TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    ended_at        BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at, id) WHERE status = 'pending';
-- A list without a status is read as four branches, one for each.
CREATE INDEX deliveries_by_status ON deliveries (webhook_id, status, created_at, id);
CREATE INDEX deliveries_by_type ON deliveries (webhook_id, event_type, status, created_at, id);
CREATE INDEX deliveries_of_event ON deliveries (event_id);

-- One HTTP request of a delivery, and what became of it.
CREATE TABLE attempts (
    id          UUID NOT NULL,
    delivery_id UUID NOT NULL REFERENCES deliveries(id),
    status_code BIGINT NOT NULL, -- 0: no answer
    took        BIGINT NOT NULL, -- microseconds
    error       TEXT NOT NULL,
    answer      BYTEA NOT NULL, -- the beginning of it
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (delivery_id, id)
);

-- +goose Down
DROP TABLE attempts;
DROP TABLE deliveries;
DROP TABLE webhooks;
DROP INDEX events_by_type;
DROP INDEX events_waiting;
ALTER TABLE events DROP COLUMN fanned_out;
