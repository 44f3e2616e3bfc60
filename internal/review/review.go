package review

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/anthropics/anthropic-sdk-go"

	"vigil"
	"vigil/internal/engine"
)

// Detector is the name under which the coverage of a scan tells what the model was asked.
const Detector = "model"

// Reviewer asks models about findings. It is safe for concurrent use.
type Reviewer struct {
	config     Config
	ledger     Ledger
	metrics    *Metrics
	log        *slog.Logger
	client     anthropic.Client
	slots      chan struct{}
	effortless sync.Map // names of models that do not know the parameter effort
}

// New returns a reviewer. Metrics may be nil.
func New(c Config, l Ledger, m *Metrics, log *slog.Logger) *Reviewer {
	c = c.withDefaults()
	return &Reviewer{config: c, ledger: l, metrics: m, log: log, client: newClient(c), slots: make(chan struct{}, c.AtOnce)}
}

// WhyNot says why no finding of a repository may be sent to a model, "" if they may. It works on a
// nil reviewer.
func (r *Reviewer) WhyNot(repository string) string {
	switch {
	case r == nil || r.config.Key == "":
		return "not asked: no key"
	case !r.config.Repositories.match(repository):
		return "not asked: the repository is not in VIGIL_MODEL_REPOSITORIES"
	}
	return ""
}

// MaxFindings is how many findings of one scan are asked about.
func (r *Reviewer) MaxFindings() int { return r.config.MaxFindings }

// Scan is for which scan findings are reviewed.
type Scan struct {
	Team           vigil.TeamID
	ID, Repository vigil.ID
	Model          vigil.Model
}

// Result is what a model said.
type Result struct {
	Opinions []*vigil.Opinion // one for each finding, nil where there is none
	// Without counts the findings without an opinion, by reason.
	Without map[string]int
}

// Coverage returns the coverage of the detector "model".
func (r Result) Coverage(files int) engine.Coverage {
	c := NotAsked()
	c.Files = files
	for _, reason := range slices.Sorted(maps.Keys(r.Without)) {
		noun := "findings"
		if r.Without[reason] == 1 {
			noun = "finding"
		}
		c.Skipped = append(c.Skipped, engine.Skip{Reason: fmt.Sprintf("%d %s %s", r.Without[reason], noun, reason), Kind: engine.Excluded})
	}
	return c
}

// NotAsked returns the coverage of a scan whose model was not asked, for these reasons.
func NotAsked(reasons ...string) engine.Coverage {
	c := engine.Coverage{Detector: Detector, Version: Version}
	for _, reason := range reasons {
		c.Skipped = append(c.Skipped, engine.Skip{Reason: reason, Kind: engine.Excluded})
	}
	return c
}

// question is a task and the findings that it is about.
type question struct {
	text, hash string
	about      []int
}

// review is the review of one scan.
type review struct {
	*Reviewer
	scan     Scan
	findings []Finding
	deadline time.Time

	mu      sync.Mutex
	result  Result
	cached  int
	failed  int    // calls in a row
	stopped string // why no more calls are made
	flying  sync.WaitGroup
	count   int // calls in flight
	ended   int // calls that are over
}

// Review asks a model about findings, the most severe first, and waits for its answers. Whatever
// goes wrong is a reason in the result. If ctx ends, so do the calls.
func (r *Reviewer) Review(ctx context.Context, s Scan, findings []Finding) Result {
	v := &review{Reviewer: r, scan: s, findings: findings, deadline: time.Now().Add(r.config.ScanTime)}
	v.result = Result{Opinions: make([]*vigil.Opinion, len(findings)), Without: map[string]int{}}
	var later []question
	for _, q := range questionsOf(findings, v.without) {
		if v.begin(ctx, q) {
			later = append(later, q)
		}
	}
	v.flying.Wait()
	for _, q := range later { // other scans are asking the same
		for v.begin(ctx, q) {
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
	return v.result
}

// questionsOf returns the tasks for findings, the most severe first. Equal findings share one.
func questionsOf(findings []Finding, without func(reason string, n int)) (out []question) {
	order := make([]int, len(findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(findings[b].Severity - findings[a].Severity) })
	byHash := map[string]int{}
	for _, i := range order {
		if why := findings[i].Withheld; why != "" {
			without("not asked: "+why, 1)
			continue
		}
		text := task(findings[i])
		hash := hashOf(text)
		at, known := byHash[hash]
		if !known {
			at = len(out)
			byHash[hash] = at
			out = append(out, question{text: text, hash: hash})
		}
		out[at].about = append(out[at].about, i)
	}
	return out
}

// call returns the call for a question.
func (v *review) call(q question) vigil.ModelCall {
	name := v.config.name(v.scan.Model)
	return vigil.ModelCall{
		Team: v.scan.Team, Scan: v.scan.ID, Repository: v.scan.Repository, Model: v.scan.Model, Name: name,
		Task: hashOf(q.hash, name, Version), Reserve: v.config.price(v.scan.Model).most(q.text),
		PerScan: v.config.Budget.PerScan, PerMonth: v.config.Budget.PerMonth, At: vigil.Now(),
		GiveUp: maxTries * (v.config.CallTime + v.config.MaxWait),
	}
}

// begin begins one question, or finds its answer. It reports whether to try again later.
func (v *review) begin(ctx context.Context, q question) (later bool) {
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

// acquire waits for one of the calls that the process makes at a time. It reports false if the
// review is over before.
func (v *review) acquire(ctx context.Context) bool {
	select {
	case v.slots <- struct{}{}:
		return true
	case <-ctx.Done():
	case <-time.After(time.Until(v.deadline)):
	}
	return false
}

// fly makes a call in the slot that was acquired, and frees it.
func (v *review) fly(ctx context.Context, q question, c vigil.ModelCall) {
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
func (v *review) make(ctx context.Context, q question, c vigil.ModelCall) {
	got, usage, err := v.ask(ctx, c, q.text)
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
func (v *review) release(ctx context.Context, c vigil.ModelCall) {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
	defer cancel()
	if err := v.ledger.ReleaseCall(late, c); err != nil {
		v.log.WarnContext(ctx, "a reservation for a model could not be undone", "scan_id", c.Scan, "err", err)
	}
}

// use puts an answer into the result.
func (v *review) use(q question, a answer, c vigil.ModelCall) {
	if a.Opinion == nil {
		v.without("asked: "+a.Unusable, len(q.about))
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, i := range q.about {
		v.result.Opinions[i] = a.Opinion.opinion(c.Model, c.Name, c.At)
	}
}

func (v *review) without(reason string, n int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.result.Without[reason] += n
}

// fail counts a call that failed. After three in a row, or if stop is set, no more are made.
func (v *review) fail(reason string, stop bool) {
	const most = 3
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failed++; stop || v.failed >= most {
		v.stopped = reason
	}
}

func (v *review) stop(reason string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stopped = reason
}

// whyStop says why no more calls are made, "" if they are.
func (v *review) whyStop(ctx context.Context) string {
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
func (v *review) counts() (flying, ended int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.count, v.ended
}

// waitForOne waits until more calls are over than there were. It reports false if none is in flight.
func (v *review) waitForOne(ctx context.Context, before int) bool {
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
