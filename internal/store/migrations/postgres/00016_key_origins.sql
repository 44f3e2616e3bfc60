-- +goose Up

-- Which key made a key, null if the operator did; which key it took the place of, and
-- which took its place. They refer to keys without a constraint: keys are never deleted,
-- and a table that refers to itself cannot be restored row by row.
ALTER TABLE api_keys ADD COLUMN created_by UUID;
ALTER TABLE api_keys ADD COLUMN rotated_from UUID;
ALTER TABLE api_keys ADD COLUMN rotated_to UUID;
CREATE INDEX api_keys_by_created_by ON api_keys (team_id, created_by, created_at, id);
CREATE INDEX sessions_by_key ON sessions (key_id, expires_at);

-- +goose Down
DROP INDEX sessions_by_key;
DROP INDEX api_keys_by_created_by;
ALTER TABLE api_keys DROP COLUMN rotated_to;
ALTER TABLE api_keys DROP COLUMN rotated_from;
ALTER TABLE api_keys DROP COLUMN created_by;
