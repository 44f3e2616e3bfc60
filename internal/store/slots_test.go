package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// TestSlots has a team read as many lists as it may concurrently: its next one waits and is
// then refused, while those of another team do not wait.
func TestSlots(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		busy, other := storetest.Team(t, s, "busy").ID, storetest.Team(t, s, "other").ID
		read := func(ctx context.Context, team vigil.TeamID) error {
			_, err := s.ListVulnerabilities(ctx, team, store.VulnerabilityFilter{}, vigil.Page{Limit: 1, Sort: "created_at"})
			return err
		}
		var leave []func()
		for range store.TeamReads {
			l, err := store.HoldSlot(ctx, s, busy)
			if err != nil {
				t.Fatal(err)
			}
			leave = append(leave, l)
		}

		store.SetSlotWait(t, time.Millisecond)
		if err := read(ctx, busy); vigil.KindOf(err) != vigil.RateLimited {
			t.Errorf("one list too many: %v", err)
		}
		if _, err := s.ListScans(ctx, busy, store.ScanFilter{}, vigil.Page{Limit: 1, Sort: "created_at"}); vigil.KindOf(err) != vigil.RateLimited {
			t.Errorf("one list of scans too many: %v", err)
		}
		if _, err := s.ListExported(ctx, busy, vigil.NewID(), "", 1); vigil.KindOf(err) != vigil.RateLimited {
			t.Errorf("one export too many: %v", err)
		}
		if err := read(ctx, other); err != nil {
			t.Errorf("another team: %v", err)
		}
		storetest.Write(t, s, func(tx *store.Tx) error { // a caller with a transaction does not wait
			_, err := tx.ListVulnerabilities(ctx, busy, store.VulnerabilityFilter{}, vigil.Page{Limit: 1, Sort: "created_at"})
			return err
		})

		store.SetSlotWait(t, time.Minute)
		gone, hangUp := context.WithCancel(ctx)
		waiting := make(chan error, 2)
		go func() { waiting <- read(gone, busy) }()
		hangUp()
		if err := <-waiting; !errors.Is(err, context.Canceled) {
			t.Errorf("who hung up: %v", err)
		}
		go func() { waiting <- read(ctx, busy) }()
		for _, l := range leave {
			l()
		}
		if err := <-waiting; err != nil {
			t.Errorf("who waited: %v", err)
		}
		for range 2 * store.TeamReads { // a list releases its slot however it ends
			if err := read(gone, busy); !errors.Is(err, context.Canceled) {
				t.Errorf("after hanging up: %v", err)
			}
		}
		if err := read(ctx, busy); err != nil {
			t.Errorf("at the end: %v", err)
		}
		if n := store.HeldSlots(s); n != 0 {
			t.Errorf("%d teams are remembered", n)
		}
	})
}

// TestListTime aborts a list that takes too long, with a hint.
func TestListTime(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team := storetest.Team(t, s, "acme").ID
		var many []string
		for i := range 50 {
			many = append(many, fmt.Sprint("T", i))
		}
		for _, f := range []store.VulnerabilityFilter{{}, {Types: many}} {
			page := vigil.Page{Limit: 25, Sort: "severity"}
			store.SetListTime(t, time.Nanosecond)
			_, err := s.ListVulnerabilities(ctx, team, f, page)
			if e, is := errors.AsType[*vigil.Error](err); !is || e.Kind != vigil.Unavailable || e.Code != "unavailable" {
				t.Errorf("%v", err)
			}
			store.SetListTime(t, time.Minute)
			if _, err := s.ListVulnerabilities(ctx, team, f, page); err != nil {
				t.Errorf("the next one: %v", err)
			}
		}
	})
}
