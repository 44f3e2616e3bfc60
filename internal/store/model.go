package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vigil"
)

// errOver rolls back the reservation of a call that would exceed a budget.
var errOver = errors.New("over budget")

// BeginCall reserves the cost of a call to a model, unless it was answered or begun before, or is
// over a budget. All servers on a database share the budgets: a reservation is a compare-and-swap.
// The answer is that of CallAnswered.
func (s *Store) BeginCall(ctx context.Context, c vigil.ModelCall) (state vigil.CallState, answer string, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		var err error
		if state, answer, err = tx.takeCall(ctx, c); err != nil || state != vigil.CallReserved {
			return err
		}
		if state, err = tx.reserve(ctx, c); err == nil && state != vigil.CallReserved {
			err = errOver
		}
		return err
	})
	if err != nil && !errors.Is(err, errOver) {
		return 0, "", fmt.Errorf("begin call of scan %s: %w", c.Scan, err)
	}
	return state, answer, nil
}

// takeCall stores that a call is being made.
func (tx *Tx) takeCall(ctx context.Context, c vigil.ModelCall) (vigil.CallState, string, error) {
	n, err := tx.q.exec(ctx, `
		INSERT INTO model_answers (team_id, task, repository_id, scan_id, asked_at, answer) VALUES ($1, $2, $3, $4, $5, '') ON CONFLICT (team_id, task) DO NOTHING`,
		c.Team, c.Task, c.Repository, c.Scan, micros(c.At))
	if err != nil || n == 1 {
		return vigil.CallReserved, "", err
	}
	var by vigil.ID
	var at, running int64
	var answer string
	err = tx.q.row(ctx, `
		SELECT a.scan_id, a.asked_at, a.answer, (SELECT count(*) FROM scans s WHERE s.id = a.scan_id AND s.ended_at = 0)
		FROM model_answers a WHERE a.team_id = $1 AND a.task = $2`, c.Team, c.Task).Scan((*string)(&by), &at, &answer, &running)
	switch {
	case errors.Is(err, errNoRows): // released since
		return vigil.CallInProgress, "", nil
	case err != nil:
		return 0, "", err
	case answer != "":
		return vigil.CallAnswered, answer, nil
	case by == c.Scan:
		return vigil.CallInterrupted, "", nil
	case running > 0 && fromMicros(at).After(c.At.Add(-c.GiveUp)): // nobody waits for what a scan that is over began
		return vigil.CallInProgress, "", nil
	}
	n, err = tx.q.exec(ctx, `UPDATE model_answers SET scan_id = $1, asked_at = $2 WHERE team_id = $3 AND task = $4 AND asked_at = $5 AND answer = ''`,
		c.Scan, micros(c.At), c.Team, c.Task, at)
	if err != nil || n == 1 {
		return vigil.CallReserved, "", err
	}
	return vigil.CallInProgress, "", nil
}

// reserve adds the cost of a call to what its scan and its team have spent.
func (tx *Tx) reserve(ctx context.Context, c vigil.ModelCall) (vigil.CallState, error) {
	if err := tx.insertUsage(ctx, c); err != nil {
		return 0, err
	}
	n, err := tx.q.exec(ctx, `UPDATE model_usage SET calls = calls + 1, cost = cost + $1 WHERE scan_id = $2 AND model = $3 AND cost <= $4`,
		int64(c.Reserve), c.Scan, c.Model, int64(c.PerScan-c.Reserve))
	if err != nil || n == 0 {
		return vigil.CallOverScan, err
	}
	if _, err := tx.q.exec(ctx, `INSERT INTO model_spending (team_id, month, amount) VALUES ($1, $2, 0) ON CONFLICT (team_id, month) DO NOTHING`, c.Team, month(c.At)); err != nil {
		return 0, err
	}
	n, err = tx.q.exec(ctx, `UPDATE model_spending SET amount = amount + $1 WHERE team_id = $2 AND month = $3 AND amount <= $4`,
		int64(c.Reserve), c.Team, month(c.At), int64(c.PerMonth-c.Reserve))
	if err != nil || n == 0 {
		return vigil.CallOverMonth, err
	}
	return vigil.CallReserved, nil
}

func (tx *Tx) insertUsage(ctx context.Context, c vigil.ModelCall) error {
	_, err := tx.q.exec(ctx, `
		INSERT INTO model_usage (scan_id, model, name, calls, cached, input_tokens, output_tokens, cost) VALUES ($1, $2, $3, 0, 0, 0, 0, 0)
		ON CONFLICT (scan_id, model) DO NOTHING`, c.Scan, c.Model, c.Name)
	return err
}

// month is the period of the budget of a team.
func month(t time.Time) string { return t.UTC().Format("2006-01") }

// SettleCall stores the answer to a call, and replaces the reservation with what it cost.
func (s *Store) SettleCall(ctx context.Context, c vigil.ModelCall, answer string, used vigil.ModelUsage) error {
	return s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.q.exec(ctx, `UPDATE model_answers SET answer = $1 WHERE team_id = $2 AND task = $3 AND answer = ''`, answer, c.Team, c.Task); err != nil {
			return fmt.Errorf("store answer of a model: %w", err)
		}
		return tx.settle(ctx, c, used, 1)
	})
}

// ReleaseCall undoes a reservation: the call was not answered, and costs nothing.
func (s *Store) ReleaseCall(ctx context.Context, c vigil.ModelCall) error {
	return s.Write(ctx, func(tx *Tx) error {
		if _, err := tx.q.exec(ctx, `DELETE FROM model_answers WHERE team_id = $1 AND task = $2 AND scan_id = $3 AND answer = ''`, c.Team, c.Task, c.Scan); err != nil {
			return fmt.Errorf("release call of scan %s: %w", c.Scan, err)
		}
		return tx.settle(ctx, c, vigil.ModelUsage{}, 0)
	})
}

// settle replaces the reservation of a call, of which so many were made.
func (tx *Tx) settle(ctx context.Context, c vigil.ModelCall, used vigil.ModelUsage, calls int64) error {
	over := int64(used.Cost - c.Reserve)
	_, err := tx.q.exec(ctx, `
		UPDATE model_usage SET calls = calls - 1 + $1, cost = cost + $2, input_tokens = input_tokens + $3, output_tokens = output_tokens + $4
		WHERE scan_id = $5 AND model = $6`, calls, over, used.InputTokens, used.OutputTokens, c.Scan, c.Model)
	if err == nil {
		_, err = tx.q.exec(ctx, `UPDATE model_spending SET amount = amount + $1 WHERE team_id = $2 AND month = $3`, over, c.Team, month(c.At))
	}
	if err != nil {
		return fmt.Errorf("settle call of scan %s: %w", c.Scan, err)
	}
	return nil
}

// CountCached counts answers that a scan got without a call.
func (s *Store) CountCached(ctx context.Context, c vigil.ModelCall, n int) error {
	return s.Write(ctx, func(tx *Tx) error {
		err := tx.insertUsage(ctx, c)
		if err == nil {
			_, err = tx.q.exec(ctx, `UPDATE model_usage SET cached = cached + $1 WHERE scan_id = $2 AND model = $3`, n, c.Scan, c.Model)
		}
		if err != nil {
			return fmt.Errorf("count cached answers of scan %s: %w", c.Scan, err)
		}
		return nil
	})
}

// DeleteOldModelAnswers deletes a batch of answers to calls that were begun before a time, and
// returns how many. They are looked for outside of the transaction: there is no index by time.
func (s *Store) DeleteOldModelAnswers(ctx context.Context, before time.Time) (n int64, err error) {
	type key struct{ team, task string }
	rs, err := s.q.query(ctx, `SELECT team_id, task FROM model_answers WHERE asked_at < $1 LIMIT 500`, micros(before))
	old, err := collect(rs, err, func(w row) (k key, err error) { return k, w.Scan(&k.team, &k.task) })
	if err == nil && len(old) > 0 {
		err = s.WriteStep(ctx, func(tx *Tx) error {
			n = 0
			for _, k := range old {
				deleted, err := tx.q.exec(ctx, `DELETE FROM model_answers WHERE team_id = $1 AND task = $2 AND asked_at < $3`, k.team, k.task, micros(before))
				if err != nil {
					return err
				}
				n += deleted
			}
			return nil
		})
	}
	if err != nil {
		return 0, fmt.Errorf("delete old answers of models: %w", err)
	}
	return n, nil
}

// ListModelUsage returns what models did for a scan of a team.
func (r reader) ListModelUsage(ctx context.Context, team vigil.TeamID, scan vigil.ID) ([]vigil.ModelUsage, error) {
	rs, err := r.q.query(ctx, `
		SELECT u.model, u.name, u.calls, u.cached, u.input_tokens, u.output_tokens, u.cost
		FROM model_usage u JOIN scans s ON s.id = u.scan_id WHERE u.scan_id = $1 AND s.team_id = $2 ORDER BY u.model`, scan, team)
	all, err := collect(rs, err, func(w row) (u vigil.ModelUsage, err error) {
		err = w.Scan((*string)(&u.Model), &u.Name, &u.Calls, &u.Cached, &u.InputTokens, &u.OutputTokens, (*int64)(&u.Cost))
		return u, err
	})
	if err != nil {
		return nil, fmt.Errorf("list model usage of scan %s: %w", scan, err)
	}
	return all, nil
}

// GetModelSpending returns what models cost a team in the month of a time, with reservations.
func (r reader) GetModelSpending(ctx context.Context, team vigil.TeamID, at time.Time) (spent vigil.Money, err error) {
	err = r.q.row(ctx, `SELECT coalesce((SELECT amount FROM model_spending WHERE team_id = $1 AND month = $2), 0)`, team, month(at)).Scan((*int64)(&spent))
	if err != nil {
		return 0, fmt.Errorf("get model spending: %w", err)
	}
	return spent, nil
}
