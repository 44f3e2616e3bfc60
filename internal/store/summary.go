package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"vigil"
)

// CountOpen returns the number of open vulnerabilities on the default branches of a team's
// repositories, by level, and of the repositories.
func (r reader) CountOpen(ctx context.Context, team vigil.TeamID) (open vigil.Counts, repositories int, err error) {
	err = r.q.row(ctx, `
		SELECT count(*), CAST(coalesce(sum(open_critical), 0) AS BIGINT), CAST(coalesce(sum(open_high), 0) AS BIGINT),
			CAST(coalesce(sum(open_medium), 0) AS BIGINT), CAST(coalesce(sum(open_low), 0) AS BIGINT)
		FROM repositories WHERE team_id = $1 AND deleted_at = 0`, team).Scan(&repositories, &open[0], &open[1], &open[2], &open[3])
	if err != nil {
		return open, 0, fmt.Errorf("count open vulnerabilities: %w", err)
	}
	return open, repositories, nil
}

// ListWorstRepositories returns the repositories of a team with open vulnerabilities on
// their default branch, most at risk first: by the number of critical ones, then high, and so on.
func (r reader) ListWorstRepositories(ctx context.Context, team vigil.TeamID, most int) ([]vigil.Repository, error) {
	rs, err := r.q.query(ctx, `
		SELECT `+repositoryColumns+` FROM repositories r
		WHERE r.team_id = $1 AND r.deleted_at = 0 AND r.open_critical + r.open_high + r.open_medium + r.open_low > 0
		ORDER BY r.open_critical DESC, r.open_high DESC, r.open_medium DESC, r.open_low DESC, r.id LIMIT `+strconv.Itoa(most), team)
	got, err := collect(rs, err, scanRepository())
	if err != nil {
		return nil, fmt.Errorf("list worst repositories: %w", err)
	}
	return got, nil
}

// FindRepositories resolves names, which are IDs or full names, to IDs: none for an
// untracked name, several if several providers have it. It returns nil if there are no
// names.
func (r reader) FindRepositories(ctx context.Context, team vigil.TeamID, names []string) ([]vigil.ID, error) {
	if len(names) == 0 {
		return nil, nil
	}
	ids := []vigil.ID{}
	for _, name := range names {
		if id, ok := vigil.ParseID(name); ok {
			_, err := r.GetRepository(ctx, team, id)
			if err == nil {
				ids = append(ids, id)
				continue
			}
			if vigil.KindOf(err) != vigil.NotFound {
				return nil, err
			}
		}
		named, err := r.ListRepositoriesNamed(ctx, team, name)
		if err != nil {
			return nil, err
		}
		for _, repository := range named {
			ids = append(ids, repository.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
