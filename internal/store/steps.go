package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"vigil"
)

// Recording is a scan result too large for one transaction. A worker stages it step by
// step, invisible to readers, and then decides it. From then on it is applied whatever
// happens to the worker: each step exactly once, by whoever takes it.
type Recording struct {
	Lease   vigil.ID // of the worker that staged it
	Scan    vigil.ID
	Team    vigil.TeamID
	Steps   int // number of staged steps
	Decided bool
}

const recordingColumns = "r.lease, r.scan_id, r.team_id, r.steps, r.decided"

// WriteStep is Write for one of many steps of a long operation. On SQLite, the steps
// of all long operations are serialized, so that any other writer waits for at most
// one of them.
func (s *Store) WriteStep(ctx context.Context, fn func(*Tx) error) error {
	if s.Alone() {
		s.steps.Lock()
		defer s.steps.Unlock()
	}
	return s.Write(ctx, fn)
}

// TakeTurn waits like AwaitTurn. It returns the recording of the repository that must
// be applied first, or nil. A recording staged under a lost lease is discarded.
func (tx *Tx) TakeTurn(ctx context.Context, repository vigil.ID) (*Recording, error) {
	if err := tx.AwaitTurn(ctx, repository); err != nil {
		return nil, err
	}
	r, err := scanRecording(tx.q.row(ctx, `SELECT `+recordingColumns+` FROM recordings r WHERE r.repository_id = $1`, repository))
	if err != nil || r == nil || r.Decided {
		return r, err
	}
	given, err := tx.q.exec(ctx, `
		DELETE FROM recordings WHERE lease = $1 AND NOT decided
		AND NOT EXISTS (SELECT 1 FROM scans s WHERE s.id = recordings.scan_id AND s.status = 'running' AND s.lease = recordings.lease AND s.leased_until >= $2)`,
		string(r.Lease), micros(vigil.Now()))
	if err != nil {
		return nil, fmt.Errorf("take turn with repository %s: %w", repository, err)
	}
	if given == 1 {
		return nil, nil
	}
	return r, nil
}

// InsertRecording starts staging the result of a scan, under its lease.
func (tx *Tx) InsertRecording(ctx context.Context, l Lease, repository vigil.ID) error {
	_, err := tx.q.exec(ctx, `INSERT INTO recordings (lease, scan_id, team_id, repository_id) VALUES ($1, $2, $3, $4)`, string(l.Token), l.Scan, l.Team, repository)
	if err != nil {
		return fmt.Errorf("begin to record scan %s: %w", l.Scan, err)
	}
	return nil
}

// StageStep adds a step to a recording. It reports false if the recording was
// discarded, because the lease had expired and another worker needed the turn.
func (s *Store) StageStep(ctx context.Context, l Lease, content []byte) (staged bool, err error) {
	packed, err := pack(content) // before others have to wait
	if err != nil {
		return false, fmt.Errorf("pack step of scan %s: %w", l.Scan, err)
	}
	err = s.WriteStep(ctx, func(tx *Tx) error {
		n, err := tx.q.exec(ctx, `UPDATE recordings SET steps = steps + 1 WHERE lease = $1 AND NOT decided`, string(l.Token))
		if staged = n == 1; err != nil || !staged {
			return err
		}
		_, err = tx.q.exec(ctx, `INSERT INTO recording_steps (lease, number, content) VALUES ($1, (SELECT steps FROM recordings WHERE lease = $2), $3)`,
			string(l.Token), string(l.Token), packed)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("stage step of scan %s: %w", l.Scan, err)
	}
	return staged, nil
}

// DecideRecording makes the staged recording the result of the scan. It reports false
// if the lease is lost, the scan was canceled, or the recording was discarded.
func (tx *Tx) DecideRecording(ctx context.Context, l Lease, until time.Time) (bool, error) {
	held, err := tx.RenewLease(ctx, l, until)
	if err != nil || !held {
		return false, err
	}
	n, err := tx.q.exec(ctx, `UPDATE recordings SET decided = true WHERE lease = $1`, string(l.Token))
	if err != nil {
		return false, fmt.Errorf("decide recording of scan %s: %w", l.Scan, err)
	}
	if n == 0 {
		return false, nil
	}
	// In the row of the scan as well: whoever ends a scan reads only that.
	if _, err := tx.q.exec(ctx, `UPDATE scans SET decided = true WHERE id = $1 AND team_id = $2`, l.Scan, l.Team); err != nil {
		return false, fmt.Errorf("decide recording of scan %s: %w", l.Scan, err)
	}
	return true, nil
}

// GetDecidedRecording returns the recording of a scan if it is decided but not fully
// applied, else nil.
func (r reader) GetDecidedRecording(ctx context.Context, team vigil.TeamID, scan vigil.ID) (*Recording, error) {
	return scanRecording(r.q.row(ctx, `SELECT `+recordingColumns+` FROM recordings r WHERE r.scan_id = $1 AND r.team_id = $2 AND r.decided`, scan, team))
}

// GetNextStep returns the first step of a recording that is not applied yet, 0 if all
// are.
func (r reader) GetNextStep(ctx context.Context, of Recording) (number int, content []byte, err error) {
	var packed []byte
	err = r.q.row(ctx, `SELECT number, content FROM recording_steps WHERE lease = $1 ORDER BY number LIMIT 1`, string(of.Lease)).Scan(&number, &packed)
	if errors.Is(err, errNoRows) {
		return 0, nil, nil
	}
	if err == nil {
		content, err = unpack(packed)
	}
	if err != nil {
		return 0, nil, fmt.Errorf("get step of scan %s: %w", of.Scan, err)
	}
	return number, content, nil
}

// TakeStep takes a step, to be applied in this transaction. It reports false if
// another worker took it first.
func (tx *Tx) TakeStep(ctx context.Context, of Recording, number int) (bool, error) {
	n, err := tx.q.exec(ctx, `DELETE FROM recording_steps WHERE lease = $1 AND number = $2`, string(of.Lease), number)
	if err != nil {
		return false, fmt.Errorf("take step of scan %s: %w", of.Scan, err)
	}
	return n == 1, nil
}

// EndRecording completes the scan of a recording with its last step.
func (tx *Tx) EndRecording(ctx context.Context, of Recording, now time.Time) error {
	if _, err := tx.q.exec(ctx, `DELETE FROM recordings WHERE lease = $1`, string(of.Lease)); err != nil {
		return fmt.Errorf("end recording of scan %s: %w", of.Scan, err)
	}
	if _, err := tx.q.exec(ctx, `UPDATE scans SET decided = false WHERE id = $1 AND team_id = $2`, of.Scan, of.Team); err != nil {
		return fmt.Errorf("end recording of scan %s: %w", of.Scan, err)
	}
	ended, err := tx.UpdateScanEnded(ctx, of.Team, of.Scan, vigil.ScanCompleted, now)
	if err == nil && !ended {
		err = fmt.Errorf("end recording of scan %s: it ended before", of.Scan)
	}
	return err
}

// DeleteRecording discards what was staged under a lease, unless it is decided.
func (s *Store) DeleteRecording(ctx context.Context, l Lease) error {
	err := s.Write(ctx, func(tx *Tx) error {
		_, err := tx.q.exec(ctx, `DELETE FROM recordings WHERE lease = $1 AND NOT decided`, string(l.Token))
		return err
	})
	if err != nil {
		return fmt.Errorf("give up recording of scan %s: %w", l.Scan, err)
	}
	return s.DeleteLostSteps(ctx)
}

// DeleteLostSteps deletes a batch of steps of discarded recordings.
func (s *Store) DeleteLostSteps(ctx context.Context) error {
	const most = 100
	lost := fmt.Sprintf(`SELECT t.lease, t.number FROM recording_steps t
		WHERE NOT EXISTS (SELECT 1 FROM recordings r WHERE r.lease = t.lease) LIMIT %d`, most)
	for {
		var any bool
		// Outside of a transaction: usually there are none.
		err := s.q.row(ctx, `SELECT EXISTS (`+lost+`)`).Scan(&any)
		if err == nil && any {
			err = s.WriteStep(ctx, func(tx *Tx) error {
				_, err := tx.q.exec(ctx, `DELETE FROM recording_steps WHERE (lease, number) IN (`+lost+`)`)
				return err
			})
		}
		if err != nil {
			return fmt.Errorf("delete lost steps: %w", err)
		}
		if !any {
			return nil
		}
	}
}

func scanRecording(w row) (*Recording, error) {
	var r Recording
	err := w.Scan((*string)(&r.Lease), (*string)(&r.Scan), (*string)(&r.Team), &r.Steps, &r.Decided)
	if errors.Is(err, errNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("get recording: %w", err)
	}
	return &r, nil
}

// pack compresses a step: findings are repetitive.
func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
