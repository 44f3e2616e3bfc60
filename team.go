package vigil

import "time"

// Team is the tenant: the owner of keys, repositories and all that follows from
// them.
type Team struct {
	ID        TeamID
	Name      string
	CreatedAt time.Time
}

// DefaultTeam is the name of the team that the first start makes.
const DefaultTeam = "default"

// CheckTeamName returns an error that says why name cannot name a team, or nil.
func CheckTeamName(name string) error { return CheckText("name", name, 100) }
