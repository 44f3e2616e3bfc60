package spool

import (
	"fmt"
	"sync"

	"vigil"
)

// Budget is a number of bytes shared by teams. A team may hold as many as are left for
// all others: a single team gets half, a second one then a third of the total, and so
// on. However many take what they can get, there is always some left for one more.
type Budget struct {
	limit int64

	mu    sync.Mutex
	used  int64
	teams map[vigil.TeamID]int64
}

// NewBudget returns a budget of that many bytes.
func NewBudget(limit int64) *Budget {
	return &Budget{limit: limit, teams: map[vigil.TeamID]int64{}}
}

// Take reserves n bytes for a team until Return. If the team itself holds too many,
// the error is a quota error, otherwise a temporary one.
func (b *Budget) Take(team vigil.TeamID, n int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.check(team, n); err != nil {
		return err
	}
	b.used += n
	b.teams[team] += n
	return nil
}

// Check is Take without taking.
func (b *Budget) Check(team vigil.TeamID, n int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.check(team, n)
}

func (b *Budget) check(team vigil.TeamID, n int64) error {
	switch has := b.teams[team]; {
	case has+n <= b.limit-b.used-n:
		return nil
	case has+n > b.limit/2:
		return &vigil.Error{Kind: vigil.RateLimited, Code: "quota_exceeded", Param: string(vigil.QuotaUploads),
			Message: fmt.Sprintf("The bodies that this team is sending take up its share of %d MiB. Send fewer at once.", b.limit/2>>20)}
	}
	return errBusy
}

// Return gives back n bytes of a team.
func (b *Budget) Return(team vigil.TeamID, n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
	if b.teams[team] -= n; b.teams[team] == 0 {
		delete(b.teams, team)
	}
}

var errBusy = &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "The server receives too much at once. Try again in a moment."}
