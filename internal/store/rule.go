package store

import (
	"context"
	"encoding/json"
	"fmt"

	"vigil"
)

// ruleRecord is the stored form of a rule in a bundle.
type ruleRecord struct {
	ID         string           `json:"id"`
	Origin     vigil.RuleOrigin `json:"-"`
	Status     vigil.RuleStatus `json:"status"`
	Mode       string           `json:"mode"`
	Languages  []string         `json:"languages"`
	CVSS       string           `json:"cvss"`
	Severity   vigil.Score      `json:"severity"`
	Confidence vigil.Score      `json:"confidence"`
	Type       string           `json:"type"`
	CWE        string           `json:"cwe"`
	Title      string           `json:"title"`
	Message    string           `json:"message"`
	File       string           `json:"file"`
	Line       int              `json:"line"`
	Problems   []string         `json:"problems,omitempty"`
}

const bundleColumns = `b.id, b.media_type, b.sha256, b.replaces_built_in, b.rules, b.created_at`

// GetRuleBundle returns the custom rules of a team, without the bytes, or NotFound.
func (r reader) GetRuleBundle(ctx context.Context, team vigil.TeamID) (vigil.RuleBundle, error) {
	b, err := scanBundle(r.q.row(ctx, `SELECT `+bundleColumns+` FROM rule_bundles b WHERE b.team_id = $1`, team))
	return b, missing(err, "bundle of rules")
}

// GetRuleBundleContent is GetRuleBundle with the bytes.
func (r reader) GetRuleBundleContent(ctx context.Context, team vigil.TeamID) (vigil.RuleBundle, error) {
	var content []byte
	b, err := scanBundle(r.q.row(ctx, `SELECT `+bundleColumns+`, b.content FROM rule_bundles b WHERE b.team_id = $1`, team), &content)
	b.Content = content
	return b, missing(err, "bundle of rules")
}

// UpsertRuleBundle stores or replaces the custom rules of a team.
func (tx *Tx) UpsertRuleBundle(ctx context.Context, team vigil.TeamID, b vigil.RuleBundle) error {
	records := make([]ruleRecord, len(b.Rules))
	for i, r := range b.Rules {
		records[i] = ruleRecord(r)
	}
	rules, err := json.Marshal(records)
	if err != nil {
		return fmt.Errorf("encode rules: %w", err)
	}
	_, err = tx.q.exec(ctx, `
		INSERT INTO rule_bundles (team_id, id, media_type, content, sha256, replaces_built_in, rules, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (team_id) DO UPDATE SET id = excluded.id, media_type = excluded.media_type, content = excluded.content, sha256 = excluded.sha256,
			replaces_built_in = excluded.replaces_built_in, rules = excluded.rules, created_at = excluded.created_at`,
		team, b.ID, b.MediaType, b.Content, b.SHA256, b.ReplacesBuiltIn, string(rules), micros(b.CreatedAt))
	if err != nil {
		return fmt.Errorf("store bundle of rules: %w", err)
	}
	return nil
}

// DeleteRuleBundle deletes the custom rules of a team and returns their ID, or
// NotFound.
func (tx *Tx) DeleteRuleBundle(ctx context.Context, team vigil.TeamID) (id vigil.ID, err error) {
	err = tx.q.row(ctx, `DELETE FROM rule_bundles WHERE team_id = $1 RETURNING id`, team).Scan((*string)(&id))
	return id, missing(err, "bundle of rules")
}

func scanBundle(w row, extra ...any) (b vigil.RuleBundle, err error) {
	var rules string
	var created int64
	if err := w.Scan(append([]any{(*string)(&b.ID), &b.MediaType, &b.SHA256, &b.ReplacesBuiltIn, &rules, &created}, extra...)...); err != nil {
		return b, err
	}
	b.CreatedAt = fromMicros(created)
	var records []ruleRecord
	if err := json.Unmarshal([]byte(rules), &records); err != nil {
		return b, fmt.Errorf("read rules of a team: %w", err)
	}
	b.Rules = make([]vigil.Rule, len(records))
	for i, r := range records {
		b.Rules[i] = vigil.Rule(r)
		b.Rules[i].Origin = vigil.TeamRule
	}
	return b, nil
}
