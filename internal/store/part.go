package store

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vigil"
)

// partSize is how much of a long text is stored in one row, and so held in memory by a reader
// or writer.
const partSize = 256 << 10

// The long texts of a scan.
const (
	importText = "import"
	routesText = "routes." // before the format
)

// replaceParts stores a text of a scan, replacing the previous one.
func (tx *Tx) replaceParts(ctx context.Context, scan vigil.ID, text string, content io.Reader) error {
	if err := tx.deleteParts(ctx, scan, text); err != nil {
		return err
	}
	part, size := make([]byte, partSize), int64(0)
	for number := 0; ; number++ {
		n, err := io.ReadFull(content, part)
		size += int64(n)
		if n > 0 {
			if _, err := tx.q.exec(ctx, `INSERT INTO scan_parts (scan_id, text, number, content) VALUES ($1, $2, $3, $4)`, scan, text, number, part[:n]); err != nil {
				return fmt.Errorf("insert part %d of %s of scan %s: %w", number, text, scan, err)
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return tx.addBytes(ctx, scan, size)
		case err != nil:
			return fmt.Errorf("read %s of scan %s: %w", text, scan, err)
		}
	}
}

func (tx *Tx) deleteParts(ctx context.Context, scan vigil.ID, text string) error {
	var size int64
	if err := tx.q.row(ctx, `SELECT coalesce(sum(length(content)), 0) FROM scan_parts WHERE scan_id = $1 AND text = $2`, scan, text).Scan(&size); err != nil {
		return fmt.Errorf("measure %s of scan %s: %w", text, scan, err)
	}
	if size == 0 {
		return nil
	}
	if err := tx.addBytes(ctx, scan, -size); err != nil {
		return err
	}
	if _, err := tx.q.exec(ctx, `DELETE FROM scan_parts WHERE scan_id = $1 AND text = $2`, scan, text); err != nil {
		return fmt.Errorf("delete %s of scan %s: %w", text, scan, err)
	}
	return nil
}

// parts reads a text part by part, each with a query of its own: a slow reader holds no
// database connection.
type parts struct {
	get    func(number int) ([]byte, error) // errNoRows, or an empty part: the end
	number int
	rest   []byte
}

func (p *parts) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		part, err := p.get(p.number)
		switch {
		case errors.Is(err, errNoRows), err == nil && len(part) == 0:
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("read part %d of a text: %w", p.number, err)
		}
		p.rest, p.number = part, p.number+1
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// openParts returns a text of a scan of a team. A missing one is empty.
func (r reader) openParts(ctx context.Context, team vigil.TeamID, scan vigil.ID, text string) io.Reader {
	return &parts{get: func(number int) (part []byte, err error) {
		err = r.q.row(ctx, `SELECT p.content FROM scan_parts p JOIN scans s ON s.id = p.scan_id WHERE p.scan_id = $1 AND s.team_id = $2 AND p.text = $3 AND p.number = $4`,
			scan, team, text, number).Scan(&part)
		return part, err
	}}
}
