-- +goose Up

-- The rules that a team brought: the bytes as it sent them, and what is in them.
CREATE TABLE rule_bundles (
    team_id           TEXT PRIMARY KEY REFERENCES teams(id),
    id                TEXT NOT NULL UNIQUE,
    media_type        TEXT NOT NULL CHECK (media_type IN ('application/zip', 'application/yaml')),
    content           BLOB NOT NULL,
    sha256            TEXT NOT NULL, -- of content
    replaces_built_in INTEGER NOT NULL,
    rules             TEXT NOT NULL, -- JSON
    created_at        INTEGER NOT NULL
) STRICT;

-- +goose Down
DROP TABLE rule_bundles;
