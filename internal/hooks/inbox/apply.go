package inbox

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"vigil"
	"vigil/internal/hooks"
	"vigil/internal/service"
	"vigil/internal/store"
)

// outcome is what became of a hook. A pending one is processed again.
type outcome struct {
	status vigil.HookStatus
	text   string
	scan   vigil.ID
}

func done(scan vigil.ID, format string, args ...any) (outcome, error) {
	return outcome{vigil.HookProcessed, fmt.Sprintf(format, args...), scan}, nil
}

func ignored(format string, args ...any) (outcome, error) {
	return outcome{status: vigil.HookIgnored, text: "ignored: " + fmt.Sprintf(format, args...)}, nil
}

// again is when a hook that waits for a scan is looked at again.
const again = 5 * time.Second

// action applies one hook in a transaction.
type action struct {
	*Runner
	tx         *store.Tx
	hook       store.PendingHook
	event      hooks.Event
	repository vigil.Repository
	now        time.Time
}

// by is who ends branches and pull requests, for the history.
func (a *action) by() vigil.Key {
	host := map[vigil.Provider]string{vigil.GitHub: "GitHub", vigil.GitLab: "GitLab"}[a.hook.Provider]
	return vigil.Key{Team: vigil.Team{ID: a.hook.Team}, Name: cmp.Or(a.hook.ReplayedBy, host+" hook")}
}

func (a *action) apply(ctx context.Context) (outcome, error) {
	e := a.event
	if e.Kind == hooks.Nothing {
		return ignored("%s", e.Ignored)
	}
	why, err := a.find(ctx)
	if err != nil {
		return outcome{}, err
	}
	if why != "" {
		return ignored("%s", why)
	}
	// Before any row of a scan is touched: see AwaitTurn.
	if err := a.tx.AwaitTurn(ctx, a.repository.ID); err != nil {
		return outcome{}, err
	}
	switch e.Kind {
	case hooks.Push:
		return a.pushed(ctx)
	case hooks.BranchDeleted:
		return a.branchDeleted(ctx)
	case hooks.PullRequest:
		return a.pullRequest(ctx)
	case hooks.PullRequestClosed:
		return a.pullRequestClosed(ctx)
	case hooks.Renamed:
		return a.renamed(ctx)
	case hooks.DefaultBranch:
		if err := a.Service.ChangeDefaultBranch(ctx, a.tx, a.hook.Team, a.repository.ID, e.DefaultBranch); err != nil {
			return outcome{}, err
		}
		return a.scanDefault(ctx, "", fmt.Sprintf("the default branch is %s; ", e.DefaultBranch))
	case hooks.Deleted:
		// What is recorded here may be needed longer, and a hook is little to delete it by.
		return ignored("%s was deleted at its host; its history is kept until the repository is deleted in Vigil, too", e.Repository)
	}
	return outcome{}, fmt.Errorf("hook of unknown kind %q", e.Kind)
}

// find looks up the repository of the hook. It returns why there is none to act on. A hook makes no
// repository tracked: one for a whole organization would bring in all of its repositories.
func (a *action) find(ctx context.Context) (why string, err error) {
	for _, name := range []string{a.event.FormerName, a.event.Repository} {
		if name == "" {
			continue
		}
		named, err := a.tx.ListRepositoriesNamed(ctx, a.hook.Team, name)
		if err != nil {
			return "", err
		}
		a.repository, err = vigil.ChooseRepository(named, a.hook.Provider)
		if vigil.KindOf(err) == vigil.NotFound {
			continue
		}
		if err != nil {
			return "", err
		}
		if ours, theirs := hooks.Host(a.repository.WebURL), hooks.Host(a.event.WebURL); ours != "" && theirs != "" && ours != theirs {
			return fmt.Sprintf("it is about %s at %s, and Vigil tracks the one at %s", name, theirs, ours), nil
		}
		return "", nil
	}
	return cmp.Or(a.event.FormerName, a.event.Repository) + " is not tracked: scan it once", nil
}

func (a *action) renamed(ctx context.Context) (outcome, error) {
	from, to := a.repository.FullName, a.event.Repository
	if from == to {
		return ignored("the repository is called %s already", to)
	}
	renamed, err := a.Service.RenameRepository(ctx, a.tx, a.hook.Team, a.repository, to)
	if err != nil {
		return outcome{}, err
	}
	if !renamed {
		return outcome{status: vigil.HookFailed, text: fmt.Sprintf("%s is called %s now, but %s is tracked already, as another repository: delete one of them, then replay this hook", from, to, to)}, nil
	}
	return done("", "%s is called %s now", from, to)
}

// defaultBranch is the default branch as the host has it, if it says so.
func (a *action) defaultBranch() string {
	return cmp.Or(a.event.DefaultBranch, a.repository.DefaultBranch)
}

func (a *action) pushed(ctx context.Context) (outcome, error) {
	if a.event.Branch == a.defaultBranch() {
		return a.scanDefault(ctx, a.event.Head, "")
	}
	fixed, err := a.claims(ctx)
	if err != nil {
		return outcome{}, err
	}
	if len(fixed) > 0 {
		return a.start(ctx, "", a.fixScan(a.event.Branch, fixed), a.event.Head)
	}
	return ignored("%s is not the default branch", a.event.Branch)
}

// scanDefault scans the default branch, whatever it is called by then.
func (a *action) scanDefault(ctx context.Context, head, first string) (outcome, error) {
	return a.start(ctx, first, service.NewScan{Name: "Push to " + a.defaultBranch(), Mode: vigil.DiffScan}, head)
}

func (a *action) fixScan(branch string, fixed []vigil.ID) service.NewScan {
	return service.NewScan{Name: "Fix of " + string(fixed[0]), Branch: branch, Fix: true}
}

// start starts a scan, or finds the one that will do. first is the beginning of the outcome.
func (a *action) start(ctx context.Context, first string, in service.NewScan, head string) (outcome, error) {
	scan, started, err := a.Service.StartHookScan(ctx, a.tx, a.hook.Team, a.repository, in, vigil.HookScan{DeliveryID: a.hook.ID, HeadSHA: head})
	if err != nil {
		return outcome{}, err
	}
	if started {
		return done(scan.ID, "%sstarted scan %s", first, scan.ID)
	}
	return done(scan.ID, "%sscan %s, which is %s, covers it", first, scan.ID, scan.Status)
}

// claims returns the vulnerabilities of the repository that the hook claims to fix.
func (a *action) claims(ctx context.Context) (fixed []vigil.ID, err error) {
	for _, text := range a.event.Fixes {
		v, err := a.tx.GetVulnerability(ctx, a.hook.Team, vigil.ID(text))
		switch {
		case vigil.KindOf(err) == vigil.NotFound:
			continue
		case err != nil:
			return nil, err
		case v.RepositoryID == a.repository.ID:
			fixed = append(fixed, v.ID)
		}
	}
	return fixed, nil
}

func (a *action) branchDeleted(ctx context.Context) (outcome, error) {
	switch err := a.Service.EndBranch(ctx, a.tx, a.by(), a.repository, a.event.Branch); vigil.KindOf(err) {
	case vigil.NotFound:
		return ignored("branch %s was not scanned", a.event.Branch)
	case vigil.Invalid:
		return ignored("%s is the default branch, whose vulnerabilities stay", a.event.Branch)
	default:
		if err != nil {
			return outcome{}, err
		}
	}
	return done("", "ended branch %s", a.event.Branch)
}

func (a *action) pullRequest(ctx context.Context) (outcome, error) {
	e := a.event
	noun := "Pull"
	if a.hook.Provider == vigil.GitLab {
		noun = "Merge"
	}
	out, err := a.start(ctx, "", service.NewScan{Name: fmt.Sprintf("%s request %d", noun, e.Number), Branch: e.Branch, PullRequest: e.Number}, e.Head)
	if err != nil || e.Fork {
		return out, err // the branch of a fork is not in the repository
	}
	fixed, err := a.claims(ctx)
	if err != nil || len(fixed) == 0 {
		return out, err
	}
	verified, err := a.start(ctx, "", a.fixScan(e.HeadBranch, fixed), e.Head)
	out.text += "; for the fix, " + verified.text
	return out, err
}

func (a *action) pullRequestClosed(ctx context.Context) (outcome, error) {
	e := a.event
	if e.Merged && e.Branch == a.defaultBranch() {
		wait, err := a.awaitMerged(ctx)
		if err != nil || wait.status != "" {
			return wait, err
		}
	}
	switch err := a.Service.EndPullRequest(ctx, a.tx, a.by(), a.repository, e.Number); {
	case vigil.KindOf(err) == vigil.NotFound:
		return ignored("pull request %d was not scanned", e.Number)
	case err != nil:
		return outcome{}, err
	}
	return done(a.hook.ScanID, "ended pull request %d", e.Number)
}

// awaitMerged sees to it that the default branch is scanned with what a pull request brought,
// before the pull request ends. Otherwise what it introduced would show as fixed until then, or for
// good if that scan failed. It returns no status when that is done.
func (a *action) awaitMerged(ctx context.Context) (outcome, error) {
	team, e := a.hook.Team, a.event
	known, err := a.tx.ScannedSinceEnded(ctx, team, a.repository.ID, a.repository.Provider.PullRequestRef(e.Number), e.Number)
	if err != nil || !known {
		return outcome{}, err
	}
	if last, err := a.tx.GetLastCommit(ctx, team, a.repository.ID, e.Branch); err != nil || last != "" && last == e.MergedAs {
		return outcome{}, err
	}
	if a.hook.ScanID != "" {
		scan, err := a.tx.GetScan(ctx, team, a.hook.ScanID)
		if err != nil {
			return outcome{}, err
		}
		failure, err := a.tx.GetScanCoverage(ctx, team, scan.ID)
		if err != nil {
			return outcome{}, err
		}
		switch {
		case scan.Status == vigil.ScanCompleted:
			return outcome{}, nil
		case !scan.Status.Done():
			return a.waiting(scan.ID)
		case scan.Status == vigil.ScanCanceled && strings.HasPrefix(failure.Failure, "superseded"):
			newer, err := a.tx.ListHookScans(ctx, team, a.repository.ID, vigil.MainScan, "", 0)
			if err != nil {
				return outcome{}, err
			}
			if len(newer) > 0 {
				return a.waiting(newer[len(newer)-1].ID)
			}
		default:
			return outcome{vigil.HookFailed, fmt.Sprintf("pull request %d was merged, but scan %s of %s %s: its vulnerabilities stay as they are. Replay this hook to scan again",
				e.Number, scan.ID, e.Branch, scan.Status), scan.ID}, nil
		}
	}
	out, err := a.scanDefault(ctx, e.MergedAs, "")
	if err != nil {
		return outcome{}, err
	}
	return a.waiting(out.scan)
}

func (a *action) waiting(scan vigil.ID) (outcome, error) {
	return outcome{vigil.HookPending, fmt.Sprintf("pull request %d was merged; it ends when scan %s has", a.event.Number, scan), scan}, nil
}
