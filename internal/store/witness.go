package store

import (
	"context"
	"encoding/json"
	"fmt"

	"vigil"
)

// proposalRecord is the stored form of a proposal.
type proposalRecord struct {
	CWE         string                `json:"cwe"`
	File        string                `json:"file"`
	Line        int                   `json:"line"`
	Code        string                `json:"code"`
	Witness     string                `json:"witness"`
	Also        []vigil.ProposalPlace `json:"also,omitempty"`
	Mend        string                `json:"mend"`
	Title       string                `json:"title,omitempty"`
	Description string                `json:"description,omitempty"`
	Remediation string                `json:"remediation,omitempty"`
}

const witnessColumns = `w.id, w.repository_id, w.hash, w.state, w.proposal, w.rule, w.branch, w.scan_id, w.commit_sha, w.refusal, w.detail, w.proposer,
	w.created_at, w.proven_at, w.promoted_at`

// ofVisible is the condition that the repository of a witness is not deleted.
const ofVisible = `NOT EXISTS (SELECT 1 FROM repositories gone WHERE gone.id = w.repository_id AND gone.deleted_at > 0)`

// InsertWitness stores a proposal. It reports false if the repository has the same one.
func (tx *Tx) InsertWitness(ctx context.Context, team vigil.TeamID, w vigil.Witness) (bool, error) {
	proposal, err := json.Marshal(proposalRecord(w.Proposal))
	if err != nil {
		return false, fmt.Errorf("encode proposal: %w", err)
	}
	n, err := tx.q.exec(ctx, `
		INSERT INTO witnesses (id, team_id, repository_id, hash, rule_id, state, proposal, rule, branch, scan_id, commit_sha, proposer, created_at, proven_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (repository_id, hash) DO NOTHING`,
		w.ID, team, w.RepositoryID, w.Hash, w.RuleID(), w.State, string(proposal), w.Rule, w.Branch, w.ScanID, w.CommitSHA, w.Proposer, micros(w.CreatedAt), micros(w.ProvenAt))
	if err != nil {
		return false, fmt.Errorf("insert witness: %w", err)
	}
	if n == 1 {
		tx.deltas.repository(w.RepositoryID).bytes += int64(len(proposal) + len(w.Rule))
	}
	return n == 1, nil
}

// GetWitness returns a witness of a team.
func (r reader) GetWitness(ctx context.Context, team vigil.TeamID, id vigil.ID) (vigil.Witness, error) {
	w, err := scanWitness()(r.q.row(ctx, `SELECT `+witnessColumns+` FROM witnesses w WHERE w.id = $1 AND w.team_id = $2 AND `+ofVisible, id, team))
	return w, missing(err, "witness")
}

// GetWitnessByHash returns the witness of a repository with that hash.
func (r reader) GetWitnessByHash(ctx context.Context, team vigil.TeamID, repository vigil.ID, hash string) (vigil.Witness, error) {
	w, err := scanWitness()(r.q.row(ctx, `SELECT `+witnessColumns+` FROM witnesses w WHERE w.repository_id = $1 AND w.hash = $2 AND w.team_id = $3 AND `+ofVisible, repository, hash, team))
	return w, missing(err, "witness")
}

// GetWitnessByRule returns the witness of a repository whose rule has that id.
func (r reader) GetWitnessByRule(ctx context.Context, team vigil.TeamID, repository vigil.ID, rule string) (vigil.Witness, error) {
	w, err := scanWitness()(r.q.row(ctx, `SELECT `+witnessColumns+` FROM witnesses w WHERE w.repository_id = $1 AND w.rule_id = $2 AND w.team_id = $3 AND `+ofVisible+
		` LIMIT 1`, repository, rule, team))
	return w, missing(err, "witness")
}

// ListWitnesses returns a page of the witnesses of a repository, in any of some states; none: all.
func (r reader) ListWitnesses(ctx context.Context, team vigil.TeamID, repository vigil.ID, states []vigil.WitnessState, page vigil.Page) (List[vigil.Witness], error) {
	p := plan{
		team:    team,
		columns: witnessColumns,
		table:   "witnesses w",
		id:      "w.id", sort: "w." + page.Sort,
		where: []condition{ofRepository("w.repository_id", team, repository)},
	}
	if len(states) > 0 {
		p.where = append(p.where, hide([]condition{anyOf("w.state", states)})...)
	}
	l, err := list(ctx, r, p, page, func(w vigil.Witness) vigil.ID { return w.ID }, scanWitness)
	if err != nil {
		return l, fmt.Errorf("list witnesses: %w", err)
	}
	return l, nil
}

// ListUsedWitnesses returns the witnesses that scans of a repository use, the oldest first.
func (r reader) ListUsedWitnesses(ctx context.Context, team vigil.TeamID, repository vigil.ID) ([]vigil.Witness, error) {
	rs, err := r.q.query(ctx, fmt.Sprintf(`SELECT `+witnessColumns+` FROM witnesses w WHERE w.repository_id = $1 AND w.team_id = $2
		AND w.state IN ('proven', 'confirmed') ORDER BY w.created_at, w.id LIMIT %d`, vigil.MaxWitnesses), repository, team)
	all, err := collect(rs, err, scanWitness())
	if err != nil {
		return nil, fmt.Errorf("list witnesses in use: %w", err)
	}
	return all, nil
}

// ListProposals returns proposals that a scan of a branch is to prove, the oldest first. The
// default branch also proves those that name none.
func (r reader) ListProposals(ctx context.Context, team vigil.TeamID, repository vigil.ID, branch string, isDefault bool, most int) ([]vigil.Witness, error) {
	none := branch
	if isDefault {
		none = ""
	}
	rs, err := r.q.query(ctx, `SELECT `+witnessColumns+` FROM witnesses w WHERE w.repository_id = $1 AND w.team_id = $2
		AND w.state = 'proposed' AND w.branch IN ($3, $4) ORDER BY w.created_at, w.id LIMIT $5`, repository, team, branch, none, most)
	all, err := collect(rs, err, scanWitness())
	if err != nil {
		return nil, fmt.Errorf("list proposals: %w", err)
	}
	return all, nil
}

// CountWitnesses returns how many witnesses of a repository are used or waiting to be proven.
func (r reader) CountWitnesses(ctx context.Context, repository vigil.ID) (n int, err error) {
	err = r.q.row(ctx, `SELECT count(*) FROM witnesses WHERE repository_id = $1 AND state IN ('proposed', 'proven', 'confirmed')`, repository).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count witnesses: %w", err)
	}
	return n, nil
}

// UpdateWitness stores what became of a witness, unless it no longer has the state from: then it
// reports false.
func (tx *Tx) UpdateWitness(ctx context.Context, team vigil.TeamID, from vigil.WitnessState, w vigil.Witness) (bool, error) {
	var before int64
	if err := tx.q.row(ctx, `SELECT octet_length(rule) FROM witnesses WHERE id = $1 AND team_id = $2`, w.ID, team).Scan(&before); err != nil {
		return false, missing(err, "witness")
	}
	n, err := tx.q.exec(ctx, `
		UPDATE witnesses SET state = $1, rule = $2, branch = $3, scan_id = $4, commit_sha = $5, refusal = $6, detail = $7, proven_at = $8, promoted_at = $9
		WHERE id = $10 AND team_id = $11 AND state = $12`,
		w.State, w.Rule, w.Branch, w.ScanID, w.CommitSHA, w.Refusal, w.Detail, micros(w.ProvenAt), micros(w.PromotedAt), w.ID, team, from)
	if err != nil {
		return false, fmt.Errorf("update witness %s: %w", w.ID, err)
	}
	if n == 1 {
		tx.deltas.repository(w.RepositoryID).bytes += int64(len(w.Rule)) - before
	}
	return n == 1, nil
}

// UpdateWitnessesConfirmed notes for the witnesses that found some vulnerabilities whether a
// person confirmed one.
func (tx *Tx) UpdateWitnessesConfirmed(ctx context.Context, team vigil.TeamID, vulnerabilities []vigil.ID, confirmed bool) error {
	if len(vulnerabilities) == 0 {
		return nil
	}
	from, to := vigil.WitnessProven, vigil.WitnessConfirmed
	if !confirmed {
		from, to = to, from
	}
	var t sqlText
	t.add(`UPDATE witnesses SET state = ? WHERE team_id = ? AND state = ? AND (repository_id, rule_id) IN (
		SELECT v.repository_id, e.rule FROM vulnerabilities v JOIN evidence e ON e.vulnerability_id = v.id`, to, team, from)
	t.where([]condition{anyOf("v.id", vulnerabilities), where("e.detector = ?", vigil.ModelDetector)})
	t.add(`)`)
	if _, err := tx.q.exec(ctx, t.String(), t.args...); err != nil {
		return fmt.Errorf("confirm witnesses: %w", err)
	}
	return nil
}

// DeleteWitness deletes a witness as it was read.
func (tx *Tx) DeleteWitness(ctx context.Context, team vigil.TeamID, w vigil.Witness) error {
	rs, err := tx.q.query(ctx, `DELETE FROM witnesses WHERE id = $1 AND team_id = $2 RETURNING octet_length(proposal) + octet_length(rule)`, w.ID, team)
	return tx.subtractBytes(w.RepositoryID, rs, err)
}

// subtractBytes subtracts the sizes of deleted witnesses from the stored bytes of a repository.
func (tx *Tx) subtractBytes(repository vigil.ID, rs rows, err error) error {
	sizes, err := collect(rs, err, func(w row) (n int64, err error) { return n, w.Scan(&n) })
	if err != nil {
		return fmt.Errorf("delete witnesses: %w", err)
	}
	for _, n := range sizes {
		tx.deltas.repository(repository).bytes -= n
	}
	return nil
}

// keptWitnesses is how many witnesses of a repository in each state are kept that scans do not use:
// more than one hunt of a model proposes, which would propose them again.
const keptWitnesses = 400

// DeleteOldWitnesses deletes the oldest refused and the oldest retired witnesses of a repository.
// Many refused ones leave the retired ones alone: what a person retired is not proven again.
func (tx *Tx) DeleteOldWitnesses(ctx context.Context, repository vigil.ID) error {
	for _, state := range []vigil.WitnessState{vigil.WitnessRefused, vigil.WitnessRetired} {
		rs, err := tx.q.query(ctx, fmt.Sprintf(`DELETE FROM witnesses WHERE repository_id = $1 AND state = $2 AND id NOT IN (
			SELECT id FROM witnesses WHERE repository_id = $3 AND state = $4 ORDER BY created_at DESC, id DESC LIMIT %d)
			RETURNING octet_length(proposal) + octet_length(rule)`, keptWitnesses), repository, state, repository, state)
		if err := tx.subtractBytes(repository, rs, err); err != nil {
			return err
		}
	}
	return nil
}

func scanWitness(extra ...any) func(row) (vigil.Witness, error) {
	var w vigil.Witness
	var proposal string
	var created, proven, promoted int64
	dest := append([]any{(*string)(&w.ID), (*string)(&w.RepositoryID), &w.Hash, (*string)(&w.State), &proposal, &w.Rule, &w.Branch, (*string)(&w.ScanID), &w.CommitSHA,
		(*string)(&w.Refusal), &w.Detail, &w.Proposer, &created, &proven, &promoted}, extra...)
	return func(r row) (vigil.Witness, error) {
		if err := r.Scan(dest...); err != nil {
			return w, err
		}
		var p proposalRecord
		if err := json.Unmarshal([]byte(proposal), &p); err != nil {
			return w, fmt.Errorf("read proposal of witness %s: %w", w.ID, err)
		}
		w.Proposal = vigil.Proposal(p)
		w.CreatedAt, w.ProvenAt, w.PromotedAt = fromMicros(created), fromMicros(proven), fromMicros(promoted)
		return w, nil
	}
}
