-- +goose Up

-- Events wait in a queue for each team, so that none delays another.
DROP INDEX events_waiting;
CREATE INDEX events_waiting ON events (team_id, id) WHERE NOT fanned_out;

-- +goose Down
DROP INDEX events_waiting;
CREATE INDEX events_waiting ON events (id) WHERE NOT fanned_out;
