package model

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"vigil"
	"vigil/internal/review"
)

// Limits of the answers that are kept.
const (
	maxAge     = 90 * 24 * time.Hour // since they were last used
	maxAnswers = 10_000
	maxAnswer  = 1 << 20 // bytes; what is longer was not written by this program
)

// ledger keeps the answers of a user's scans in a folder, and what they cost in a month.
//
// There is a file for each call. Whoever makes the call holds a lock on it until it is over, so
// that scans at the same time neither ask twice nor wait for one that was killed. Without a folder
// it is only a review.Memory, which holds the budget of the scan in any case.
type ledger struct {
	review.Memory
	scan   vigil.ID
	folder string // "": answers are not kept

	mu    sync.Mutex
	calls map[string]*os.File // in flight, by task
}

// openLedger opens a folder, and removes what is old. The ledger works, without a folder, if that
// fails.
func openLedger(folder string) (*ledger, error) {
	l := &ledger{scan: vigil.ID(rand.Text()), calls: map[string]*os.File{}}
	if folder == "" {
		return l, nil
	}
	if err := prune(folder, time.Now()); err != nil {
		return l, err
	}
	l.folder = folder
	return l, nil
}

// prune removes answers that were not used for long, and the oldest if there are too many. A month
// that is over has no budget.
func prune(folder string, now time.Time) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("read folder of answers: %w", err)
	}
	type file struct {
		name string
		used time.Time
	}
	var answers []file
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("read folder of answers: %w", err)
		case strings.HasPrefix(e.Name(), monthPrefix):
			if now.Sub(info.ModTime()) > maxAge {
				_ = os.Remove(filepath.Join(folder, e.Name())) // the next scan tries again
			}
		default:
			answers = append(answers, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(answers, func(a, b file) int { return b.used.Compare(a.used) })
	for i, f := range answers {
		if i >= maxAnswers || now.Sub(f.used) > maxAge {
			_ = os.Remove(filepath.Join(folder, f.name))
		}
	}
	return nil
}

// used returns what the scan used.
func (l *ledger) used(m vigil.Model) vigil.ModelUsage {
	u := l.Usage()
	u.Model = m
	return u
}

// BeginCall finds an answer, or reserves the cost of a call from the budgets of the scan and, if
// there is a folder, of the month.
func (l *ledger) BeginCall(ctx context.Context, c vigil.ModelCall) (vigil.CallState, string, error) {
	if l.folder == "" {
		return l.Memory.BeginCall(ctx, c)
	}
	f, err := os.OpenFile(filepath.Join(l.folder, c.Task), os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return 0, "", fmt.Errorf("open answer: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return vigil.CallInProgress, "", nil
		}
		return 0, "", fmt.Errorf("lock answer: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxAnswer))
	if err != nil {
		f.Close()
		return 0, "", fmt.Errorf("read answer: %w", err)
	}
	if json.Valid(text) { // a file that is empty or cut off is a call that was interrupted
		now := time.Now()
		_ = os.Chtimes(f.Name(), now, now) // at worst it is pruned, and asked again
		f.Close()
		return vigil.CallAnswered, string(text), nil
	}
	state, err := l.reserve(ctx, c)
	if err != nil || state != vigil.CallReserved {
		f.Close()
		return state, "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls[c.Task] = f
	return state, "", nil
}

// reserve reserves from both budgets or none.
func (l *ledger) reserve(ctx context.Context, c vigil.ModelCall) (vigil.CallState, error) {
	state, _, err := l.Memory.BeginCall(ctx, c)
	if err != nil || state != vigil.CallReserved {
		return state, err
	}
	ok, err := l.spend(c, c.Reserve)
	if err == nil && ok {
		return vigil.CallReserved, nil
	}
	return vigil.CallOverMonth, cmp.Or(err, l.Memory.ReleaseCall(ctx, c))
}

// SettleCall stores the answer, and replaces the reservation with what it cost.
func (l *ledger) SettleCall(ctx context.Context, c vigil.ModelCall, answer string, used vigil.ModelUsage) error {
	err := l.Memory.SettleCall(ctx, c, answer, used)
	f := l.take(c)
	if f == nil || err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("store answer: %w", err)
	}
	if _, err := f.WriteAt([]byte(answer), 0); err != nil {
		return fmt.Errorf("store answer: %w", err)
	}
	_, err = l.spend(c, used.Cost-c.Reserve)
	return err
}

// ReleaseCall undoes a reservation. The file stays, empty: somebody may be waiting for its lock.
func (l *ledger) ReleaseCall(ctx context.Context, c vigil.ModelCall) error {
	err := l.Memory.ReleaseCall(ctx, c)
	if f := l.take(c); f != nil {
		defer f.Close()
		_, failed := l.spend(c, -c.Reserve)
		err = cmp.Or(err, failed)
	}
	return err
}

// take returns the file of a call in flight, nil if there is none.
func (l *ledger) take(c vigil.ModelCall) *os.File {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.calls[c.Task]
	delete(l.calls, c.Task)
	return f
}

const monthPrefix = "month-"

// spend adds an amount to what was spent in the month of a call. It reports false, and adds
// nothing, if an amount is over the budget.
func (l *ledger) spend(c vigil.ModelCall, amount vigil.Money) (ok bool, err error) {
	f, err := os.OpenFile(filepath.Join(l.folder, monthPrefix+c.At.UTC().Format("2006-01")), os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return false, fmt.Errorf("open budget: %w", err)
	}
	defer f.Close() // and unlock
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		return false, fmt.Errorf("lock budget: %w", err)
	}
	var spent int64
	if _, err := fmt.Fscan(f, &spent); err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read budget %s: %w", f.Name(), err)
	}
	sum := vigil.Money(spent) + amount
	if amount > 0 && sum > c.PerMonth {
		return false, nil
	}
	// As wide as any amount, so that one write replaces it.
	if _, err := f.WriteAt(fmt.Appendf(nil, "%20d\n", max(0, sum)), 0); err != nil {
		return false, fmt.Errorf("store budget: %w", err)
	}
	return true, nil
}
