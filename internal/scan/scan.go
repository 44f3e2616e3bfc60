package scan

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/review"
	"vigil/internal/source"
	"vigil/internal/store"
)

// Past is what earlier scans recorded about the branch or pull request being scanned.
type Past struct {
	LastCommit string         // of its last completed scan; empty: none
	SeenIn     []store.Commit // in which each of its vulnerabilities was last seen
}

// Source is the fetched source of a scan.
type Source struct {
	Branch        string
	DefaultBranch string
	CommitSHA     string
	CommittedAt   time.Time         // zero: unknown
	LeftOut       []engine.Skip     // files missing from the snapshot
	Bundled       bool              // it is the built-in sample
	Partial       bool              // an import that covers only part of the repository
	Base          string            // the commit that the scan is relative to; empty: none
	Before        string            // a file with a snapshot of the base of a pull request; empty: none
	Renamed       map[string]string // new paths of renamed files to old ones
	Changes       source.Changes    // of a pull request, since its base
	// Order relates the commits in which something was seen to this one.
	Order map[string]source.Order
	// Unconfined is why git ran with more rights than it needs; empty if it did not.
	Unconfined string
	// Trouble is why some of this is unknown. The scan continues.
	Trouble error

	paths pathSet // of all files in the tree
}

// older reports whether the commit may be older than one in which something was seen. Where
// history does not decide, because the branch was rewritten or that commit is gone, the
// timestamps of the commits do.
func (src Source) older(seen store.Commit) bool {
	order, known := src.Order[seen.SHA]
	switch {
	case seen.SHA != "" && seen.SHA == src.CommitSHA, order == source.Before:
		return false
	case order == source.After:
		return true
	case seen.SHA != "" && !known: // another scan recorded it while this one ran
		return true
	}
	return !src.CommittedAt.IsZero() && src.CommittedAt.Before(seen.Time)
}

// Runner carries out scans.
type Runner struct {
	Store *store.Store
	Log   *slog.Logger
	// AtOncePerTeam is how many scans of a team run at once, on all servers together.
	// 0: as many as there are workers.
	AtOncePerTeam int64
	// Fetch fetches the source of a repository and writes its files to w, using dir for
	// temporary files. Once it knows the branch it can ask for its past. An error is a
	// sentence for users.
	Fetch func(ctx context.Context, s store.ScanInProgress, past func(branch string) (Past, error), dir string, w *engine.SnapshotWriter) (Source, error)
	// Examine and Import are those of an examine.Examiner.
	Examine func(ctx context.Context, t examine.Tree) (examine.Report, error)
	Import  func(ctx context.Context, snapshot *os.File) (examine.Report, error)
	// Reviewer asks the model of a scan about findings; nil: none is asked. Excerpts is that of an
	// examine.Examiner.
	Reviewer *review.Reviewer
	Excerpts func(ctx context.Context, snapshot *os.File, findings []engine.Finding) ([]engine.Excerpt, error)
	// Tasks is that of an examine.Examiner: what a model needs to hunt. Nil: none hunts.
	Tasks func(ctx context.Context, snapshot *os.File, most int) ([]examine.Task, error)
	// OpenGround is that of a proof.Prover, which proves proposed witnesses. Nil: they wait.
	OpenGround func(ctx context.Context, t examine.Tree) (Ground, error)

	// OpenRequest opens a pull request with a proven fix. Nil: none is opened.
	OpenRequest func(ctx context.Context, s store.ScanInProgress, f vigil.Fix, c vigil.ProvenChange) (vigil.PullRequest, error)

	// For tests: atOnce and stepSize, 0 for the default, and a hook for each transaction of a
	// recording in steps.
	atOnce, stepSize int
	onCommit         func()
	proofTime        time.Duration // 0: the default
}

// The progress at which each stage ends.
const (
	fetched  = 30
	examined = 90
)

// RunNext carries out the next scan, if there is one. It returns an error only if that is to be
// retried; a scan that fails has then been recorded as failed.
func (r *Runner) RunNext(ctx context.Context) error {
	claim, err := r.claim(ctx)
	if err != nil || claim == nil {
		return err
	}
	if r.AtOncePerTeam > 0 {
		defer r.wakeNext(ctx)
	}
	s, err := r.Store.GetScanInProgress(ctx, claim.Scan)
	if err != nil {
		return errors.Join(err, r.release(ctx, claim.Lease, leaseTime))
	}
	log := r.Log.With("scan_id", s.ID, "repository", s.Repository.FullName)
	if claim.Attempts > maxAttempts && !r.isDecided(ctx, s) {
		log.ErrorContext(ctx, "scan given up: its workers were lost", "attempts", maxAttempts)
		return r.fail(ctx, s, claim.Lease, &vigil.Error{Code: "scan_failed", Message: fmt.Sprintf("The scan was started %d times, and each time its process ended before the scan did. "+
			"The server log may say why, for example a lack of memory.", maxAttempts)})
	}
	began := vigil.Now()
	log.InfoContext(ctx, "scan started", "attempt", claim.Attempts)
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go r.watch(work, claim.Lease, cancel)
	err = r.carryOut(work, s, claim.Lease, began)
	switch {
	case err == nil:
		log.InfoContext(ctx, "scan completed", "took", time.Since(began))
		return nil
	case errors.Is(context.Cause(work), errGone), errors.Is(err, errGone):
		log.InfoContext(ctx, "scan given up: it was canceled, or another worker has it")
		return nil
	case ctx.Err() != nil:
		log.InfoContext(ctx, "scan interrupted: the next worker resumes it")
		return r.release(ctx, claim.Lease, 0)
	case isUnavailable(err), r.isDecided(ctx, s):
		log.WarnContext(ctx, "scan interrupted by an error", "err", err, "retry_in", leaseTime)
		return r.release(ctx, claim.Lease, leaseTime)
	}
	log.WarnContext(ctx, "scan failed", "err", err)
	return r.fail(ctx, s, claim.Lease, err)
}

// wakeNext enqueues jobs for the scans of a team that was at its limit: their own jobs were
// used up. If that fails, the next sweep does it.
func (r *Runner) wakeNext(ctx context.Context) {
	if _, err := r.Store.EnqueueMissing(ctx, vigil.Now(), r.AtOncePerTeam); err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "queued scans of the team wait for the next sweep", "err", err)
	}
}

// maxAttempts is how often a scan whose worker was lost is retried: the scan itself may be the
// cause. Later attempts back off (see store.ClaimNextScan).
const maxAttempts = 25

// release returns a scan that this worker cannot finish, to be retried after a while. If that
// cannot be stored either, the lease expires.
func (r *Runner) release(ctx context.Context, l store.Lease, after time.Duration) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return r.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.ReleaseScan(ctx, l, vigil.Now().Add(after)); err != nil {
			return err
		}
		return tx.Enqueue(ctx, store.ScanJob{ScanID: l.Scan}) // has no effect if it is too early
	})
}

// isUnavailable reports whether the database is unavailable, which is not the scan's
// fault.
func isUnavailable(err error) bool {
	e, ok := errors.AsType[*vigil.Error](err)
	return ok && e.Code == "unavailable"
}

// isDecided reports whether the recording of a scan is decided, and will be applied to its
// end.
func (r *Runner) isDecided(ctx context.Context, s store.ScanInProgress) bool {
	decided, err := r.Store.GetDecidedRecording(ctx, s.Team, s.ID)
	return decided != nil || err != nil
}

// leaseTime is how long a lease lasts without renewal, and so how long it takes until the scan
// of a lost worker is taken over.
const leaseTime = 30 * time.Second

// claim leases the next scan and, on its first attempt, announces that it started. Nil: there is
// none.
func (r *Runner) claim(ctx context.Context) (claim *store.Claim, err error) {
	err = r.Store.Write(ctx, func(tx *store.Tx) error {
		now := vigil.Now()
		var err error
		claim, err = tx.ClaimNextScan(ctx, vigil.NewID(), now, now.Add(leaseTime), r.AtOncePerTeam)
		if err != nil || claim == nil || claim.Again {
			return err
		}
		scan, err := tx.GetScan(ctx, claim.Team, claim.Scan)
		if err != nil {
			return err
		}
		e, err := api.NewEvent(vigil.EventScanStarted, api.About[api.Scan]{Object: api.NewScan(scan)})
		if err != nil {
			return err
		}
		return tx.InsertEvents(ctx, claim.Team, e)
	})
	return claim, err
}

// watch renews the lease, and cancels the work as soon as the scan is no longer running,
// whoever canceled it, on whichever server.
func (r *Runner) watch(ctx context.Context, l store.Lease, cancel context.CancelCauseFunc) {
	look := time.NewTicker(500 * time.Millisecond)
	defer look.Stop()
	renew := time.NewTicker(leaseTime / 6)
	defer renew.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			scan, err := r.Store.GetScan(ctx, l.Team, l.Scan)
			if err == nil && scan.Status != vigil.ScanRunning || vigil.KindOf(err) == vigil.NotFound { // the repository was deleted
				cancel(errGone)
			}
		case <-renew.C:
			var held bool
			err := r.Store.Write(ctx, func(tx *store.Tx) (err error) {
				held, err = tx.RenewLease(ctx, l, vigil.Now().Add(leaseTime))
				return err
			})
			if err == nil && !held {
				cancel(errGone)
			}
		}
	}
}

func (r *Runner) carryOut(ctx context.Context, s store.ScanInProgress, l store.Lease, began time.Time) error {
	if decided, err := r.Store.GetDecidedRecording(ctx, s.Team, s.ID); err != nil || decided != nil {
		if err == nil {
			err = r.apply(ctx, *decided) // its worker was lost halfway
		}
		return err
	}
	own, err := r.Store.GetRuleBundleContent(ctx, s.Team)
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return err
	}
	switch imported, err := r.Store.GetScanImport(ctx, s.Team, s.ID); {
	case err == nil:
		return r.carryOutImport(ctx, s, l, imported, began)
	case vigil.KindOf(err) != vigil.NotFound:
		return err
	}
	dir, remove, err := newWorkFolder()
	if err != nil {
		return err
	}
	defer remove()
	snapshot, err := os.CreateTemp(dir, "snapshot-*")
	if err != nil {
		return fmt.Errorf("create a file for the scan: %w", err)
	}
	defer snapshot.Close()
	src, err := r.fetch(ctx, s, dir, snapshot)
	if err != nil {
		return err
	}
	if err := r.recordSource(ctx, s, src); err != nil {
		return err
	}
	before, trusted, err := openBefore(s, src)
	if err != nil {
		return err
	}
	stages := 1
	if before != nil {
		defer before.Close()
		stages = 2
	}
	progress, next := r.stageProgress(ctx, s, stages)
	cache := examine.CacheUse{Name: filepath.Join(string(s.Team), string(s.Repository.ID))}
	if s.Kind != vigil.MainScan {
		// Anyone may open a pull request. An engine that its files have taken over must not
		// leave anything for the scans of a branch.
		cache.Scratch = filepath.Join(dir, "cache")
	}
	tree := examine.Tree{
		Snapshot: snapshot, Title: s.Repository.FullName, Rules: own, Sample: src.Bundled, IgnoreFile: trusted, LeftOut: src.LeftOut, Cache: cache, Progress: progress,
	}
	if src.LeftOut, err = tree.Ignore(time.Now()); err != nil {
		return err
	}
	proven, err := r.addWitnesses(ctx, s, src, dir, &tree)
	if err != nil {
		return err
	}
	report, err := r.examine(ctx, s, tree)
	if err != nil {
		return err
	}
	defer report.Findings.Close()
	res := result{scan: s, lease: l, began: began, src: src, rules: own, proven: proven, report: report, found: report.Findings.Entries()}
	if before != nil {
		next()
		cache.ReadOnly = true
		was, err := r.Examine(ctx, examine.Tree{Snapshot: before, Rules: own, Witnesses: tree.Witnesses, IgnoreFile: new(string), Cache: cache, Progress: progress})
		if err != nil {
			return err
		}
		defer was.Findings.Close()
		res.subtract(was)
	}
	if err := r.consult(ctx, &res, tree, dir); err != nil {
		return err
	}
	return r.record(ctx, res)
}

// examine is Examine, and logs if results were not cached.
func (r *Runner) examine(ctx context.Context, s store.ScanInProgress, t examine.Tree) (examine.Report, error) {
	report, err := r.Examine(ctx, t)
	if report.NotCached != nil {
		r.Log.WarnContext(ctx, "results were not cached, so the next scan takes longer", "scan_id", s.Scan.ID, "err", report.NotCached)
	}
	return report, err
}

// stageProgress returns a function that stores the progress of a scan in stages of equal length,
// and one that begins the next stage.
func (r *Runner) stageProgress(ctx context.Context, s store.ScanInProgress, stages int) (progress func(done, total int), next func()) {
	last, begun := fetched, 0 // stages that are over
	progress = func(done, total int) {
		percent := fetched + (examined-fetched)*begun/stages + (examined-fetched)*done/max(total, 1)/stages
		if percent >= last+5 { // not with every file
			last = percent
			r.progress(ctx, s, percent)
		}
	}
	return progress, func() { begun++ }
}

// progress stores the progress of a scan. Failing to store it is no reason to stop.
func (r *Runner) progress(ctx context.Context, s store.ScanInProgress, percent int) {
	err := r.Store.Write(ctx, func(tx *store.Tx) error { return tx.UpdateScanProgress(ctx, s.Team, s.ID, percent) })
	if err != nil && ctx.Err() == nil {
		r.Log.WarnContext(ctx, "progress not stored", "scan_id", s.ID, "err", err)
	}
}

// fail records that a scan failed, and why.
func (r *Runner) fail(ctx context.Context, s store.ScanInProgress, l store.Lease, cause error) error {
	reason := "An internal error occurred. The server log has the details."
	if e, ok := errors.AsType[*vigil.Error](cause); ok {
		reason = e.Message
	}
	return r.Store.Write(ctx, func(tx *store.Tx) error {
		gone, err := takeGone(ctx, tx, s, cause)
		if err != nil {
			return err
		}
		ended, err := tx.UpdateLeasedScanEnded(ctx, l, vigil.ScanFailed, vigil.Now())
		if err != nil || !ended {
			return err
		}
		if err := gone(); err != nil {
			return err
		}
		if err := tx.UpdateScanFailure(ctx, l.Team, l.Scan, reason); err != nil {
			return err
		}
		scan, err := tx.GetScan(ctx, l.Team, l.Scan)
		if err != nil {
			return err
		}
		e, err := api.NewEvent(vigil.EventScanFailed, api.ScanFailed{Object: api.NewScan(scan), Reason: reason})
		if err != nil {
			return err
		}
		return tx.InsertEvents(ctx, l.Team, e)
	})
}
