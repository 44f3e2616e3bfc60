package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations
var migrations embed.FS

// Migrations are the migration files, for tests that cache a migrated database.
func Migrations() fs.FS { return migrations }

// migrate brings the schema up to date: ours, then that of the job queue.
func migrate[T any](ctx context.Context, log *slog.Logger, dialect goose.Dialect, db *sql.DB, driver riverdriver.Driver[T]) error {
	ours, err := newProvider(dialect, db)
	if err != nil {
		return err
	}
	current, target, err := ours.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", classify(err))
	}
	if current > target {
		return fmt.Errorf("the database has schema version %d and this program knows only %d: it was used by a newer vigil, use that one", current, target)
	}
	done, err := ours.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate: %w", classify(err))
	}
	for _, m := range done {
		log.InfoContext(ctx, "database migrated", "version", m.Source.Version, "took", m.Duration)
	}
	jobs, err := newJobMigrator(driver)
	if err != nil {
		return err
	}
	if _, err := jobs.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate job queue: %w", classify(err))
	}
	return nil
}

// newProvider returns the migrator of our part of the schema.
func newProvider(dialect goose.Dialect, db *sql.DB) (*goose.Provider, error) {
	folder := "migrations/sqlite"
	if dialect == goose.DialectPostgres {
		folder = "migrations/postgres"
	}
	files, err := fs.Sub(migrations, folder)
	if err != nil {
		return nil, err
	}
	ours, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return ours, nil
}

// newJobMigrator returns the migrator of the job queue.
func newJobMigrator[T any](driver riverdriver.Driver[T]) (*rivermigrate.Migrator[T], error) {
	jobs, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("read migrations of the job queue: %w", err)
	}
	return jobs, nil
}
