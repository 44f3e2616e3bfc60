package store

import (
	"context"
	"fmt"

	"vigil"
)

// sealedColumns are the columns with encrypted values: their names begin with sealed_, each in
// a table with an id. A value is bound to "table/id/column". A test compares the list with the
// schema: a column missing here would be lost when the key is rotated.
var sealedColumns = []struct{ table, id, column string }{
	{"gitlab_integrations", "team_id", "sealed_token"},
	{"webhooks", "id", "sealed_secret"},
	{"hook_secrets", "id", "sealed_secret"},
}

// sealedSettings are the settings with encrypted values, bound to
// "settings/name/value".
var sealedSettings = []string{"secret_check"}

// Reseal replaces every encrypted value by the result of reseal and returns their
// number.
func (tx *Tx) Reseal(ctx context.Context, reseal func(sealed, table, id, column string) (string, error)) (n int, err error) {
	for _, name := range sealedSettings {
		value, err := tx.GetSetting(ctx, name)
		if vigil.KindOf(err) == vigil.NotFound {
			continue
		}
		if err != nil {
			return n, err
		}
		sealed, err := reseal(string(value), "settings", name, "value")
		if err != nil {
			return n, fmt.Errorf("seal setting %s anew: %w", name, err)
		}
		if err := tx.UpdateSetting(ctx, name, []byte(sealed)); err != nil {
			return n, err
		}
		n++
	}
	for _, c := range sealedColumns {
		type value struct{ id, sealed string }
		rs, err := tx.q.query(ctx, `SELECT `+c.id+`, `+c.column+` FROM `+c.table+` WHERE `+c.column+` <> ''`)
		values, err := collect(rs, err, func(r row) (v value, err error) { return v, r.Scan(&v.id, &v.sealed) })
		if err != nil {
			return n, fmt.Errorf("list %s of %s: %w", c.column, c.table, err)
		}
		for _, v := range values {
			sealed, err := reseal(v.sealed, c.table, v.id, c.column)
			if err != nil {
				return n, fmt.Errorf("seal %s of %s %s anew: %w", c.column, c.table, v.id, err)
			}
			if _, err := tx.q.exec(ctx, `UPDATE `+c.table+` SET `+c.column+` = $1 WHERE `+c.id+` = $2`, sealed, v.id); err != nil {
				return n, fmt.Errorf("update %s of %s: %w", c.column, c.table, err)
			}
			n++
		}
	}
	return n, nil
}
