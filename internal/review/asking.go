package review

import (
	"context"
	"errors"
	"sync"
	"time"

	"vigil"
)

// question is a task, and what it is about.
type question struct {
	text, hash string
	about      []int
}

// asking is one series of questions of a scan.
type asking struct {
	*Reviewer
	prompt   *prompt
	scan     Scan
	deadline time.Time
	answered func(q question, a answer, c vigil.ModelCall) // by one goroutine at a time

	mu      sync.Mutex
	reasons map[string]int // why there are no answers
	cached  int
	failed  int    // calls in a row
	stopped string // why no more calls are made
	flying  sync.WaitGroup
	count   int // calls in flight
	ended   int // calls that are over
}

// askAll asks questions in order and waits for the answers, which it passes to answered as they
// come. It returns what has no answer, by reason. If ctx ends, so do the calls.
func (r *Reviewer) askAll(ctx context.Context, s Scan, p *prompt, limit time.Duration, questions []question, answered func(question, answer, vigil.ModelCall)) map[string]int {
	v := &asking{Reviewer: r, prompt: p, scan: s, deadline: time.Now().Add(limit), answered: answered, reasons: map[string]int{}}
	var later []question
	for _, q := range questions {
		if v.begin(ctx, q) {
			later = append(later, q)
		}
	}
	v.flying.Wait()
	// Other scans are asking the same, or were killed while they did.
	patience := time.Now().Add(r.config.CallTime)
	for _, q := range later {
		for v.begin(ctx, q) {
			if time.Now().After(patience) {
				v.without("not asked: another scan asked the same and has no answer yet", len(q.about))
				break
			}
			select {
			case <-ctx.Done():
			case <-time.After(250 * time.Millisecond):
			}
		}
	}
	v.flying.Wait()
	if v.cached > 0 {
		r.metrics.count(s.Model, "cached", v.cached)
		if err := r.ledger.CountCached(ctx, v.call(question{}), v.cached); err != nil {
			r.log.WarnContext(ctx, "cached answers were not counted", "scan_id", s.ID, "err", err)
		}
	}
	return v.reasons
}

// call returns the call for a question.
func (v *asking) call(q question) vigil.ModelCall {
	name := v.config.name(v.scan.Model)
	return vigil.ModelCall{
		Team: v.scan.Team, Scan: v.scan.ID, Repository: v.scan.Repository, Model: v.scan.Model, Name: name,
		Task: hashOf(q.hash, name, v.prompt.version), Reserve: v.config.price(v.scan.Model).most(v.prompt, q.text),
		PerScan: v.config.Budget.PerScan / budgetParts * v.prompt.budget, PerMonth: v.config.Budget.PerMonth, At: vigil.Now(),
		GiveUp: maxTries * (v.config.CallTime + v.config.MaxWait),
	}
}

// begin begins one question, or finds its answer. It reports whether to try again later.
func (v *asking) begin(ctx context.Context, q question) (later bool) {
	for {
		if why := v.whyStop(ctx); why != "" {
			v.without(why, len(q.about))
			return false
		}
		// The slot comes first: a call that is begun is about to be made, and after a crash counts as such.
		if !v.acquire(ctx) {
			continue
		}
		_, ended := v.counts()
		c := v.call(q)
		state, text, err := v.ledger.BeginCall(ctx, c)
		if err == nil && state == vigil.CallReserved {
			v.fly(ctx, q, c)
			return false
		}
		<-v.slots
		if err != nil {
			v.log.WarnContext(ctx, "a call to a model could not be begun", "scan_id", c.Scan, "err", err)
			v.stop("not asked: an internal error")
			continue
		}
		switch state {
		case vigil.CallAnswered:
			v.mu.Lock()
			v.cached++
			v.mu.Unlock()
			v.use(q, readAnswer(text), c)
			return false
		case vigil.CallInProgress:
			return true
		case vigil.CallInterrupted:
			v.without("not asked again: an earlier call was interrupted, and may have been paid for", len(q.about))
			return false
		case vigil.CallOverScan, vigil.CallOverMonth:
			if v.waitForOne(ctx, ended) { // it may have cost less than was reserved
				continue
			}
			reason := "not asked: the budget of the scan is spent"
			if state == vigil.CallOverMonth {
				reason = "not asked: the budget of the team for this month is spent"
			}
			v.without(reason, len(q.about)) // another question may cost less
			return false
		}
	}
}

// acquire waits for one of the calls that the process makes at a time. It reports false if the time
// is over before.
func (v *asking) acquire(ctx context.Context) bool {
	select {
	case v.slots <- struct{}{}:
		return true
	case <-ctx.Done():
	case <-time.After(time.Until(v.deadline)):
	}
	return false
}

// fly makes a call in the slot that was acquired, and frees it.
func (v *asking) fly(ctx context.Context, q question, c vigil.ModelCall) {
	v.mu.Lock()
	v.count++
	v.mu.Unlock()
	v.flying.Go(func() {
		defer func() {
			<-v.slots
			v.mu.Lock()
			v.count--
			v.ended++
			v.mu.Unlock()
		}()
		v.make(ctx, q, c)
	})
}

// make makes a call, and stores its answer before it uses it.
func (v *asking) make(ctx context.Context, q question, c vigil.ModelCall) {
	got, usage, err := v.ask(ctx, v.prompt, c, q.text)
	if refused, is := errors.AsType[*refusal](err); is {
		v.metrics.count(c.Model, "refused", 1)
		v.release(ctx, c)
		v.without(refused.reason, len(q.about))
		v.fail(refused.reason, refused.stop)
		return
	}
	if err != nil { // the reservation stays
		v.metrics.count(c.Model, "unknown", 1)
		v.metrics.spend(c.Model, vigil.ModelUsage{Cost: c.Reserve})
		v.without("asked: "+err.Error(), len(q.about))
		v.fail("not asked: earlier calls failed", false)
		return
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	v.metrics.count(c.Model, "answered", 1)
	v.metrics.spend(c.Model, usage)
	if err := v.ledger.SettleCall(late, c, got.encode(), usage); err != nil {
		v.log.WarnContext(ctx, "the answer of a model could not be stored, and is not used", "scan_id", c.Scan, "err", err)
		v.without("asked: the answer could not be stored", len(q.about))
		return
	}
	v.mu.Lock()
	v.failed = 0
	v.mu.Unlock()
	v.use(q, got, c)
}

// release undoes a reservation. If that fails it stays, and the budget is smaller than it seems.
func (v *asking) release(ctx context.Context, c vigil.ModelCall) {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	if err := v.ledger.ReleaseCall(late, c); err != nil {
		v.log.WarnContext(ctx, "a reservation for a model could not be undone", "scan_id", c.Scan, "err", err)
	}
}

// use passes an answer on.
func (v *asking) use(q question, a answer, c vigil.ModelCall) {
	if a.Unusable != "" {
		v.without("asked: "+a.Unusable, len(q.about))
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answered(q, a, c)
}

func (v *asking) without(reason string, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.reasons[reason] += n
}

// fail counts a call that failed. After three in a row, or if stop is set, no more are made.
func (v *asking) fail(reason string, stop bool) {
	const most = 3
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failed++; stop || v.failed >= most {
		v.stopped = reason
	}
}

func (v *asking) stop(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stopped = reason
}

// whyStop says why no more calls are made, "" if they are.
func (v *asking) whyStop(ctx context.Context) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.stopped != "":
		return v.stopped
	case ctx.Err() != nil:
		return "not asked: the scan was interrupted"
	case time.Now().After(v.deadline):
		return "not asked: the time of the scan for the model is over"
	}
	return ""
}

// counts returns how many calls are in flight, and how many are over.
func (v *asking) counts() (flying, ended int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.count, v.ended
}

// waitForOne waits until more calls are over than there were. It reports false if none is in flight.
func (v *asking) waitForOne(ctx context.Context, before int) bool {
	for {
		switch flying, ended := v.counts(); {
		case ended > before:
			return true
		case flying == 0:
			return false
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(20 * time.Millisecond):
		}
	}
}
