package webhook

import (
	"context"
	"errors"
	"sync"
	"time"

	"vigil"
	"vigil/internal/service"
	"vigil/internal/store"
)

const (
	// maxInFlight is how many requests to one webhook are under way at once.
	maxInFlight = 4
	// pageSize is how many deliveries are read ahead: few, for each comes with
	// its payload.
	pageSize = 16
	// maxBusy bounds those that wait to be recorded: they are sent again when the
	// server is killed.
	maxBusy = 64
	// linger is how long a lease is kept when nothing is due: where there was an
	// event, another is likely, and to claim takes a transaction.
	linger = time.Second
	// turn is how long a webhook is sent to while others of its team or host wait.
	turn = 5 * time.Second
	// slotWait is how long it takes until a slot that was refused is asked for again.
	slotWait = 100 * time.Millisecond
	// lastTime is how long requests under way may take once the server shall stop.
	lastTime = 3 * time.Second
)

// worker sends to one webhook while it holds its lease.
type worker struct {
	s       *Sender
	id      vigil.ID
	place   place // by which its slots count while it holds the lease
	claimed time.Time
	news    chan struct{} // something may have become due
	freed   chan struct{} // something is no longer busy
	ended   chan struct{} // a request has ended

	refreshing sync.Mutex // held by who looks for changes

	mu       sync.Mutex
	hook     store.LeasedWebhook
	known    int64 // the version that we have said we act by
	secret   string
	stopped  bool              // nothing is to be sent: it was disabled, deleted, or the lease is lost
	starting map[*begun]bool   // attempts whose request has not been sent yet
	busy     map[vigil.ID]bool // deliveries that are tried, or not yet recorded
	underWay int               // requests
	held     int               // slots: one for each request, and one while there is something to send
	yields   bool              // it is the turn of others
	breaker  breaker
}

// begun is an attempt under way.
type begun struct {
	url, secret string
	cancel      context.CancelCauseFunc
	done        chan struct{}
}

// errHalted is why an attempt is given up before its request was sent.
var errHalted = errors.New("the webhook was changed")

// newWorker returns a worker that has one slot of its place.
func newWorker(s *Sender, l store.LeasedWebhook, p place, claimed time.Time) *worker {
	return &worker{s: s, id: l.ID, place: p, claimed: claimed, hook: l, known: l.Version, held: 1, breaker: newBreaker(l.Timeouts),
		news: make(chan struct{}, 1), freed: make(chan struct{}, 1), ended: make(chan struct{}, 1), starting: map[*begun]bool{}, busy: map[vigil.ID]bool{}}
}

// run sends until nothing is due, then gives up the lease. When ctx ends, it begins
// nothing more.
func (w *worker) run(ctx context.Context) {
	defer w.s.forget(w)
	defer w.giveUpSlots()
	// Requests under way, and what is to be stored about them, outlive ctx.
	after := context.WithoutCancel(ctx)
	requests, giveUp := context.WithCancel(after)
	defer giveUp()
	secret, err := w.s.Ring.Open(w.hook.Secret, service.WebhookSecretPlace(w.id))
	if err != nil {
		// To try and fail would use up the attempts; the operator can mend this.
		w.s.Log.ErrorContext(ctx, "the secret of a webhook cannot be opened: nothing is sent to it", "webhook_id", w.id, "err", err)
		if err := w.s.Store.PutOffWebhook(after, w.s.holder, w.id, time.Now().Add(time.Minute)); err != nil {
			w.s.Log.WarnContext(ctx, "webhook not put off", "webhook_id", w.id, "err", err)
		}
		return
	}
	w.secret = string(secret)
	for {
		w.sendDue(ctx, requests)
		w.drain(ctx, giveUp)
		released, err := w.leave(ctx.Err() != nil)
		switch {
		case err != nil && ctx.Err() != nil:
			return // it ends by itself
		case err != nil:
			w.s.Log.WarnContext(ctx, "webhook not released, will try again", "webhook_id", w.id, "err", err)
			sleep(ctx, time.Second)
		case released:
			return
		}
		w.refresh(after) // it may have been enabled again
	}
}

// leave gives up the lease. It reports false if there is something to send again.
func (w *worker) leave(ending bool) (released bool, err error) {
	w.mu.Lock()
	r := store.WebhookRelease{ID: w.id, Timeouts: w.breaker.timeouts, Pause: w.stopped || ending}
	switch {
	case w.breaker.open():
		r.Pause, r.NotBefore = true, time.Now().Add(w.breaker.wait(w.s.Backoff[0], luck()))
	case w.yields:
		r.Pause, r.NotBefore = true, time.Now() // behind those that wait already
	}
	w.mu.Unlock()
	done := make(chan left, 1)
	w.s.leaving <- leaving{r, done}
	l := <-done
	return l.released, l.err
}

// sendDue sends what is due until nothing has been for a while, or nothing may be
// sent any more.
func (w *worker) sendDue(ctx, requests context.Context) {
	for ctx.Err() == nil && !w.isStopped() {
		busy := w.busyNow()
		if len(busy) >= maxBusy {
			wait(ctx, w.freed, time.Second)
			continue
		}
		// Those that are busy may still look due. In whole pages, so that there are
		// few different statements.
		most := pageSize * (2 + len(busy)/pageSize)
		due, err := w.s.Store.ListDueDeliveries(ctx, w.id, time.Now(), most)
		if err != nil {
			if ctx.Err() == nil {
				w.s.Log.WarnContext(ctx, "deliveries not read, will try again", "webhook_id", w.id, "err", err)
				sleep(ctx, time.Second)
			}
			continue
		}
		for _, d := range due {
			if !busy[d.ID] && !w.send(ctx, requests, d) {
				return
			}
		}
		if len(due) == most {
			continue // there may be more
		}
		idle := len(w.busyNow()) == 0
		if idle {
			w.giveUpSlots()
			if w.s.manyWorkers() {
				return
			}
		}
		if woken := wait(ctx, w.news, linger); !woken && idle {
			return
		}
	}
}

// send begins an attempt when its turn has come. It reports false if nothing may
// be sent any more.
func (w *worker) send(ctx, requests context.Context, d store.DueDelivery) bool {
	if !w.take(ctx) {
		return false
	}
	a, attempt := w.begin(requests, d.ID)
	if a == nil {
		w.give()
		return false
	}
	go w.carryOut(attempt, a, d)
	return true
}

// take waits until one more request may be under way. It reports false if none may
// be for now.
func (w *worker) take(ctx context.Context) bool {
	for ctx.Err() == nil {
		taken, leave := w.tryTake()
		if taken || leave {
			return taken
		}
		wait(ctx, w.ended, slotWait)
	}
	return false
}

// tryTake takes a slot for a request, or says whether to give up the lease rather
// than to wait for one.
func (w *worker) tryTake() (taken, leave bool) {
	crowded := w.s.slots.crowded(w.place)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case crowded && time.Since(w.claimed) > turn, w.held == 0 && !w.s.slots.take(w.place):
		w.yields = true
		return false, true
	case w.held == 0:
		w.held = 1
	}
	if !w.breaker.allows(w.underWay) {
		return false, w.underWay == 0
	}
	if w.underWay == w.held {
		if w.held == maxInFlight || !w.s.slots.take(w.place) {
			return false, false
		}
		w.held++
	}
	w.underWay++
	return true, false
}

// give ends a request. The last slot is kept: there may be more to send.
func (w *worker) give() {
	w.mu.Lock()
	w.underWay--
	if w.held > 1 {
		w.held--
		w.s.slots.give(w.place)
	}
	w.mu.Unlock()
	signal(w.ended)
}

// giveUpSlots gives back what is left when there is nothing to send.
func (w *worker) giveUpSlots() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ; w.held > 0; w.held-- {
		w.s.slots.give(w.place)
	}
}

// begin is the gate that each attempt passes: it returns nil if nothing may be
// sent. See refresh for the other side.
func (w *worker) begin(ctx context.Context, delivery vigil.ID) (*begun, context.Context) {
	over := w.s.leaseOver(w.claimed)
	w.mu.Lock()
	defer w.mu.Unlock()
	if over {
		w.stopped = true
	}
	if w.stopped {
		return nil, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	a := &begun{url: w.hook.URL, secret: w.secret, cancel: cancel, done: make(chan struct{})}
	w.starting[a] = true
	w.busy[delivery] = true
	return a, ctx
}

// carryOut makes an attempt and hands on what became of it.
func (w *worker) carryOut(ctx context.Context, a *begun, d store.DueDelivery) {
	attempt, timedOut := w.s.try(ctx, a.url, a.secret, d, func() { w.sent(a) })
	givenUp := context.Cause(ctx) != nil && !attempt.Succeeded() // by us
	w.sent(a)
	close(a.done)
	a.cancel(nil)
	if !givenUp {
		w.mu.Lock()
		w.breaker.count(timedOut)
		w.mu.Unlock()
	}
	w.give()
	if givenUp {
		w.over(d.ID) // as if it had not been tried
		signal(w.news)
		return
	}
	r := store.AttemptResult{Webhook: w.id, Attempt: attempt, Before: d.Attempts}
	if wait, again := w.s.Backoff.After(d.Attempts+1, luck()); again && !attempt.Succeeded() {
		r.Next = vigil.Now().Add(wait)
	}
	w.s.results <- result{r, func() {
		w.over(d.ID)
		if soon := time.Until(r.Next); !r.Next.IsZero() && soon < linger {
			time.AfterFunc(soon, func() { signal(w.news) })
		}
	}}
}

// sent marks that the request of an attempt is on its way, and can no longer be
// held back.
func (w *worker) sent(a *begun) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.starting, a)
}

// over marks that nothing more is to be stored about a delivery for now.
func (w *worker) over(delivery vigil.ID) {
	w.mu.Lock()
	delete(w.busy, delivery)
	w.mu.Unlock()
	signal(w.freed)
}

// drain waits until all that is under way has ended and been recorded. When the
// server shall stop, it gives up on requests that take too long.
func (w *worker) drain(ctx context.Context, giveUp context.CancelFunc) {
	stopping := ctx.Done()
	var late <-chan time.Time
	for len(w.busyNow()) > 0 {
		select {
		case <-w.freed:
		case <-stopping:
			stopping = nil
			late = time.After(w.s.last)
		case <-late:
			giveUp()
		}
	}
}

// refresh looks how the webhook is now and acts by it. When it returns, no attempt
// begins by what was before: the gate is shut, and attempts that had passed it but
// whose request was not sent have been given up.
func (w *worker) refresh(ctx context.Context) {
	w.refreshing.Lock()
	defer w.refreshing.Unlock()
	now, err := w.s.Store.GetLeasedWebhook(ctx, w.s.holder, w.id)
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return // the database is away; whoever waits asks again
	}
	lost := err != nil
	w.mu.Lock()
	if !lost && now.Version == w.known {
		w.mu.Unlock()
		return
	}
	w.stopped = lost || now.Deleted || !now.Enabled
	var halted []*begun
	for a := range w.starting {
		if w.stopped || a.url != now.URL {
			a.cancel(errHalted)
			halted = append(halted, a)
		}
	}
	w.hook.URL = now.URL
	w.breaker = breaker{} // whoever changed it may have mended it
	w.mu.Unlock()
	for _, a := range halted {
		<-a.done
	}
	signal(w.news)
	if lost {
		return
	}
	if err := w.s.Store.AcknowledgeWebhook(ctx, w.s.holder, w.id, now.Version); err != nil {
		if ctx.Err() == nil {
			w.s.Log.WarnContext(ctx, "change of a webhook not acknowledged, will try again", "webhook_id", w.id, "err", err)
		}
		return
	}
	w.mu.Lock()
	w.known = now.Version
	w.mu.Unlock()
}

func (w *worker) isStopped() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stopped
}

// busyNow returns a copy of what is under way.
func (w *worker) busyNow() map[vigil.ID]bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make(map[vigil.ID]bool, len(w.busy))
	for id := range w.busy {
		out[id] = true
	}
	return out
}
