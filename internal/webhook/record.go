package webhook

import (
	"context"
	"math/rand/v2"
	"time"

	"vigil"
	"vigil/internal/store"
)

const (
	// recordMost and recordDelay say how many results are stored in one
	// transaction and how long one waits for others. A commit takes as long for
	// hundreds of them as for one.
	recordMost  = 200
	recordDelay = 5 * time.Millisecond
	// recordTime is how long storing may take once the server shall stop.
	recordTime = 5 * time.Second
)

// result is what became of an attempt, on its way to the database.
type result struct {
	store.AttemptResult
	recorded func() // called once it is stored
}

// leaving is a worker that gives up its lease.
type leaving struct {
	release store.WebhookRelease
	done    chan<- left
}

// left is what became of it.
type left struct {
	released bool
	err      error
}

// releaseAll gives up leases until there will be no more: those in one transaction
// that came while the last one lasted. Receivers that hang let go of hundreds at once.
func (s *Sender) releaseAll(ctx context.Context) {
	batch := make([]leaving, 0, claimMost)
	for first := range s.leaving {
		batch = append(batch[:0], first)
	collect:
		for len(batch) < claimMost {
			select {
			case l, more := <-s.leaving:
				if !more {
					break collect
				}
				batch = append(batch, l)
			default:
				break collect
			}
		}
		releases := make([]store.WebhookRelease, len(batch))
		for i, l := range batch {
			releases[i] = l.release
		}
		released, err := s.Store.ReleaseWebhooks(ctx, s.holder, time.Now(), releases)
		for _, l := range batch {
			l.done <- left{released[l.release.ID], err}
		}
	}
}

// luck spreads retries.
func luck() float64 { return rand.Float64() }

// recordAll stores results until there will be no more.
func (s *Sender) recordAll(ctx context.Context) {
	batch := make([]result, 0, recordMost)
	for first := range s.results {
		batch = append(batch[:0], first)
		full := time.After(recordDelay)
	collect:
		for len(batch) < recordMost {
			select {
			case r, more := <-s.results:
				if !more {
					break collect
				}
				batch = append(batch, r)
			case <-full:
				break collect
			}
		}
		s.record(ctx, batch)
		for _, r := range batch {
			r.recorded()
		}
	}
}

// record stores results, as long as it takes: what is not recorded is sent again.
func (s *Sender) record(ctx context.Context, batch []result) {
	rows := make([]store.AttemptResult, len(batch))
	for i, r := range batch {
		rows[i] = r.AttemptResult
	}
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		late, cancel := context.WithTimeout(ctx, recordTime)
		err := s.Store.RecordAttempts(late, rows, vigil.Now())
		cancel()
		switch {
		case err == nil:
			for _, r := range rows {
				s.Metrics.count(r)
			}
			return
		case s.ending():
			s.Log.WarnContext(ctx, "attempts not recorded: they will be made again", "attempts", len(rows), "err", err)
			return
		case vigil.KindOf(err) != vigil.Unavailable && len(batch) == 1:
			s.Log.ErrorContext(ctx, "attempt not recorded", "delivery_id", rows[0].Attempt.DeliveryID, "err", err)
			return
		case vigil.KindOf(err) != vigil.Unavailable:
			for i := range batch { // one of them is to blame
				s.record(ctx, batch[i:i+1])
			}
			return
		}
		s.Log.WarnContext(ctx, "attempts not recorded, will try again", "attempts", len(rows), "err", err)
		time.Sleep(wait)
	}
}
