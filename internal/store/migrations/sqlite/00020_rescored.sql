-- +goose Up

-- The number of the rescoring of the repository that gave a vulnerability its scores; 0: none
-- since it was found. A scan has the current scores of all vulnerabilities but those with a higher
-- number than its own (see rescored.go).
ALTER TABLE vulnerabilities ADD COLUMN rescored INTEGER NOT NULL DEFAULT 0;
CREATE INDEX vulnerabilities_rescored ON vulnerabilities (repository_id, rescored) WHERE rescored > 0;
-- What was rescored so far is not known.
UPDATE scans SET rescored = -2 WHERE rescored >= 0 AND rescored <> (SELECT r.rescored FROM repositories r WHERE r.id = scans.repository_id);

-- +goose Down
DROP INDEX vulnerabilities_rescored;
ALTER TABLE vulnerabilities DROP COLUMN rescored;
