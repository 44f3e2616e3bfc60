// Package depot keeps parcels.
package depot

import (
	"context"
	"database/sql"
	"fmt"
)

// Parcel is one on its way.
type Parcel struct {
	ID     int64
	Number string
	Place  string
}

// Store is the database.
type Store struct {
	DB *sql.DB
}

// ByNumber is asked with what a customer typed, see web/search.go.
func (s *Store) ByNumber(ctx context.Context, number string) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, "SELECT id, number, place FROM parcels WHERE number = '"+number+"'") // finds: go-sql-injection
}

// ByPlace returns the parcels in a place.
func (s *Store) ByPlace(ctx context.Context, place string) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, "SELECT id, number, place FROM parcels WHERE place = $1", place) // safe: go-sql-injection
}

// Page returns some parcels.
func (s *Store) Page(ctx context.Context, limit int) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, fmt.Sprintf("SELECT id, number, place FROM parcels LIMIT %d", limit)) // safe: go-sql-injection
}
