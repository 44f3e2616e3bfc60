package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// SkipError means that the scan of a file is incomplete, and why. Each turns it into a Skip.
type SkipError string

func (e SkipError) Error() string { return string(e) }

// ExcludedError means that a file, or the rest of it, is not scanned by design, and why. Each
// turns it into a Skip.
type ExcludedError string

func (e ExcludedError) Error() string { return string(e) }

// looking holds the limits and the state of Each for one scan.
type looking struct {
	workers     int
	maxBytes    int64
	maxTime     time.Duration
	firstTime   time.Duration // a file that takes longer is retried after all others; 0: no limit on the first attempt
	maxFindings int
	done        func() // called after each file, concurrently
	cache       Cache  // nil: none
	build       string
}

var errScanTime = errors.New("the scan took too long")

// Each calls look for each file, on several cores. What look reports is passed to report when
// the file is done, by one goroutine at a time. A SkipError skips the file but keeps what was
// reported before it; so does an ExcludedError. A panic or a timeout discards it, because how far look came is not
// deterministic. Any other error ends the scan.
//
// A slow file is abandoned at first and retried after all others, so that files crafted to be
// slow cannot use up the time of the rest.
//
// look should watch its context, which ends when the file has taken too long.
func (t *Tree) Each(ctx context.Context, report func(Finding), look func(ctx context.Context, f *File, report func(Finding)) error) (looked int, skipped []Skip, err error) {
	l := t.look
	if l == nil {
		l = Options{}.withDefaults().looking(func() {})
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	skips := make([]Skip, len(t.files))
	round := func(files []int, limit time.Duration, last bool) (slow []int) {
		var (
			wg   sync.WaitGroup
			next atomic.Int64
			mu   sync.Mutex
		)
		for range min(l.workers, len(files)) {
			wg.Go(func() {
				for {
					n := int(next.Add(1)) - 1
					if n >= len(files) {
						return
					}
					i := files[n]
					found, skip, err := l.file(ctx, t.files[i], limit, look)
					if errors.Is(err, errFileTime) && !last {
						mu.Lock()
						slow = append(slow, i)
						mu.Unlock()
						continue
					}
					if err != nil && !errors.Is(err, errFileTime) {
						cancel(fmt.Errorf("scan %s: %w", t.files[i].Path, err))
						return
					}
					skips[i] = skip
					mu.Lock()
					for _, f := range found {
						report(f)
					}
					mu.Unlock()
					l.done()
				}
			})
		}
		wg.Wait()
		slices.Sort(slow)
		return slow
	}
	files := make([]int, len(t.files))
	for i := range files {
		files[i] = i
	}
	if l.firstTime > 0 {
		files = round(files, l.firstTime, false)
	}
	round(files, l.maxTime, true)
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errScanTime) {
		return 0, nil, err
	}
	for i, skip := range skips {
		if skip.Reason == "" {
			looked++
			continue
		}
		skip.Path = t.files[i].Path
		skipped = append(skipped, skip)
	}
	return looked, skipped, nil
}

// errFileTime means that a file exceeded its time limit.
var errFileTime = errors.New("the file took too long")

// file scans one file. It returns an error only if that ends the scan, or errFileTime
// together with the reason for the skip.
func (l *looking) file(parent context.Context, f *File, limit time.Duration, look func(context.Context, *File, func(Finding)) error) (found []Finding, skip Skip, err error) {
	switch {
	case errors.Is(context.Cause(parent), errScanTime):
		return nil, incomplete(errScanTime.Error()), nil
	case parent.Err() != nil:
		return nil, Skip{}, context.Cause(parent)
	case f.Size > l.maxBytes:
		return nil, incomplete(fmt.Sprintf("larger than %d bytes", l.maxBytes)), nil
	}
	ctx, cancel := context.WithTimeout(parent, limit)
	defer cancel()
	more := false
	err = guard(func() error {
		return look(ctx, f, func(f Finding) {
			if more = more || len(found) == l.maxFindings; !more {
				found = append(found, f)
			}
		})
	})
	var failed panicError
	var reason SkipError
	var excluded ExcludedError
	switch {
	case errors.As(err, &failed):
		return nil, incomplete(failed.Error()), nil
	case errors.As(err, &reason):
		return found, incomplete(string(reason)), nil
	case errors.As(err, &excluded) && !more:
		return found, Skip{Reason: string(excluded), Kind: Excluded}, nil
	case errors.Is(context.Cause(parent), errScanTime):
		return nil, incomplete(errScanTime.Error()), nil
	case parent.Err() != nil:
		return nil, Skip{}, context.Cause(parent)
	case ctx.Err() != nil:
		// Whatever look returned, it may have stopped early.
		return nil, incomplete(fmt.Sprint(tookLonger, l.maxTime)), errFileTime
	case err != nil && !errors.As(err, &excluded):
		return nil, Skip{}, err
	case more:
		return found, incomplete(fmt.Sprintf("more than %d findings", l.maxFindings)), nil
	}
	return found, Skip{}, nil
}

// incomplete returns a skip whose path Each adds.
func incomplete(reason string) Skip { return Skip{Reason: reason, Kind: Incomplete} }

type panicError string

func (e panicError) Error() string { return string(e) }

// guard turns a panic into an error: a detector that fails on one file must not prevent the
// others from being scanned. Only runtime errors are quoted, because any other value could
// contain file content.
func guard(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runtime.Error:
			err = panicError("the detector failed: " + p.Error())
		default:
			err = panicError("the detector failed")
		}
	}()
	return f()
}
