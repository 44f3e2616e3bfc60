package store

import (
	"context"
	"fmt"
)

// GetOrInsertSetting returns the value of a setting, storing byDefault if it has
// none. All servers of a database get the same.
func (tx *Tx) GetOrInsertSetting(ctx context.Context, name string, byDefault []byte) (value []byte, err error) {
	if _, err := tx.q.exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, byDefault); err != nil {
		return nil, fmt.Errorf("insert setting %s: %w", name, err)
	}
	if err := tx.q.row(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value); err != nil {
		return nil, fmt.Errorf("get setting %s: %w", name, err)
	}
	return value, nil
}
