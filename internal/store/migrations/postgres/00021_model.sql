-- +goose Up

-- Answers of language models, and calls that were begun. A call is stored before it is made, and
-- its answer before it is used, so that nothing is paid for twice: not by a scan that another
-- worker takes over, nor by later scans of the same code.
CREATE TABLE model_answers (
    team_id       UUID NOT NULL REFERENCES teams (id),
    task          TEXT NOT NULL, -- a hash of what was asked, the name of the model, and the version of the prompt
    repository_id UUID NOT NULL, -- whose code it was first asked about; deleted with it
    scan_id       UUID NOT NULL, -- that asked
    asked_at      BIGINT NOT NULL,
    answer        TEXT NOT NULL, -- empty: none so far
    PRIMARY KEY (team_id, task)
);
CREATE INDEX model_answers_by_repository ON model_answers (repository_id);

-- What calls to models cost a team in a month, in billionths of a dollar: reservations of calls
-- whose cost is not known, and actual costs of the others.
CREATE TABLE model_spending (
    team_id UUID NOT NULL REFERENCES teams (id),
    month   TEXT NOT NULL, -- 2006-01, in UTC
    amount  BIGINT NOT NULL,
    PRIMARY KEY (team_id, month)
);

-- The same for a scan and a model, with the number of calls and answers from model_answers.
CREATE TABLE model_usage (
    scan_id       UUID NOT NULL REFERENCES scans (id),
    model         TEXT NOT NULL,
    name          TEXT NOT NULL, -- of the model at the API
    calls         BIGINT NOT NULL,
    cached        BIGINT NOT NULL,
    input_tokens  BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost          BIGINT NOT NULL,
    PRIMARY KEY (scan_id, model)
);

-- The second look of a model at a vulnerability, in its own words.
CREATE TABLE opinions (
    vulnerability_id UUID PRIMARY KEY REFERENCES vulnerabilities (id),
    model            TEXT NOT NULL,
    name             TEXT NOT NULL,
    verdict          TEXT NOT NULL,
    confidence       BIGINT NOT NULL, -- of the model in its verdict, 0 to 10
    why              TEXT NOT NULL,
    title            TEXT NOT NULL,
    description      TEXT NOT NULL,
    exploit          TEXT NOT NULL,
    remediation      TEXT NOT NULL,
    created_at       BIGINT NOT NULL
);

-- +goose Down
DROP TABLE opinions;
DROP TABLE model_usage;
DROP TABLE model_spending;
DROP TABLE model_answers;
