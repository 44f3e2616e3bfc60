package scan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"vigil"
	"vigil/internal/store"
)

// step is a part of what a scan changes, sized for one transaction. It is self-contained: the
// worker that staged it may be gone by the time it is applied.
type step struct {
	Branch  string       `json:"branch"` // or pull request, where it was seen
	Commit  store.Commit `json:"commit"`
	Seen    []seen       `json:"seen,omitempty"`
	Absent  []vigil.ID   `json:"absent,omitempty"`
	Changes []change     `json:"changes,omitempty"`
	End     *end         `json:"end,omitempty"` // only in the last step
}

// seen is a finding and its vulnerability.
type seen struct {
	ID      vigil.ID        `json:"id,omitempty"` // empty: it is new
	Moved   bool            `json:"moved,omitempty"`
	Finding json.RawMessage `json:"finding"`
	Opinion *vigil.Opinion  `json:"opinion,omitempty"`
}

// change is a status change that follows from a scan.
type change struct {
	ID     vigil.ID     `json:"id"`
	From   vigil.Status `json:"from"`
	To     vigil.Status `json:"to"`
	Reason string       `json:"reason"`
}

// end is the result of a scan apart from its findings.
type end struct {
	Language string           `json:"language"`
	Coverage json.RawMessage  `json:"coverage"`
	Gate     *vigil.GateFacts `json:"gate,omitempty"`
	Routes   vigil.ScanRoutes `json:"routes"` // no Format: none
	Wiki     string           `json:"wiki"`
}

func newEnd(res result) end {
	return end{Language: res.report.Language, Coverage: newCoverage(res), Gate: newGateFacts(res), Routes: res.report.Description, Wiki: res.report.Wiki}
}

// stepSize is how many vulnerabilities one step changes. On SQLite other writers wait
// meanwhile.
const stepSize = 100

// steps splits an outcome into steps: known vulnerabilities first, because a new one may
// have the former fingerprint of one of these.
func (res result) steps(out outcome, n *tally) iter.Seq2[step, error] {
	return func(yield func(step, error) bool) {
		for some := range slices.Chunk(out.seen, res.stepSize) {
			if !yield(res.sightings(some, n)) {
				return
			}
		}
		for some := range slices.Chunk(out.found, res.stepSize) {
			fresh := make([]sighting, len(some))
			for i, e := range some {
				fresh[i].now, fresh[i].fresh = e, true
			}
			if !yield(res.sightings(fresh, n)) {
				return
			}
		}
		for some := range slices.Chunk(out.absent, res.stepSize) {
			s := res.blank()
			for _, id := range some {
				s.Absent = append(s.Absent, id.id())
			}
			if !yield(s, nil) {
				return
			}
		}
		for some := range slices.Chunk(out.changes, res.stepSize) {
			s := res.blank()
			for _, c := range some {
				s.Changes = append(s.Changes, change{c.id.id(), c.from, c.to, c.reason})
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}

func (res result) blank() step {
	return step{Branch: presentOn(res.scan, res.src.Branch), Commit: store.Commit{SHA: res.src.CommitSHA, Time: res.src.CommittedAt}}
}

// sightings is the step for some findings. It validates them: once a recording is decided it is
// too late to reject one.
func (res result) sightings(some []sighting, n *tally) (step, error) {
	s := res.blank()
	for _, k := range some {
		f, text, err := res.report.Findings.Read(k.now)
		if err != nil {
			return s, err
		}
		v, err := newVulnerability(res.scan, f, res.began)
		if err != nil {
			return s, err
		}
		n.see(res.scan.Kind, k.fresh, v.Severity)
		one := seen{Moved: k.moved, Finding: text}
		if o, there := res.opinions[k.now.Fingerprint]; there {
			one.Opinion = &o
		}
		if k.id != (shortID{}) {
			one.ID = k.id.id()
		}
		s.Seen = append(s.Seen, one)
	}
	return s, nil
}

// recordInSteps stages a result, decides it, and applies it. Before the decision nothing is
// visible, and a lost worker has changed nothing; after it, the recording is applied to its
// end, by this worker or another. It returns the recording that has to go first, if there is
// one.
func (r *Runner) recordInSteps(ctx context.Context, res result, end end) (ahead *store.Recording, err error) {
	if err := r.Store.DeleteLostSteps(ctx); err != nil {
		return nil, err
	}
	err = r.Store.Write(ctx, func(tx *store.Tx) error {
		if ahead, err = tx.TakeTurn(ctx, res.scan.Repository.ID); err != nil || ahead != nil {
			return err
		}
		held, err := tx.RenewLease(ctx, res.lease, vigil.Now().Add(leaseTime))
		if err == nil && !held {
			err = errGone
		}
		if err != nil {
			return err
		}
		return tx.InsertRecording(ctx, res.lease, res.scan.Repository.ID)
	})
	if err != nil || ahead != nil {
		return ahead, err
	}
	if err := r.stage(ctx, res, end); err != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return nil, errors.Join(err, r.Store.DeleteRecording(late, res.lease))
	}
	decided, err := r.Store.GetDecidedRecording(ctx, res.scan.Team, res.scan.ID)
	if err != nil || decided == nil { // nil: another worker has already applied it
		return nil, err
	}
	return nil, r.apply(ctx, *decided)
}

// stage stores a result step by step and decides it. No other scan records anything in the
// repository meanwhile. People may triage: their changes are considered as each step is
// applied.
func (r *Runner) stage(ctx context.Context, res result, end end) error {
	out, err := res.reconcile(ctx, r.Store)
	if err != nil {
		return err
	}
	stage := func(s step) error {
		content, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("encode step: %w", err)
		}
		staged, err := r.Store.StageStep(ctx, res.lease, content)
		if err == nil && !staged {
			err = errGone
		}
		r.committed()
		return err
	}
	n := newTally(res, out)
	for s, err := range res.steps(out, n) {
		if err == nil {
			err = stage(s)
		}
		if err != nil {
			return err
		}
	}
	n.store(end.Gate)
	if err := stage(step{End: &end}); err != nil {
		return err
	}
	err = r.Store.Write(ctx, func(tx *store.Tx) error {
		decided, err := tx.DecideRecording(ctx, res.lease, vigil.Now().Add(leaseTime))
		if err == nil && !decided {
			err = errGone
		}
		return err
	})
	r.committed()
	return err
}

// apply applies the rest of a decided recording, possibly concurrently with other workers.
func (r *Runner) apply(ctx context.Context, rec store.Recording) error {
	s, err := r.Store.GetScanInProgress(ctx, rec.Scan)
	if vigil.KindOf(err) == vigil.NotFound { // the repository was deleted
		return errGone
	}
	if err != nil {
		return err
	}
	for {
		number, content, err := r.Store.GetNextStep(ctx, rec)
		if err != nil || number == 0 {
			return err
		}
		var next step
		if err := json.Unmarshal(content, &next); err != nil {
			return fmt.Errorf("read step %d of scan %s: %w", number, rec.Scan, err)
		}
		err = r.Store.WriteStep(ctx, func(tx *store.Tx) error {
			// The counts depend on the default branch, which another scan may change.
			if err := tx.AwaitTurn(ctx, s.Repository.ID); err != nil {
				return err
			}
			taken, err := tx.TakeStep(ctx, rec, number)
			if err != nil || !taken {
				return err
			}
			w := recorder{tx: tx, scan: s, now: vigil.Now()}
			if next.End == nil {
				if err := tx.UpdateScanProgress(ctx, s.Team, s.ID, examined+(100-examined)*number/(rec.Steps+1)); err != nil {
					return err
				}
				return w.write(ctx, next)
			}
			if err := tx.UpdateScanProgress(ctx, s.Team, s.ID, 100); err != nil {
				return err
			}
			if err := tx.EndRecording(ctx, rec, w.now); err != nil {
				return err
			}
			return w.writeEnd(ctx, *next.End)
		})
		if err != nil {
			return fmt.Errorf("apply step %d of scan %s: %w", number, rec.Scan, err)
		}
		r.committed()
	}
}

// letPass lets the recording of another scan of the repository go first. If it is decided,
// it helps: its own worker may be lost, or waiting for this one.
func (r *Runner) letPass(ctx context.Context, ahead store.Recording) error {
	if ahead.Decided {
		return r.apply(ctx, ahead)
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(100 * time.Millisecond):
		return nil
	}
}

// committed tells a test that a transaction of a recording in steps was committed.
func (r *Runner) committed() {
	if r.onCommit != nil {
		r.onCommit()
	}
}
