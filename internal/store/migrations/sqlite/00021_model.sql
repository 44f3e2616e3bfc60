-- +goose Up

-- Answers of language models, and calls that were begun. A call is stored before it is made, and
-- its answer before it is used, so that nothing is paid for twice: not by a scan that another
-- worker takes over, nor by later scans of the same code.
CREATE TABLE model_answers (
    team_id       TEXT NOT NULL REFERENCES teams (id),
    task          TEXT NOT NULL, -- a hash of what was asked, the name of the model, and the version of the prompt
    repository_id TEXT NOT NULL, -- whose code it was first asked about; deleted with it
    scan_id       TEXT NOT NULL, -- that asked
    asked_at      INTEGER NOT NULL,
    answer        TEXT NOT NULL, -- empty: none so far
    PRIMARY KEY (team_id, task)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_answers_by_repository ON model_answers (repository_id);

-- What calls to models cost a team in a month, in billionths of a dollar: reservations of calls
-- whose cost is not known, and actual costs of the others.
CREATE TABLE model_spending (
    team_id TEXT NOT NULL REFERENCES teams (id),
    month   TEXT NOT NULL, -- 2006-01, in UTC
    amount  INTEGER NOT NULL,
    PRIMARY KEY (team_id, month)
) STRICT, WITHOUT ROWID;

-- The same for a scan and a model, with the number of calls and answers from model_answers.
CREATE TABLE model_usage (
    scan_id       TEXT NOT NULL REFERENCES scans (id),
    model         TEXT NOT NULL,
    name          TEXT NOT NULL, -- of the model at the API
    calls         INTEGER NOT NULL,
    cached        INTEGER NOT NULL,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost          INTEGER NOT NULL,
    PRIMARY KEY (scan_id, model)
) STRICT, WITHOUT ROWID;

-- The second look of a model at a vulnerability, in its own words.
CREATE TABLE opinions (
    vulnerability_id TEXT PRIMARY KEY REFERENCES vulnerabilities (id),
    model            TEXT NOT NULL,
    name             TEXT NOT NULL,
    verdict          TEXT NOT NULL,
    confidence       INTEGER NOT NULL, -- of the model in its verdict, 0 to 10
    why              TEXT NOT NULL,
    title            TEXT NOT NULL,
    description      TEXT NOT NULL,
    exploit          TEXT NOT NULL,
    remediation      TEXT NOT NULL,
    created_at       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE opinions;
DROP TABLE model_usage;
DROP TABLE model_spending;
DROP TABLE model_answers;
