package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"vigil"
)

// The document of an import can have 64 MiB. It is staged in short transactions, so that other
// writers need not wait, and attached to its scan by the one that creates the scan. Until then
// nobody sees it, and if its writer is killed, it is swept. A document that is no longer needed is
// discarded in the transaction that ends the scan, and then swept in the same way.

const (
	// stagedParts is how many parts one transaction stores, or deletes.
	stagedParts = 4
	// stagedTime is how long a staged document is kept without another part. A request takes at
	// most half of it.
	stagedTime = 30 * time.Second
	// discarded is the staged_until of a document that nobody needs.
	discarded = -1
)

// StageImport stores a document, compressed with gzip, and returns its ID, for vigil.Import. Attach
// it within stagedTime, or call DiscardImport.
func (s *Store) StageImport(ctx context.Context, document io.Reader) (id vigil.ID, err error) {
	id = vigil.NewID()
	defer func() {
		if err != nil {
			late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			err = errors.Join(err, s.DiscardImport(late, id))
		}
	}()
	err = s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `INSERT INTO import_documents (id, size, staged_until) VALUES ($1, 0, $2)`, id, micros(vigil.Now().Add(stagedTime)))
		return err
	})
	if err != nil {
		return id, fmt.Errorf("stage import: %w", err)
	}
	for number, chunk := 0, make([]byte, stagedParts*partSize); ; number += stagedParts {
		n, end := io.ReadFull(document, chunk)
		if end != nil && !errors.Is(end, io.EOF) && !errors.Is(end, io.ErrUnexpectedEOF) {
			return id, fmt.Errorf("read import: %w", end)
		}
		if n > 0 {
			if err := s.stageParts(ctx, id, number, chunk[:n]); err != nil {
				return id, fmt.Errorf("stage part %d of import: %w", number, err)
			}
		}
		if end != nil {
			return id, nil
		}
	}
}

// stageParts adds to a document, from a part on.
func (s *Store) stageParts(ctx context.Context, document vigil.ID, number int, content []byte) error {
	return s.WriteStep(ctx, func(tx *Tx) error {
		n, err := tx.q.exec(ctx, `UPDATE import_documents SET size = size + $1, staged_until = $2 WHERE id = $3 AND staged_until > 0`,
			len(content), micros(vigil.Now().Add(stagedTime)), document)
		if err == nil && n == 0 {
			err = errSwept
		}
		for i := 0; err == nil && i*partSize < len(content); i++ {
			part := content[i*partSize : min((i+1)*partSize, len(content))]
			_, err = tx.q.exec(ctx, `INSERT INTO import_parts (document_id, number, content) VALUES ($1, $2, $3)`, document, number+i, part)
		}
		return err
	})
}

// errSwept means that staging took so long that the document counted as lost.
var errSwept = &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Message: "Storing the document took too long. Send it again."}

// DiscardImport gives up a staged document. It has no effect on one that is attached to a scan.
func (s *Store) DiscardImport(ctx context.Context, document vigil.ID) error {
	err := s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `UPDATE import_documents SET staged_until = $1 WHERE id = $2 AND staged_until > 0`, discarded, document)
		return err
	})
	if err != nil {
		return fmt.Errorf("discard import: %w", err)
	}
	return nil
}

// DeleteLostImport deletes a batch of a document that was discarded, or staged by a process that is
// gone. It reports whether there was one.
func (s *Store) DeleteLostImport(ctx context.Context, now time.Time) (any bool, err error) {
	var document vigil.ID
	// Outside of a transaction: usually there are none.
	err = s.q.row(ctx, `SELECT id FROM import_documents WHERE staged_until <> 0 AND staged_until < $1 ORDER BY staged_until LIMIT 1`, micros(now)).Scan((*string)(&document))
	if errors.Is(err, errNoRows) {
		return false, nil
	}
	if err == nil {
		err = s.WriteStep(ctx, func(tx *Tx) error { return tx.deleteLostImport(ctx, document, now) })
	}
	if err != nil {
		return false, fmt.Errorf("delete lost import: %w", err)
	}
	return true, nil
}

// deleteLostImport deletes a batch of the parts of a document, or the document if it has none.
func (tx *Tx) deleteLostImport(ctx context.Context, document vigil.ID, now time.Time) error {
	// Discarded first: a writer that is late, after all, must not add to the rest.
	n, err := tx.q.exec(ctx, `UPDATE import_documents SET staged_until = $1 WHERE id = $2 AND staged_until <> 0 AND staged_until < $3`, discarded, document, micros(now))
	if err != nil || n == 0 { // another server was faster
		return err
	}
	n, err = tx.q.exec(ctx, fmt.Sprintf(`DELETE FROM import_parts WHERE document_id = $1
		AND number IN (SELECT number FROM import_parts WHERE document_id = $2 ORDER BY number LIMIT %d)`, stagedParts), document, document)
	if err != nil || n > 0 {
		return err
	}
	_, err = tx.q.exec(ctx, `DELETE FROM import_documents WHERE id = $1`, document)
	return err
}

// InsertScanImport attaches a staged document to the scan that records it instead of analyzing
// source.
func (tx *Tx) InsertScanImport(ctx context.Context, scan vigil.ID, i vigil.Import) error {
	var size int64
	err := tx.q.row(ctx, `UPDATE import_documents SET staged_until = 0 WHERE id = $1 AND staged_until > 0 RETURNING size`, i.Document).Scan(&size)
	if errors.Is(err, errNoRows) {
		return fmt.Errorf("attach import to scan %s: %w", scan, errSwept)
	}
	if err == nil {
		_, err = tx.q.exec(ctx, `INSERT INTO scan_imports (scan_id, commit_sha, partial, document, document_id) VALUES ($1, $2, $3, $4, $5)`,
			scan, i.Commit, i.Partial, []byte{}, i.Document)
	}
	if err != nil {
		return fmt.Errorf("attach import to scan %s: %w", scan, err)
	}
	return tx.addBytes(ctx, scan, size)
}

// deleteScanImport discards the document of a scan, if it is an import.
func (tx *Tx) deleteScanImport(ctx context.Context, scan vigil.ID) error {
	var size int64
	err := tx.q.row(ctx, `
		UPDATE import_documents SET staged_until = $1
		WHERE id = (SELECT document_id FROM scan_imports WHERE scan_id = $2) RETURNING size`, discarded, scan).Scan(&size)
	if err == nil {
		err = tx.addBytes(ctx, scan, -size)
	} else if errors.Is(err, errNoRows) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("discard import of scan %s: %w", scan, err)
	}
	n, err := tx.q.exec(ctx, `DELETE FROM scan_imports WHERE scan_id = $1`, scan)
	if err != nil || n == 0 {
		return err
	}
	return tx.deleteParts(ctx, scan, importText)
}

// discardImports discards the documents of scans that are being deleted.
func (tx *Tx) discardImports(ctx context.Context, scans []vigil.ID) error {
	var t sqlText
	t.add(`UPDATE import_documents SET staged_until = ?`, discarded)
	t.add(` WHERE id IN (SELECT document_id FROM scan_imports`)
	t.where([]condition{anyOf("scan_id", scans)})
	t.add(`)`)
	_, err := tx.q.exec(ctx, t.String(), t.args...)
	return err
}

// GetScanImport returns the metadata of the import of a scan, without the document.
// NotFound means that the scan analyzes source.
func (r reader) GetScanImport(ctx context.Context, team vigil.TeamID, scan vigil.ID) (i vigil.Import, err error) {
	err = r.q.row(ctx, `SELECT i.commit_sha, i.partial FROM scan_imports i JOIN scans s ON s.id = i.scan_id WHERE i.scan_id = $1 AND s.team_id = $2`, scan, team).
		Scan(&i.Commit, &i.Partial)
	return i, missing(err, "import")
}

// OpenScanImport returns the document that a scan imports, compressed with gzip. It is
// streamed from the database in chunks.
func (r reader) OpenScanImport(ctx context.Context, team vigil.TeamID, scan vigil.ID) (io.Reader, error) {
	var whole []byte // of an import stored before documents were split into parts
	err := r.q.row(ctx, `SELECT i.document FROM scan_imports i JOIN scans s ON s.id = i.scan_id WHERE i.scan_id = $1 AND s.team_id = $2`, scan, team).Scan(&whole)
	if err = missing(err, "import"); err != nil {
		return nil, err
	}
	document := &parts{get: func(number int) (part []byte, err error) {
		err = r.q.row(ctx, `
			SELECT p.content FROM scan_imports i JOIN scans s ON s.id = i.scan_id JOIN import_parts p ON p.document_id = i.document_id
			WHERE i.scan_id = $1 AND s.team_id = $2 AND p.number = $3`, scan, team, number).Scan(&part)
		return part, err
	}}
	// An import is in one of these places, depending on the version that stored it.
	return io.MultiReader(bytes.NewReader(whole), r.openParts(ctx, team, scan, importText), document), nil
}
