//go:build ignore

package store

import (
	"context"
	"database/sql"
	"fmt"
)

type Store struct{ DB *sql.DB }

type Query struct {
	Name  string
	Limit int
}

var columns = map[string]string{"name": "name"}

func (s *Store) ByName(ctx context.Context, name string) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, "select * from items where name = '"+name+"'") // finds: go-sql-injection
}

func (s *Store) Sorted(ctx context.Context, sort string) (*sql.Rows, error) {
	column, ok := columns[sort]
	if !ok {
		return nil, fmt.Errorf("unknown column %q", sort)
	}
	return s.DB.QueryContext(ctx, "select * from items order by "+column)
}

func (s *Store) Find(ctx context.Context, q Query) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, "select * from items where name = '"+q.Name+"'") // finds: go-sql-injection
}

func (s *Store) Limit(ctx context.Context, q Query) (*sql.Rows, error) {
	return s.DB.QueryContext(ctx, fmt.Sprintf("select * from items limit %v", q.Limit))
}
