// Package webhook delivers events to webhooks. Events are stored in the transaction of
// the change they describe (a transactional outbox); from there a [Sender] creates
// deliveries, sends each until it succeeds or has failed six times, and logs every
// attempt.
//
// Any number of servers do this concurrently. A server sends to a webhook while it
// holds its lease, with a few requests in flight. Teams share the requests of a
// process, and receivers that keep timing out are only probed, so that they delay
// nobody else. Delivery is at least once: requests in flight when a server was killed
// are sent again.
package webhook

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"vigil"
	"vigil/internal/secretbox"
	"vigil/internal/store"
)

// Config configures a sender.
type Config struct {
	Store *store.Store
	Ring  *secretbox.Ring // opens the secrets of webhooks
	// Client makes the requests. It must refuse addresses that are not public, and
	// follow no redirect.
	Client  *http.Client
	Backoff vigil.Backoff // zero: vigil.DefaultBackoff
	Log     *slog.Logger
	Metrics *Metrics // nil: nobody counts
	// Keep is how long events are kept. Zero: for ever.
	Keep time.Duration
}

// Sender creates and sends deliveries.
type Sender struct {
	Config
	holder  vigil.ID // names this sender in leases
	lease   time.Duration
	within  time.Duration // how long an attempt may take
	last    time.Duration // how long it may take once the server shall stop
	poll    time.Duration
	look    time.Duration
	results chan result
	leaving chan leaving
	toFan   chan struct{} // something happened
	toClaim chan struct{} // something is due, or may be sent by now
	slots   *slots

	mu      sync.Mutex
	workers map[vigil.ID]*worker
	renewed time.Time // when the leases were last renewed
	running sync.WaitGroup
	stop    chan struct{} // closed when Run's ctx has ended
}

const (
	// pollEvery is how long it takes until what other servers stored is noticed.
	pollEvery = 200 * time.Millisecond
	// claimMost and dueMost are how many webhooks are claimed in one transaction,
	// and from how many they are chosen.
	claimMost = 100
	dueMost   = 2000
	// maxWorkers is how many leases may be held before those that have nothing to
	// send are given up at once.
	maxWorkers = 1000

	// A lease lasts so long after it was renewed. Near its end nothing is sent any
	// more: clocks differ.
	leaseTime   = 10 * time.Second
	leaseMargin = 3 * time.Second
	renewEvery  = 2 * time.Second
	// lookEvery is how often a holder looks whether a webhook was changed, on
	// whichever server.
	lookEvery = 100 * time.Millisecond
)

// New returns a sender. It does nothing until Run.
func New(c Config) *Sender {
	if c.Backoff == (vigil.Backoff{}) {
		c.Backoff = vigil.DefaultBackoff
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Metrics == nil {
		c.Metrics = NewMetrics(nil)
	}
	s := &Sender{Config: c, holder: vigil.NewID(), lease: leaseTime, within: attemptTime, last: lastTime, poll: pollEvery, look: lookEvery, results: make(chan result, recordMost), leaving: make(chan leaving, claimMost),
		toFan: make(chan struct{}, 1), toClaim: make(chan struct{}, 1), workers: map[vigil.ID]*worker{}, stop: make(chan struct{})}
	s.slots = newSlots(func() { signal(s.toClaim) }, c.Metrics.slots)
	if c.Store.Alone() {
		// Nobody else could take it over, so a database that is busy for long is
		// no reason to stop.
		s.lease = 24 * time.Hour
	}
	return s
}

// Run sends until ctx ends, then waits for requests in flight.
func (s *Sender) Run(ctx context.Context) {
	for err := s.Store.TakeBackWebhooks(ctx); err != nil; err = s.Store.TakeBackWebhooks(ctx) {
		s.Log.WarnContext(ctx, "nothing is sent to webhooks yet, will try again", "err", err)
		if !sleep(ctx, time.Second) {
			return
		}
	}
	s.Store.OnEvent(s.wake)
	var writers sync.WaitGroup
	writers.Go(func() { s.recordAll(context.WithoutCancel(ctx)) })
	writers.Go(func() { s.releaseAll(context.WithoutCancel(ctx)) })
	var loops sync.WaitGroup
	loops.Go(func() { s.loop(ctx, "fan out", s.toFan, s.fanOut) })
	loops.Go(func() { s.loop(ctx, "claim webhooks", s.toClaim, s.claim) })
	loops.Go(func() { s.keepLeases(ctx) })
	loops.Go(func() { s.watch(ctx) })
	loops.Go(func() { s.cleanUp(ctx) })
	<-ctx.Done()
	close(s.stop)
	loops.Wait()
	s.running.Wait()
	close(s.results)
	close(s.leaving)
	writers.Wait()
}

// ending reports whether the server shall stop.
func (s *Sender) ending() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// wake has what was just stored looked at.
func (s *Sender) wake(woken []vigil.ID) {
	signal(s.toFan)
	if len(woken) == 0 {
		return
	}
	signal(s.toClaim)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range woken {
		if w := s.workers[id]; w != nil {
			signal(w.news)
		}
	}
}

// signal says that there is something, to whoever waits or comes next.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// loop runs once until there is no more to do, then again when it is woken or some
// time has passed, until ctx ends.
func (s *Sender) loop(ctx context.Context, what string, woken <-chan struct{}, once func(context.Context) (more bool, err error)) {
	for ctx.Err() == nil {
		more, err := once(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.Log.WarnContext(ctx, "will try again: "+what, "err", err)
			sleep(ctx, time.Second)
		case !more:
			wait(ctx, woken, s.poll)
		}
	}
}

func (s *Sender) fanOut(ctx context.Context) (more bool, err error) {
	n, err := s.Store.FanOut(ctx)
	return n > 0, err
}

// claim takes the leases of webhooks that have something to send, in turn for each
// team, and sends.
func (s *Sender) claim(ctx context.Context) (more bool, err error) {
	full, all := s.slots.full()
	if all {
		return false, nil
	}
	now := time.Now()
	due, err := s.Store.ListDueWebhooks(ctx, now, s.lease, full, dueMost)
	if err != nil {
		return false, err
	}
	chosen := s.slots.choose(due, claimMost)
	if len(chosen) == 0 {
		return false, nil
	}
	places := make(map[vigil.ID]place, len(chosen))
	ids := make([]vigil.ID, len(chosen))
	for i, d := range chosen {
		ids[i], places[d.ID] = d.ID, placeOf(d.Team, d.URL)
	}
	claimed, err := s.Store.ClaimWebhooks(ctx, s.holder, now, s.lease, ids)
	for _, l := range claimed {
		w := newWorker(s, l, places[l.ID], now)
		delete(places, l.ID)
		s.mu.Lock()
		s.workers[l.ID] = w
		s.mu.Unlock()
		s.running.Go(func() { w.run(ctx) })
	}
	for _, p := range places { // others were faster
		s.slots.give(p)
	}
	return len(chosen) == claimMost, err
}

// worker returns who sends to a webhook, nil if nobody here does.
func (s *Sender) worker(id vigil.ID) *worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.workers[id]
}

// forget is called by a worker that has given up its lease.
func (s *Sender) forget(w *worker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.workers[w.id] == w { // there may be another by now
		delete(s.workers, w.id)
	}
}

// manyWorkers reports whether leases should not be held for nothing.
func (s *Sender) manyWorkers() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.workers) > maxWorkers
}

// leaseOver reports whether somebody else might hold a lease that was taken at
// some time.
func (s *Sender) leaseOver(taken time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.renewed.After(taken) {
		taken = s.renewed
	}
	return time.Since(taken) > s.lease-leaseMargin
}

// keepLeases renews the leases.
func (s *Sender) keepLeases(ctx context.Context) {
	for sleep(ctx, renewEvery) {
		s.mu.Lock()
		none := len(s.workers) == 0
		s.mu.Unlock()
		if none {
			continue
		}
		now := time.Now()
		if err := s.Store.RenewWebhookLeases(ctx, s.holder, now.Add(s.lease)); err != nil {
			if ctx.Err() == nil {
				s.Log.WarnContext(ctx, "leases of webhooks not renewed", "err", err)
			}
			continue
		}
		s.mu.Lock()
		s.renewed = now
		s.mu.Unlock()
	}
}

// watch has workers act by what people changed, on whichever server.
func (s *Sender) watch(ctx context.Context) {
	for sleep(ctx, s.look) {
		s.mu.Lock()
		none := len(s.workers) == 0
		s.mu.Unlock()
		if none {
			continue
		}
		changed, err := s.Store.ListChangedWebhooks(ctx, s.holder)
		if err != nil && ctx.Err() == nil {
			s.Log.WarnContext(ctx, "changes of webhooks not seen", "err", err)
		}
		for _, id := range changed {
			if w := s.worker(id); w != nil {
				w.refresh(ctx)
			}
		}
	}
}

// Settle waits until all senders use a version of a webhook: once it returns nil, no
// attempt starts with an older one. It ends at the latest when the lease of a lost
// server expires.
func (s *Sender) Settle(ctx context.Context, id vigil.ID, version int64) error {
	for {
		if w := s.worker(id); w != nil {
			w.refresh(ctx)
		}
		settled, err := s.Store.WebhookSettled(ctx, id, version, time.Now())
		if err != nil || settled {
			return err
		}
		if !sleep(ctx, 10*time.Millisecond) {
			return &vigil.Error{Kind: vigil.Unavailable, Code: "unavailable", Err: ctx.Err(),
				Message: "The change is stored, but the server that sends to this webhook endpoint has not confirmed it. Repeat the request in a moment."}
		}
	}
}

// sleep waits, and reports false if ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	wait(ctx, nil, d)
	return ctx.Err() == nil
}

// wait waits until it is woken, which it reports, ctx ends, or some time has passed.
func wait(ctx context.Context, woken <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-woken:
		return true
	case <-ctx.Done():
	case <-t.C:
	}
	return false
}
