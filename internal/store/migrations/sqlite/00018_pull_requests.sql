-- +goose Up

-- What scans of a pull request saw, each vulnerability once, with a copy of what a list can be
-- filtered and sorted by: such a list reads one range of this table and no vulnerability that is
-- not on the page. The copies are refreshed when a vulnerability changes (see pullrequest.go).
CREATE TABLE pull_request_vulnerabilities (
    team_id          TEXT NOT NULL,
    pull_request     INTEGER NOT NULL,
    vulnerability_id TEXT NOT NULL, -- always copied from there: checking the reference would cost as much as the row
    repository_id    TEXT NOT NULL,
    status           TEXT NOT NULL,
    severity         INTEGER NOT NULL,
    confidence       INTEGER NOT NULL,
    type             TEXT NOT NULL,
    cwe              TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    PRIMARY KEY (team_id, pull_request, vulnerability_id)
) STRICT, WITHOUT ROWID;
INSERT INTO pull_request_vulnerabilities
    SELECT DISTINCT g.team_id, g.pull_request, v.id, v.repository_id, v.status, v.severity, v.confidence, v.type, v.cwe, v.created_at
    FROM sightings g JOIN vulnerabilities v ON v.id = g.vulnerability_id WHERE g.pull_request > 0;
CREATE INDEX pull_request_vulnerabilities_by_id ON pull_request_vulnerabilities (vulnerability_id);
DROP INDEX sightings_by_pull_request;

-- How often vulnerabilities of the repository were rescored, and the number as of which the
-- sightings of a scan have the current scores; negative: unknown. While both are the same, the
-- findings of the scan can be read in the order of the repository (see rescored.go).
ALTER TABLE repositories ADD COLUMN rescored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scans ADD COLUMN rescored INTEGER NOT NULL DEFAULT -1;

-- +goose Down
ALTER TABLE scans DROP COLUMN rescored;
ALTER TABLE repositories DROP COLUMN rescored;
CREATE INDEX sightings_by_pull_request ON sightings (team_id, pull_request, vulnerability_id) WHERE pull_request > 0;
DROP TABLE pull_request_vulnerabilities;
