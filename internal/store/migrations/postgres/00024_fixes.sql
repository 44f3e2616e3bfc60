-- +goose Up

-- The latest fix that was asked for, of each vulnerability.
CREATE TABLE fixes (
    vulnerability_id UUID PRIMARY KEY REFERENCES vulnerabilities (id),
    repository_id    UUID NOT NULL REFERENCES repositories (id),
    team_id          UUID NOT NULL REFERENCES teams (id),
    model            TEXT NOT NULL,
    status           TEXT NOT NULL,
    branch           TEXT NOT NULL, -- that it is for
    scan_id          UUID NOT NULL, -- that proposes and proves it
    diff             TEXT NOT NULL, -- empty unless it is proven
    summary          TEXT NOT NULL,
    proof            TEXT NOT NULL, -- JSON; empty unless it is proven
    reason           TEXT NOT NULL, -- why there is none
    detail           TEXT NOT NULL,
    requester        TEXT NOT NULL,
    wants_request    BOOLEAN NOT NULL, -- a pull request is to be opened
    request_number   BIGINT NOT NULL, -- of that one; 0: none
    request_url      TEXT NOT NULL,
    request_problem  TEXT NOT NULL, -- why there is none
    fix_scan_id      TEXT NOT NULL, -- of the branch of the pull request; empty: none
    created_at       BIGINT NOT NULL,
    ended_at         BIGINT NOT NULL -- 0: not so far
);
CREATE INDEX fixes_by_scan ON fixes (scan_id);

-- +goose Down
DROP TABLE fixes;
