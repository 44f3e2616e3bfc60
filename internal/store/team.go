package store

import (
	"context"
	"fmt"

	"vigil"
)

// InsertTeam stores a new team. It reports false if the name is taken.
func (tx *Tx) InsertTeam(ctx context.Context, t vigil.Team) (bool, error) {
	n, err := tx.q.exec(ctx, `INSERT INTO teams (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`,
		t.ID, t.Name, micros(t.CreatedAt))
	if err != nil {
		return false, fmt.Errorf("insert team: %w", err)
	}
	return n == 1, nil
}

// GetTeam returns the team of that name.
func (r reader) GetTeam(ctx context.Context, name string) (vigil.Team, error) {
	t, err := scanTeam(r.q.row(ctx, `SELECT id, name, created_at FROM teams WHERE name = $1`, name))
	return t, missing(err, "team")
}

// GetFirstTeam returns the oldest team.
func (r reader) GetFirstTeam(ctx context.Context) (vigil.Team, error) {
	t, err := scanTeam(r.q.row(ctx, `SELECT id, name, created_at FROM teams ORDER BY created_at, id LIMIT 1`))
	return t, missing(err, "team")
}

// ListTeams returns all teams by name. It is for operators: no API route lists teams.
func (r reader) ListTeams(ctx context.Context) ([]vigil.Team, error) {
	rs, err := r.q.query(ctx, `SELECT id, name, created_at FROM teams ORDER BY name`)
	teams, err := collect(rs, err, scanTeam)
	if err != nil {
		return nil, fmt.Errorf("list teams: %w", err)
	}
	return teams, nil
}

func scanTeam(r row) (t vigil.Team, err error) {
	var created int64
	err = r.Scan(&t.ID, &t.Name, &created)
	t.CreatedAt = fromMicros(created)
	return t, err
}
