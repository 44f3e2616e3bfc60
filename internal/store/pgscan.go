package store

import (
	"encoding/binary"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"vigil"
)

// pgRows are rows of PostgreSQL.
type pgRows struct {
	pgx.Rows
	text *strings.Builder // of rows read so far, with spare capacity; nil: none yet
}

// Strings of several rows share one allocation. It grows with the number of rows, but stays
// small enough that one retained string does not retain many others.
const minRoom, maxRoom = 512, 4096

// roomFor returns a buffer for the strings of a row that have n bytes in total.
func (r *pgRows) roomFor(n int) *strings.Builder {
	if r.text == nil || r.text.Cap()-r.text.Len() < n {
		room := minRoom
		if r.text != nil {
			room = min(2*r.text.Cap(), maxRoom)
		}
		r.text = new(strings.Builder)
		r.text.Grow(max(room, n))
	}
	return r.text
}

func (r *pgRows) Err() error { return classify(r.Rows.Err()) }

// Scan decodes texts, IDs, and integers itself: the generic decoding of pgx took as
// long per page as the query. Other types and NULL are left to pgx.
func (r *pgRows) Scan(dest ...any) error {
	values, fields := r.RawValues(), r.FieldDescriptions()
	if len(values) != len(dest) || len(fields) != len(dest) {
		return classify(r.Rows.Scan(dest...))
	}
	length := 0
	for i, d := range dest {
		known := false
		switch d := d.(type) {
		case *string:
			var n int
			n, known = pgTextLength(&fields[i], values[i])
			length += n
		case *int64:
			*d, known = readPgInt(&fields[i], values[i])
		}
		if !known {
			return classify(r.Rows.Scan(dest...))
		}
	}
	room := r.roomFor(length)
	for i, d := range dest {
		if d, ok := d.(*string); ok {
			start := room.Len()
			if fields[i].DataTypeOID == pgtype.UUIDOID {
				id := vigil.FormatID([16]byte(values[i]))
				room.Write(id[:])
			} else {
				room.Write(values[i])
			}
			*d = room.String()[start:]
		}
	}
	return nil
}

// pgTextLength returns the length of a TEXT, or of the text form of a UUID.
func pgTextLength(field *pgconn.FieldDescription, value []byte) (int, bool) {
	switch {
	case value == nil:
		return 0, false
	case field.DataTypeOID == pgtype.TextOID: // the same in both formats
		return len(value), true
	case field.DataTypeOID == pgtype.UUIDOID:
		return vigil.IDLength, field.Format == pgtype.BinaryFormatCode && len(value) == 16
	}
	return 0, false
}

// readPgInt reads a BIGINT, which all our numbers are.
func readPgInt(field *pgconn.FieldDescription, value []byte) (int64, bool) {
	if field.DataTypeOID != pgtype.Int8OID || field.Format != pgtype.BinaryFormatCode || len(value) != 8 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(value)), true
}

// plain converts arguments of string types to string. pgx would find that out by itself, for
// each query again and by way of an error.
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
