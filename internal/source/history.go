package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vigil"
)

// A clone has one commit. What came before it is fetched apart, as commits without
// their files, for as long as that is cheap: history can tell more than times that
// anybody can write into a commit, but no scan shall fail for it.
const (
	historyBytes = 128 << 20
	historyTime  = 2 * time.Minute
	// skew is by how much clocks of those who commit may differ.
	skew = 24 * time.Hour
	// fewCommits is how far back a merge base is looked for at first.
	fewCommits = 200
	// maxOrdered is how many commits are looked for, the youngest first, and
	// maxFetched for how many the remote is asked one by one.
	maxOrdered, maxFetched = 200, 10
)

// Order is where a commit stands to the one that was cloned.
type Order int

const (
	Unordered Order = iota // on another line, or nobody can tell any more
	Before                 // the cloned commit has it in its history
	After                  // it has the cloned commit in its history
)

// Commit is a commit by its id, and the time it claims; zero: it claims none.
type Commit struct {
	SHA  string
	Time time.Time
}

// Order says where each of some commits stands to the one that was cloned. What
// cannot be found out is Unordered, and the error says why.
func (c *Checkout) Order(ctx context.Context, commits []Commit) (map[string]Order, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, c.deadline, errSlow)
	defer cancel()
	out := map[string]Order{}
	var left []Commit
	for _, commit := range commits {
		if commit.SHA == c.CommitSHA || !validCommit(commit.SHA) {
			continue
		}
		out[commit.SHA] = Unordered
		left = append(left, commit)
	}
	if len(left) == 0 {
		return out, nil
	}
	slices.SortFunc(left, func(a, b Commit) int { return b.Time.Compare(a.Time) })
	left = left[:min(len(left), maxOrdered)]
	since := c.CommittedAt
	for _, commit := range left {
		if since.IsZero() || !commit.Time.IsZero() && commit.Time.Before(since) {
			since = commit.Time
		}
	}
	h, err := c.openHistory(ctx)
	if err != nil {
		return out, err
	}
	defer h.close()
	if err := h.fetch(ctx, shallowSince(since), c.CommitSHA); err != nil {
		return out, err
	}
	var problem error
	asked := 0
	for _, commit := range left {
		if h.isAncestor(ctx, commit.SHA, c.CommitSHA) {
			out[commit.SHA] = Before
			continue
		}
		if asked++; asked > maxFetched {
			continue
		}
		// It is younger, of a line that was given up, or gone.
		if err := h.fetch(ctx, shallowSince(since), commit.SHA); err != nil {
			problem = err
		} else if h.isAncestor(ctx, c.CommitSHA, commit.SHA) {
			out[commit.SHA] = After
		}
	}
	return out, problem
}

func shallowSince(t time.Time) string {
	return fmt.Sprintf("--shallow-since=%d", max(0, t.Add(-skew).Unix()))
}

// MergeBase returns the commit at which the cloned one left its branch.
func (c *Checkout) MergeBase(ctx context.Context) (string, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, c.deadline, errSlow)
	defer cancel()
	h, err := c.openHistory(ctx)
	if err != nil {
		return "", err
	}
	defer h.close()
	target := "refs/heads/" + c.Branch
	if c.Branch == "HEAD" {
		target = "HEAD"
	}
	for _, depth := range []string{fmt.Sprintf("--depth=%d", fewCommits), "--depth=2147483647"} { // the latter: all of it
		if err := h.fetch(ctx, depth, c.CommitSHA, "+"+target+":refs/heads/target"); vigil.KindOf(err) == vigil.TooLarge {
			return "", failure(vigil.TooLarge, "source_too_large", err, "The pull request left the branch %q so long ago that the commits since then are larger than %s.", c.Branch, human(historyBytes))
		} else if err != nil {
			return "", err
		}
		if base, err := h.git.run(ctx, "--git-dir="+h.dir, "merge-base", "refs/heads/target", c.CommitSHA); err == nil {
			return strings.TrimSpace(base), nil
		}
	}
	return "", failure(vigil.Invalid, "no_merge_base", nil, "The pull request has no commit in common with the branch %q.", c.Branch)
}

// history is a repository of commits alone.
type history struct {
	git *git
	dir string
}

func (c *Checkout) openHistory(ctx context.Context) (*history, error) {
	h := &history{git: c.git.within(historyBytes), dir: filepath.Join(c.git.dir, "history.git")}
	if err := h.git.init(ctx, h.dir, c.CommitSHA); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

func (h *history) close() { _ = os.RemoveAll(h.dir) }

// fetch gets commits and what came before them, as far back as depth says.
func (h *history) fetch(ctx context.Context, depth string, what ...string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, historyTime, errSlow)
	defer cancel()
	args := []string{"--git-dir=" + h.dir, "fetch", "--quiet", "--update-shallow", "--no-tags", "--no-recurse-submodules", "--filter=tree:0", depth, "origin"}
	_, err := h.git.run(ctx, append(args, what...)...)
	return err
}

func (h *history) isAncestor(ctx context.Context, older, younger string) bool {
	_, err := h.git.run(ctx, "--git-dir="+h.dir, "merge-base", "--is-ancestor", older, younger)
	return err == nil
}

// within returns a git that may fill the folder by no more than some bytes.
func (g *git) within(bytes int64) *git {
	out := *g
	out.limits.Bytes = min(g.limits.Bytes, folderSize(g.dir)+bytes)
	return &out
}

// validCommit reports whether s is the id of an object.
func validCommit(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
