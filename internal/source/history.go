package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vigil"
)

// A clone has one commit. What came before it is fetched apart, as commits without
// their files (some 400 bytes each), for as long as that is cheap: history can tell
// more than times that anybody can write into a commit.
const (
	historyBytes = 128 << 20
	asideTime    = 3 * time.Minute
	// maxOrdered is for how many commits Order looks, the youngest first, and
	// maxFetched for how many it asks the remote one by one.
	maxOrdered, maxFetched = 200, 10

	allCommits = 1<<31 - 1 // what git takes for no limit
)

// depths are how far back Order looks, until it knows. Most scans come soon after
// the one before, and a history with many merges grows quickly with each step.
var depths = []int{20, 100, allCommits}

// Order is the ancestry relation of a commit to the cloned one.
type Order int

const (
	Unordered Order = iota // on another line, or nobody can tell any more
	Before                 // the cloned commit has it in its history
	After                  // it has the cloned commit in its history
)

// Commit is a commit ID and its claimed time; zero if it claims none.
type Commit struct {
	SHA  string
	Time time.Time
}

// Order returns the ancestry relation of each commit to the cloned one. It is
// Unordered if it cannot be determined, and the error says why.
func (c *Checkout) Order(ctx context.Context, commits []Commit) (map[string]Order, error) {
	ctx, cancel := c.aside(ctx)
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
	h, err := c.openHistory(ctx)
	if err != nil {
		return out, err
	}
	defer h.close()
	var problems []error
	for i, depth := range depths {
		if err := h.fetch(ctx, depth, c.CommitSHA); err != nil {
			return out, errors.Join(append(problems, err)...)
		}
		var unknown []Commit
		for _, commit := range left {
			if h.isAncestor(ctx, commit.SHA, c.CommitSHA) {
				out[commit.SHA] = Before
			} else if len(unknown) < maxFetched {
				unknown = append(unknown, commit)
			}
		}
		left = nil
		for _, commit := range unknown {
			// It is younger, farther back, of a line that was given up, or gone.
			err := h.fetch(ctx, depth, commit.SHA)
			switch {
			case err != nil && i == 0 && ctx.Err() == nil:
				problems = append(problems, err) // gone: no use to ask again
			case err != nil:
				return out, errors.Join(append(problems, err)...)
			case h.isAncestor(ctx, c.CommitSHA, commit.SHA):
				out[commit.SHA] = After
			case i == 0 || h.mergeBase(ctx, c.CommitSHA, commit.SHA) == "": // else they went apart, as far as one sees
				left = append(left, commit)
			}
		}
		if len(left) == 0 {
			break
		}
	}
	return out, errors.Join(problems...)
}

// aside gives what comes beside the clone no more than a part of the time that is
// left: most scans can do without, and shall not come to nothing for it.
func (c *Checkout) aside(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, min(asideTime, time.Until(c.deadline)/3), errSlow)
}

// MergeBase returns the merge base of the cloned commit and its target branch. A
// partial history is not enough: it may show one that lies farther back.
func (c *Checkout) MergeBase(ctx context.Context) (string, error) {
	ctx, cancel := c.aside(ctx)
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
	err = h.fetch(ctx, allCommits, c.CommitSHA, target+":refs/heads/target")
	if vigil.KindOf(err) == vigil.TooLarge {
		return "", failure(vigil.TooLarge, "source_too_large", err, "The history of the repository is larger than %s, so the base of the pull request cannot be determined.", human(historyBytes))
	}
	if err != nil {
		return "", err
	}
	if base := h.mergeBase(ctx, "refs/heads/target", c.CommitSHA); base != "" {
		return base, nil
	}
	return "", failure(vigil.Invalid, "no_merge_base", ctx.Err(), "The pull request has no commit in common with the branch %q.", c.Branch)
}

// history is a repository of commits alone.
type history struct {
	git *git
	dir string
}

func (c *Checkout) openHistory(ctx context.Context) (*history, error) {
	h := &history{git: c.git.within(historyBytes), dir: filepath.Join(c.git.dir, "history.git")}
	if err := h.git.initClone(ctx, h.dir, c.CommitSHA); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

func (h *history) close() { _ = os.RemoveAll(h.dir) }

// fetch gets commits and what came before them, as far back as depth says.
func (h *history) fetch(ctx context.Context, depth int, what ...string) error {
	args := []string{"--git-dir=" + h.dir, "fetch", "--quiet", "--update-shallow", "--no-tags", "--no-recurse-submodules", "--filter=tree:0", fmt.Sprintf("--depth=%d", depth), "origin"}
	_, err := h.git.ask(ctx, append(args, what...)...)
	return err
}

func (h *history) isAncestor(ctx context.Context, older, younger string) bool {
	_, err := h.git.run(ctx, "--git-dir="+h.dir, "merge-base", "--is-ancestor", older, younger)
	return err == nil
}

// mergeBase returns a commit that both have in their history, empty if there is none.
func (h *history) mergeBase(ctx context.Context, a, b string) string {
	base, _ := h.git.run(ctx, "--git-dir="+h.dir, "merge-base", a, b)
	return strings.TrimSpace(base)
}

// within returns a git for what is done aside, which may fill the folder by no more
// than some bytes.
func (g *git) within(bytes int64) *git {
	out := *g
	out.limits.Bytes = min(g.limits.Bytes, folderSize(g.dir)+bytes)
	out.limits.Time = min(g.limits.Time, asideTime) // which its words name
	return &out
}

// validCommit reports whether s is the id of an object.
func validCommit(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
