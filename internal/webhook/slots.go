package webhook

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"sync"

	"vigil"
	"vigil/internal/store"
)

const (
	// maxSlots is how many requests one process has under way.
	maxSlots = 512
	// hostSlots is how many of them go from one team to one host.
	hostSlots = 100
)

// place is where a request goes: a host, as one team names it. Two teams with one
// host do not share its slots, else one could use up the other's.
type place struct {
	team vigil.TeamID
	host string
}

// placeOf returns the place of a webhook.
func placeOf(team vigil.TeamID, raw string) place {
	u, err := url.Parse(raw)
	if err != nil {
		return place{team, raw}
	}
	port := u.Port()
	if port == "" {
		port = "443"
	}
	return place{team, strings.ToLower(u.Hostname()) + ":" + port}
}

// slots shares out the requests that a process has under way. A team may take one
// more while it has fewer than are free: one alone gets half of them, two a third
// each, and so on. So there is always one left for a team that has none.
type slots struct {
	total, perHost int
	freed          func()    // called when somebody who was refused may try again
	gauge          func(int) // told how many are in use

	mu    sync.Mutex
	used  int
	teams map[vigil.TeamID]int
	hosts map[place]int
}

func newSlots(freed func(), gauge func(int)) *slots {
	return &slots{total: maxSlots, perHost: hostSlots, freed: freed, gauge: gauge, teams: map[vigil.TeamID]int{}, hosts: map[place]int{}}
}

// take takes a slot, or reports false.
func (s *slots) take(p place) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.roomFor(p) {
		return false
	}
	s.used++
	s.teams[p.team]++
	s.hosts[p]++
	s.gauge(s.used)
	return true
}

// give gives a slot back.
func (s *slots) give(p place) {
	s.mu.Lock()
	refused := !s.roomFor(p)
	s.used--
	if s.teams[p.team]--; s.teams[p.team] == 0 {
		delete(s.teams, p.team)
	}
	if s.hosts[p]--; s.hosts[p] == 0 {
		delete(s.hosts, p)
	}
	s.gauge(s.used)
	s.mu.Unlock()
	if refused {
		s.freed()
	}
}

// crowded reports whether a slot would be refused.
func (s *slots) crowded(p place) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.roomFor(p)
}

func (s *slots) roomFor(p place) bool { return s.teamHasRoom(p.team) && s.hosts[p] < s.perHost }

func (s *slots) teamHasRoom(team vigil.TeamID) bool { return s.teams[team] < s.total-s.used }

// full returns the teams that cannot have more, and whether nobody can.
func (s *slots) full() (teams []vigil.TeamID, all bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for team := range s.teams {
		if !s.teamHasRoom(team) {
			teams = append(teams, team)
		}
	}
	return teams, s.used >= s.total
}

// choose takes a slot for each of as many of the due webhooks as it can, and returns
// these: first of the teams that have fewest under way, in turn for each team.
func (s *slots) choose(due []store.DueWebhook, most int) (chosen []store.DueWebhook) {
	type candidate struct {
		store.DueWebhook
		turn int
	}
	turns := map[vigil.TeamID]int{}
	candidates := make([]candidate, len(due))
	s.mu.Lock()
	for i, d := range due {
		candidates[i] = candidate{d, s.teams[d.Team] + turns[d.Team]}
		turns[d.Team]++
	}
	s.mu.Unlock()
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.turn, b.turn) })
	for _, c := range candidates {
		if len(chosen) == most {
			break
		}
		if s.take(placeOf(c.Team, c.URL)) {
			chosen = append(chosen, c.DueWebhook)
		}
	}
	return chosen
}
