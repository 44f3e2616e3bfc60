package server

import (
	"context"
	"fmt"
	"time"

	"vigil"
	"vigil/internal/demo"
	"vigil/internal/service"
	"vigil/internal/store"
)

// DemoScan is how the scan of the bundled sample came out.
type DemoScan struct {
	Repository string
	Status     vigil.ScanStatus
	Found      vigil.Counts
}

// demoScan is the scan of the sample that waits or runs.
type demoScan struct {
	team vigil.TeamID
	id   vigil.ID
}

// startDemo tracks the bundled sample and queues a scan of it, once. It returns nil if that
// was done before.
func startDemo(ctx context.Context, db *store.Store, verbs *service.Service) (started *demoScan, err error) {
	err = db.Write(ctx, func(tx *store.Tx) error {
		started = nil
		team, err := tx.GetTeam(ctx, vigil.DefaultTeam)
		if err != nil {
			return err
		}
		named, err := tx.ListRepositoriesNamed(ctx, team.ID, demo.Name)
		if err != nil || len(named) > 0 {
			return err
		}
		_, err = tx.TrackRepository(ctx, team.ID, vigil.Repository{
			ID: vigil.NewID(), FullName: demo.Name, Provider: vigil.Zip, DefaultBranch: vigil.AssumedBranch, CreatedAt: vigil.Now(),
		})
		if err != nil {
			return err
		}
		s, err := verbs.StartScan(ctx, tx, team.ID, service.NewScan{Name: "Demo", Repository: demo.Name})
		started = &demoScan{team.ID, s.ID}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("scan the demo: %w", err)
	}
	return started, nil
}

// ScansDemo reports whether the sample is being scanned because of this start.
func (s *Server) ScansDemo() bool { return s.demo != nil }

// tellDemo waits for the scan of the sample and tells how it came out.
func (s *Server) tellDemo(ctx context.Context) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		got, err := s.store.GetScan(ctx, s.demo.team, s.demo.id)
		if err != nil && vigil.KindOf(err) != vigil.NotFound {
			continue // the database may be back in a moment
		}
		if err != nil {
			return
		}
		if got.Status.Done() {
			s.onDemo(DemoScan{demo.Name, got.Status, got.Found})
			return
		}
	}
}
