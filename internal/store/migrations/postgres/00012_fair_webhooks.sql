-- +goose Up

-- The circuit breaker of a receiver: how many attempts in a row it let time out,
-- and the time before which nothing more is sent to it.
ALTER TABLE webhooks ADD COLUMN timeouts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN retry_at BIGINT NOT NULL DEFAULT 0;

-- How far the deliveries of an event have been made, as the id of a webhook: a team
-- with many webhooks takes several transactions.
ALTER TABLE events ADD COLUMN fan_cursor TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE events DROP COLUMN fan_cursor;
ALTER TABLE webhooks DROP COLUMN retry_at;
ALTER TABLE webhooks DROP COLUMN timeouts;
