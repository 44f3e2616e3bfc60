package vigil

import "time"

// Team is the tenant: the owner of keys, repositories, and everything derived from
// them.
type Team struct {
	ID        TeamID
	Name      string
	CreatedAt time.Time
}

// DefaultTeam is the name of the team that the first start creates.
const DefaultTeam = "default"

// CheckTeamName returns an error that says why name is not a valid team name, or nil.
func CheckTeamName(name string) error { return CheckText("name", name, 100) }
