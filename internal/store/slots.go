package store

import (
	"context"
	"errors"
	"sync"
	"time"

	"vigil"
)

// teamReads is how many lists of one team are read concurrently. SQLite has sqliteReaders
// connections for reading and PostgreSQL 16 in total: one team must not use them all. slotWait is
// how long a list waits for another of its team.
const teamReads = 3

var slotWait = 5 * time.Second // a variable for the sake of tests

// teamSlots limits how many lists of each team are read concurrently. The zero value is ready
// to use; nil means no limit.
type teamSlots struct {
	mu    sync.Mutex
	teams map[vigil.TeamID]*teamSlot
}

type teamSlot struct {
	free  chan struct{} // holds one element per running list
	users int           // running or waiting; without any it is removed
}

// hold runs fn in one of the slots of a team, within listTime. A list that belongs to no team
// needs none.
func (s *teamSlots) hold(ctx context.Context, team vigil.TeamID, fn func(context.Context) error) error {
	if s != nil && team != "" {
		leave, err := s.enter(ctx, team)
		if err != nil {
			return err
		}
		defer leave()
	}
	bounded, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	err := fn(bounded)
	if err != nil && ctx.Err() == nil && errors.Is(bounded.Err(), context.DeadlineExceeded) {
		return tooLong(err)
	}
	return err
}

// enter waits for a slot of a team. The caller must leave it.
func (s *teamSlots) enter(ctx context.Context, team vigil.TeamID) (leave func(), err error) {
	s.mu.Lock()
	if s.teams == nil {
		s.teams = map[vigil.TeamID]*teamSlot{}
	}
	slot := s.teams[team]
	if slot == nil {
		slot = &teamSlot{free: make(chan struct{}, teamReads)}
		s.teams[team] = slot
	}
	slot.users++
	s.mu.Unlock()
	forget := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if slot.users--; slot.users == 0 {
			delete(s.teams, team)
		}
	}
	leave = func() {
		<-slot.free
		forget()
	}
	select {
	case slot.free <- struct{}{}:
		return leave, nil
	default:
	}
	wait := time.NewTimer(slotWait)
	defer wait.Stop()
	select {
	case slot.free <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		forget()
		return nil, classify(ctx.Err())
	case <-wait.C:
		forget()
		return nil, &vigil.Error{Kind: vigil.RateLimited, Code: "rate_limited",
			Message: "Other lists of this team are still being read. Wait a second, and ask for fewer at a time."}
	}
}
