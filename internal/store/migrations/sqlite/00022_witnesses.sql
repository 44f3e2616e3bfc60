-- +goose Up

-- Proposed weaknesses, and the rules of those that were proven: scans of the repository use them.
CREATE TABLE witnesses (
    id            TEXT PRIMARY KEY,
    team_id       TEXT NOT NULL REFERENCES teams(id),
    repository_id TEXT NOT NULL,
    hash          TEXT NOT NULL, -- of the weakness and the rule
    rule_id       TEXT NOT NULL, -- derived from it
    state         TEXT NOT NULL,
    proposal      TEXT NOT NULL, -- JSON
    rule          TEXT NOT NULL DEFAULT '', -- a rule file; empty unless it was proven
    branch        TEXT NOT NULL, -- to prove it on; empty: the default branch
    scan_id       TEXT NOT NULL, -- that proved or refused it, or is to; empty: none
    commit_sha    TEXT NOT NULL DEFAULT '',
    refusal       TEXT NOT NULL DEFAULT '',
    detail        TEXT NOT NULL DEFAULT '',
    proposer      TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    proven_at     INTEGER NOT NULL DEFAULT 0,
    promoted_at   INTEGER NOT NULL DEFAULT 0,
    UNIQUE (repository_id, hash),
    FOREIGN KEY (repository_id, team_id) REFERENCES repositories (id, team_id)
) STRICT;
CREATE INDEX witnesses_by_repository ON witnesses (repository_id, created_at, id);
CREATE INDEX witnesses_by_rule ON witnesses (repository_id, rule_id);

-- +goose Down
DROP TABLE witnesses;
