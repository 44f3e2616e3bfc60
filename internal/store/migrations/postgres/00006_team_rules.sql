-- +goose Up

-- The rules that a team brought: the bytes as it sent them, and what is in them.
CREATE TABLE rule_bundles (
    team_id           UUID PRIMARY KEY REFERENCES teams(id),
    id                UUID NOT NULL UNIQUE,
    media_type        TEXT NOT NULL CHECK (media_type IN ('application/zip', 'application/yaml')),
    content           BYTEA NOT NULL,
    sha256            TEXT NOT NULL, -- of content
    replaces_built_in BOOLEAN NOT NULL,
    rules             TEXT NOT NULL, -- JSON
    created_at        BIGINT NOT NULL
);

-- +goose Down
DROP TABLE rule_bundles;
