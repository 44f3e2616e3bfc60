-- +goose Up

-- These indexes also hold what a list can be filtered by, at their end, where it is only
-- tested. When a walk along the index of the sort meets too little that passes, all that
-- passes is gathered from one of them without reading a row, and then sorted (see plan.go).
DROP INDEX vulnerabilities_by_created_at;
CREATE INDEX vulnerabilities_by_created_at ON vulnerabilities (team_id, created_at, id, status, severity, confidence);
DROP INDEX vulnerabilities_by_severity;
CREATE INDEX vulnerabilities_by_severity ON vulnerabilities (team_id, severity, id, status, confidence, created_at);
DROP INDEX vulnerabilities_of_repository_by_created_at;
CREATE INDEX vulnerabilities_of_repository_by_created_at ON vulnerabilities (repository_id, created_at, id, status, severity, confidence, type, cwe);
DROP INDEX vulnerabilities_by_type_created_at;
CREATE INDEX vulnerabilities_by_type_created_at ON vulnerabilities (team_id, type, status, created_at, id, severity, confidence, cwe);
DROP INDEX vulnerabilities_by_cwe_created_at;
CREATE INDEX vulnerabilities_by_cwe_created_at ON vulnerabilities (team_id, cwe, status, created_at, id, severity, confidence, type);
DROP INDEX scans_by_created_at;
CREATE INDEX scans_by_created_at ON scans (team_id, created_at, id, status, repository_id, ended_at, name);

-- +goose Down
DROP INDEX scans_by_created_at;
CREATE INDEX scans_by_created_at ON scans (team_id, created_at, id);
DROP INDEX vulnerabilities_by_created_at;
CREATE INDEX vulnerabilities_by_created_at ON vulnerabilities (team_id, created_at, id);
DROP INDEX vulnerabilities_by_severity;
CREATE INDEX vulnerabilities_by_severity ON vulnerabilities (team_id, severity, id);
DROP INDEX vulnerabilities_of_repository_by_created_at;
CREATE INDEX vulnerabilities_of_repository_by_created_at ON vulnerabilities (repository_id, created_at, id);
DROP INDEX vulnerabilities_by_type_created_at;
CREATE INDEX vulnerabilities_by_type_created_at ON vulnerabilities (team_id, type, status, created_at, id, level);
DROP INDEX vulnerabilities_by_cwe_created_at;
CREATE INDEX vulnerabilities_by_cwe_created_at ON vulnerabilities (team_id, cwe, status, created_at, id, level);
