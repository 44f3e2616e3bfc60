-- +goose Up

-- How often a scan was begun: one whose workers were all lost is given up.
ALTER TABLE scans ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
CREATE INDEX scans_queued ON scans (team_id, repository_id, created_at, id) WHERE status = 'queued';

-- When a team or a repository last had its turn to be scanned.
CREATE TABLE scan_turns (
    id       UUID PRIMARY KEY,
    ended_at BIGINT NOT NULL
);

-- How much a repository takes up, for the quotas of its team. stored_bytes has those of the
-- archive in it.
ALTER TABLE repositories ADD COLUMN vulnerability_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repositories ADD COLUMN archive_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE repositories ADD COLUMN stored_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE repositories SET vulnerability_count = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id);

-- +goose Down
ALTER TABLE repositories DROP COLUMN stored_bytes;
ALTER TABLE repositories DROP COLUMN archive_bytes;
ALTER TABLE repositories DROP COLUMN vulnerability_count;
DROP TABLE scan_turns;
DROP INDEX scans_queued;
ALTER TABLE scans DROP COLUMN attempts;
