-- +goose Up
-- Whether a vulnerability is present on the default branch of its repository: only those count
-- in open_critical and so on. Most are, so that is the default, which rewrites no row; new rows
-- always say it. A large database takes one pass over its vulnerabilities and the presences, and
-- rewrites those that only a pull request or another branch has, or that are fixed.
ALTER TABLE vulnerabilities ADD COLUMN on_default BOOLEAN NOT NULL DEFAULT true;
UPDATE vulnerabilities SET on_default = false
WHERE NOT EXISTS (SELECT 1 FROM presences p JOIN repositories r ON r.default_branch = p.branch
    WHERE p.vulnerability_id = vulnerabilities.id AND r.id = vulnerabilities.repository_id);
UPDATE repositories SET
    open_critical = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.on_default AND v.level = 0),
    open_high = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.on_default AND v.level = 1),
    open_medium = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.on_default AND v.level = 2),
    open_low = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.on_default AND v.level = 3);

-- Repositories whose default branch changed, until on_default of all their vulnerabilities is
-- recomputed: of those up to (seen_at, seen_id) it is.
CREATE TABLE recounts (
    repository_id UUID PRIMARY KEY REFERENCES repositories(id),
    moved_from    TEXT NOT NULL, -- an assumed default branch, whose presences move to the actual one; empty: none
    seen_at       BIGINT NOT NULL DEFAULT 0,
    seen_id       UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);

-- Deleted branches and closed pull requests. Until an ending is done, the presences on the
-- branch are being deleted: those up to (seen_at, seen_id) are. It is kept after that: a branch
-- that was not scanned since is unknown.
CREATE TABLE endings (
    repository_id UUID NOT NULL REFERENCES repositories(id),
    branch        TEXT NOT NULL, -- or the ref of a pull request
    reason        TEXT NOT NULL,
    actor         TEXT NOT NULL,
    ended_at      BIGINT NOT NULL,
    done          BOOLEAN NOT NULL DEFAULT false,
    seen_at       BIGINT NOT NULL DEFAULT 0,
    seen_id       UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    PRIMARY KEY (repository_id, branch)
);
CREATE INDEX endings_waiting ON endings (ended_at) WHERE NOT done;

-- When a repository was deleted. It is invisible from then on, and what it has is deleted in
-- batches. 0: it is not deleted.
ALTER TABLE repositories ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX repositories_deleted ON repositories (team_id) WHERE deleted_at > 0;

-- Deleting a vulnerability or a scan would search whole tables for what these two constraints
-- protect, because no index helps. What deletes a repository deletes the sightings of its scans
-- first, and then its vulnerabilities before the scans.
ALTER TABLE sightings DROP CONSTRAINT sightings_vulnerability_id_fkey;
ALTER TABLE vulnerabilities DROP CONSTRAINT vulnerabilities_scan_id_team_id_fkey;

-- +goose Down
ALTER TABLE vulnerabilities ADD CONSTRAINT vulnerabilities_scan_id_team_id_fkey FOREIGN KEY (scan_id, team_id) REFERENCES scans (id, team_id);
ALTER TABLE sightings ADD CONSTRAINT sightings_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities (id);
DROP INDEX repositories_deleted;
ALTER TABLE repositories DROP COLUMN deleted_at;
DROP TABLE endings;
DROP TABLE recounts;
UPDATE repositories SET
    open_critical = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.level = 0),
    open_high = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.level = 1),
    open_medium = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.level = 2),
    open_low = (SELECT count(*) FROM vulnerabilities v WHERE v.repository_id = repositories.id AND v.status = 'open' AND v.level = 3);
ALTER TABLE vulnerabilities DROP COLUMN on_default;
