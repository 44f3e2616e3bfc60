package store

import (
	"context"
	"fmt"

	"vigil"
)

const releaseColumns = `r.id, r.channel, r.version, r.scanner_version, r.git_sha, r.image_uri, r.image_digest, r.notes, r.pushed_at`

// InsertRelease stores a release. The first one of a channel creates the channel.
func (tx *Tx) InsertRelease(ctx context.Context, r vigil.Release) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO releases (id, channel, version, scanner_version, git_sha, image_uri, image_digest, notes, pushed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		r.ID, r.Channel, r.Version, r.ScannerVersion, r.GitSHA, r.ImageURI, r.ImageDigest, r.Notes, micros(r.PushedAt))
	if err != nil {
		return fmt.Errorf("insert release: %w", err)
	}
	return nil
}

// ListReleases returns a page of the releases of a channel. For a team without access,
// the channel does not exist.
func (r reader) ListReleases(ctx context.Context, team vigil.TeamID, channel string, page vigil.Page) (List[vigil.Release], error) {
	if err := r.checkChannel(ctx, team, channel); err != nil {
		return List[vigil.Release]{}, err
	}
	return r.releases(ctx, releasesOf(channel), page)
}

// GetRelease returns the newest release of a channel with that customer or scanner
// version, or the newest of all if version is empty.
func (r reader) GetRelease(ctx context.Context, team vigil.TeamID, channel, version string) (vigil.Release, error) {
	if err := r.checkChannel(ctx, team, channel); err != nil {
		return vigil.Release{}, err
	}
	p := releasesOf(channel)
	if version != "" {
		p.split([]condition{where("r.version = ?", version), where("r.scanner_version = ?", version)})
	}
	l, err := r.releases(ctx, p, vigil.Page{Limit: 1, Desc: true})
	if err == nil && len(l.Items) == 0 {
		err = vigil.MissingError("release")
	}
	if err != nil {
		return vigil.Release{}, err
	}
	return l.Items[0], nil
}

func releasesOf(channel string) plan {
	return plan{
		columns: releaseColumns,
		table:   "releases r",
		id:      "r.id", sort: "r.pushed_at",
		where: []condition{where("r.channel = ?", channel)},
	}
}

func (r reader) releases(ctx context.Context, p plan, page vigil.Page) (List[vigil.Release], error) {
	l, err := list(ctx, r, p, page, func(r vigil.Release) vigil.ID { return r.ID }, scanRelease)
	if err != nil {
		return l, fmt.Errorf("list releases: %w", err)
	}
	return l, nil
}

// checkChannel returns "not found" unless the channel has a release and the team has
// access.
func (r reader) checkChannel(ctx context.Context, team vigil.TeamID, channel string) error {
	var n int
	err := r.q.row(ctx, `
		SELECT count(*) FROM (SELECT 1 FROM releases WHERE channel = $1 LIMIT 1) AS within
		WHERE NOT EXISTS (SELECT 1 FROM channel_teams WHERE channel = $2)
		   OR EXISTS (SELECT 1 FROM channel_teams WHERE channel = $3 AND team_id = $4)`, channel, channel, channel, team).Scan(&n)
	if err == nil && n == 0 {
		return vigil.MissingError("release channel")
	}
	if err != nil {
		return fmt.Errorf("get channel: %w", err)
	}
	return nil
}

// Channel is a release channel as operators see it.
type Channel struct {
	Name     string
	Releases int
	Teams    []string // names of the teams with access; none: all
}

// ListChannels returns all channels by name, including restricted ones without a
// release. It is for operators: no API route lists channels, because knowing the name
// grants access.
func (r reader) ListChannels(ctx context.Context) ([]Channel, error) {
	rs, err := r.q.query(ctx, `
		SELECT c.channel, (SELECT count(*) FROM releases r WHERE r.channel = c.channel), coalesce(t.name, '')
		FROM (SELECT channel FROM releases UNION SELECT channel FROM channel_teams) AS c
		LEFT JOIN channel_teams m ON m.channel = c.channel LEFT JOIN teams t ON t.id = m.team_id
		ORDER BY c.channel, t.name`)
	var out []Channel
	_, err = collect(rs, err, func(w row) (struct{}, error) {
		var c Channel
		var team string
		err := w.Scan(&c.Name, &c.Releases, &team)
		if len(out) == 0 || out[len(out)-1].Name != c.Name {
			out = append(out, c)
		}
		if last := &out[len(out)-1]; team != "" {
			last.Teams = append(last.Teams, team)
		}
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list channels: %w", err)
	}
	return out, nil
}

// ListAllReleases returns the releases of all channels, or of one, newest first, for
// operators.
func (r reader) ListAllReleases(ctx context.Context, channel string) ([]vigil.Release, error) {
	rs, err := r.q.query(ctx, `
		SELECT `+releaseColumns+` FROM releases r WHERE r.channel = $1 OR $2 = '' ORDER BY r.channel, r.pushed_at DESC, r.id DESC`, channel, channel)
	all, err := collect(rs, err, scanRelease())
	if err != nil {
		return nil, fmt.Errorf("list releases: %w", err)
	}
	return all, nil
}

// ReplaceChannelTeams restricts a channel to these teams, or opens it if there are
// none.
func (tx *Tx) ReplaceChannelTeams(ctx context.Context, channel string, teams []vigil.TeamID) error {
	if _, err := tx.q.exec(ctx, `DELETE FROM channel_teams WHERE channel = $1`, channel); err != nil {
		return fmt.Errorf("restrict channel: %w", err)
	}
	err := insertMany(ctx, tx.q, `INSERT INTO channel_teams (channel, team_id)`, teams,
		func(team vigil.TeamID) []any { return []any{channel, team} }, ` ON CONFLICT (channel, team_id) DO NOTHING`)
	if err != nil {
		return fmt.Errorf("restrict channel: %w", err)
	}
	return nil
}

func scanRelease(extra ...any) func(row) (vigil.Release, error) {
	var r vigil.Release
	var pushed int64
	dest := append([]any{(*string)(&r.ID), &r.Channel, &r.Version, &r.ScannerVersion, &r.GitSHA, &r.ImageURI, &r.ImageDigest, &r.Notes, &pushed}, extra...)
	return func(w row) (vigil.Release, error) {
		err := w.Scan(dest...)
		r.PushedAt = fromMicros(pushed)
		return r, err
	}
}
