package store

import (
	"encoding/binary"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"vigil"
)

// pgRows are rows of PostgreSQL.
type pgRows struct {
	pgx.Rows
	text []byte // of the row that is being read
}

func (r *pgRows) Err() error { return classify(r.Rows.Err()) }

// Scan reads texts, ids and whole numbers by itself, all texts of a row as parts of
// one string: pgx is made for every type there is, and to read a page took it as long as
// to send the query. What is of another type or NULL is left to pgx.
func (r *pgRows) Scan(dest ...any) error {
	values, fields := r.RawValues(), r.FieldDescriptions()
	if len(values) != len(dest) || len(fields) != len(dest) {
		return classify(r.Rows.Scan(dest...))
	}
	r.text = r.text[:0]
	for i, d := range dest {
		known := false
		switch d := d.(type) {
		case *string:
			r.text, known = appendPgText(r.text, fields[i].DataTypeOID, fields[i].Format, values[i])
		case *int64:
			*d, known = readPgInt(fields[i].DataTypeOID, fields[i].Format, values[i])
		}
		if !known {
			return classify(r.Rows.Scan(dest...))
		}
	}
	text := string(r.text)
	for i, d := range dest {
		if d, ok := d.(*string); ok {
			n := len(values[i])
			if fields[i].DataTypeOID == pgtype.UUIDOID {
				n = vigil.IDLength
			}
			*d, text = text[:n], text[n:]
		}
	}
	return nil
}

// appendPgText appends a TEXT, or a UUID in its text form.
func appendPgText(b []byte, oid uint32, format int16, value []byte) ([]byte, bool) {
	switch {
	case value == nil:
		return b, false
	case oid == pgtype.TextOID: // the same in both formats
		return append(b, value...), true
	case oid == pgtype.UUIDOID && format == pgtype.BinaryFormatCode && len(value) == 16:
		id := vigil.FormatID([16]byte(value))
		return append(b, id[:]...), true
	}
	return b, false
}

// readPgInt reads a BIGINT, which all our numbers are.
func readPgInt(oid uint32, format int16, value []byte) (int64, bool) {
	if oid != pgtype.Int8OID || format != pgtype.BinaryFormatCode || len(value) != 8 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(value)), true
}

// plain makes texts of arguments that are texts by another name. pgx would find
// that out by itself, with each query anew and by way of an error.
func plain(args []any) []any {
	for i, arg := range args {
		switch arg := arg.(type) {
		case vigil.ID:
			args[i] = string(arg)
		case vigil.TeamID:
			args[i] = string(arg)
		}
	}
	return args
}
