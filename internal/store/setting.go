package store

import (
	"context"
	"fmt"
)

// GetOrInsertSetting returns the value of a setting, storing byDefault if it has none.
// All servers on a database get the same value.
func (tx *Tx) GetOrInsertSetting(ctx context.Context, name string, byDefault []byte) ([]byte, error) {
	if _, err := tx.q.exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, byDefault); err != nil {
		return nil, fmt.Errorf("insert setting %s: %w", name, err)
	}
	return tx.GetSetting(ctx, name)
}

// GetSetting returns the value of a setting. One that was never stored is not found.
func (r reader) GetSetting(ctx context.Context, name string) (value []byte, err error) {
	return value, missing(r.q.row(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value), "setting")
}

// UpdateSetting changes the value of a setting.
func (tx *Tx) UpdateSetting(ctx context.Context, name string, value []byte) error {
	if _, err := tx.q.exec(ctx, `UPDATE settings SET value = $1 WHERE name = $2`, value, name); err != nil {
		return fmt.Errorf("update setting %s: %w", name, err)
	}
	return nil
}
