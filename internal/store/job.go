package store

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"

	"vigil"
)

// ScanJob wakes a worker, which then runs the scan that is next (see
// [Tx.ClaimNextScan]). That need not be the scan the job was enqueued for: the queue
// is first in, first out, while scans are scheduled fairly across teams.
type ScanJob struct {
	ScanID vigil.ID `json:"scan_id"`
}

// Kind names the job in the queue. It must never change: jobs outlive releases.
func (ScanJob) Kind() string { return "scan" }

// CountWaitingJobs returns the number of queued jobs.
func (r reader) CountWaitingJobs(ctx context.Context) (n int, err error) {
	if err := r.q.row(ctx, `SELECT count(*) FROM river_job WHERE state IN ('available', 'scheduled', 'retryable')`).Scan(&n); err != nil {
		return 0, fmt.Errorf("count jobs: %w", err)
	}
	return n, nil
}

// jobTime is the job timeout. No scan comes near it; River needs it to distinguish the jobs of
// killed servers from those in progress, and to remove them. Their scans do not wait for that:
// see [Store.EnqueueMissing].
const jobTime = 24 * time.Hour

// RunJobs calls work for jobs, several concurrently, until ctx ends. A job whose work
// returns an error, or is cut off by the end of ctx, is retried later.
func (s *Store) RunJobs(ctx context.Context, atOnce int, log *slog.Logger, work func(context.Context) error) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, _ *river.Job[ScanJob]) error { return work(ctx) }))
	return s.db.runJobs(ctx, &river.Config{
		Logger:            slog.New(quiet{log.Handler()}),
		Workers:           workers,
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce}},
		JobTimeout:        jobTime,
		FetchPollInterval: 500 * time.Millisecond,
	})
}

// quiet only passes warnings and errors: the routine messages of the queue are noise.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && q.Handler.Enabled(ctx, l)
}
func (q quiet) WithAttrs(as []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(as)} }
func (q quiet) WithGroup(name string) slog.Handler    { return quiet{q.Handler.WithGroup(name)} }

// stopTime is how long workers may take to stop.
const stopTime = 10 * time.Second

func runJobs[T any](ctx context.Context, driver riverdriver.Driver[T], config *river.Config) error {
	client, err := river.NewClient(driver, config)
	if err != nil {
		return fmt.Errorf("open job queue: %w", err)
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("start job queue: %w", classify(err))
	}
	<-ctx.Done()
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if err := client.StopAndCancel(late); err != nil {
		return fmt.Errorf("stop job queue: %w", err)
	}
	return nil
}
