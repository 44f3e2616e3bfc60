package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"vigil"
)

// compareBytes bounds what is fetched to compare with: if more than this changed,
// it is cheaper to look at all.
const compareBytes = 256 << 20

// Changes is the difference between two commits.
type Changes struct {
	After   map[string]bool   // paths that are new or changed
	Before  map[string]bool   // paths that were changed or are gone, as they were called
	Renamed map[string]string // the new path of a file, to the old one: what is at least half the same
}

// IsChanged reports whether a path of the newer tree is new or changed. The path may be one that
// Stats lists as skipped.
func (c Changes) IsChanged(path string) bool { return c.After[path] }

// Compare returns the changes since an earlier commit. If it fails, for example
// because that commit no longer exists, the checkout stays usable.
func (c *Checkout) Compare(ctx context.Context, base string) (Changes, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, c.deadline, errSlow)
	defer cancel()
	out := Changes{After: map[string]bool{}, Before: map[string]bool{}, Renamed: map[string]string{}}
	if !validCommit(base) {
		return out, fmt.Errorf("compare with %q: not a commit", base)
	}
	if base == c.CommitSHA {
		return out, nil
	}
	if err := c.fetchBase(ctx, base); err != nil {
		return out, err
	}
	return c.compare(ctx, base)
}

// compare is Compare with a commit, or a tree, that is here.
func (c *Checkout) compare(ctx context.Context, base string) (Changes, error) {
	out := Changes{After: map[string]bool{}, Before: map[string]bool{}, Renamed: map[string]string{}}
	if err := c.seal(ctx); err != nil {
		return out, err
	}
	err := c.differences(ctx, base, []string{"--no-renames"}, func(status string, paths []string) {
		if status != "A" {
			out.Before[paths[0]] = true
		}
		if status != "D" {
			out.After[paths[0]] = true
			out.After[reported(paths[0])] = true
		}
	})
	if err != nil {
		return out, err
	}
	// A file that was too large to be fetched cannot be compared, and ends the
	// first of these. The second asks for equal files alone, which it tells by their ids.
	for _, similar := range []string{"-M50%", "-M100%"} {
		clear(out.Renamed)
		err = c.differences(ctx, base, []string{similar, "-l1000", "--diff-filter=R"}, func(_ string, paths []string) { out.Renamed[paths[1]] = paths[0] })
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return out, err
}

func (c *Checkout) fetchBase(ctx context.Context, base string) error {
	ctx, cancel := c.aside(ctx)
	defer cancel()
	err := c.git.within(compareBytes).fetch(ctx, base)
	if err != nil {
		c.git.sweep()
	}
	return err
}

// differences calls each for each file that differs, with git's letter and its
// path, or both paths if it was renamed.
func (c *Checkout) differences(ctx context.Context, base string, how []string, each func(status string, paths []string)) error {
	args := append([]string{"--git-dir=" + c.git.bare(), "diff-tree", "-r", "-z", "--name-status"}, how...)
	p, err := c.git.start(ctx, append(args, base, c.CommitSHA)...)
	if err != nil {
		return err
	}
	defer p.kill()
	length := 0
	for n := 0; ; n++ {
		status, err := readText(p.out)
		if errors.Is(err, io.EOF) && status == "" {
			break
		}
		paths := make([]string, 1, 2)
		if strings.HasPrefix(status, "R") {
			paths = paths[:2]
		}
		for i := range paths {
			if err == nil {
				paths[i], err = readText(p.out)
			}
			length += len(paths[i])
		}
		switch {
		case err == nil && n >= c.git.limits.Files:
			err = c.git.limits.tooManyFiles("difference")
		case err == nil && length > maxPaths/2: // they are kept
			err = failure(vigil.TooLarge, "source_too_large", nil, "The paths of the files that changed are longer than %s together, which is the limit.", human(maxPaths/2))
		}
		if err != nil {
			return c.git.ended(ctx, err, p)
		}
		each(status, paths)
	}
	if err := p.end(); err != nil {
		return c.git.ended(ctx, err, p)
	}
	return nil
}

// readText reads up to a zero byte. A path beyond all measure, which no snapshot
// takes either, comes back cut.
func readText(r *bufio.Reader) (string, error) {
	b, err := r.ReadSlice(0)
	text := strings.TrimSuffix(string(b), "\x00")
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice(0)
	}
	return text, err
}

// sweep removes what a fetch that was ended left behind.
func (g *git) sweep() {
	left, _ := filepath.Glob(filepath.Join(g.bare(), "objects", "pack", "tmp_*"))
	for _, file := range left {
		_ = os.Remove(file)
	}
}
