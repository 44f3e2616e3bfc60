package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"vigil/internal/engine"
)

// WriteSnapshot writes the files of the commit. It does not close w.
func (c *Checkout) WriteSnapshot(ctx context.Context, w *engine.SnapshotWriter) (Stats, error) {
	return c.WritePart(ctx, c.CommitSHA, func(string) bool { return true }, w)
}

// WritePart writes the selected files of a commit: the cloned one, or the one it was
// compared with.
func (c *Checkout) WritePart(ctx context.Context, commit string, wanted func(path string) bool, w *engine.SnapshotWriter) (Stats, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, c.deadline, errSlow)
	defer cancel()
	if err := c.seal(ctx); err != nil {
		return Stats{}, err
	}
	list, err := c.git.start(ctx, "--git-dir="+c.git.bare(), "ls-tree", "-r", "-z", "-l", "--full-tree", commit)
	if err != nil {
		return Stats{}, err
	}
	defer list.kill()
	blobs, err := c.git.start(ctx, "--git-dir="+c.git.bare(), "cat-file", "--batch")
	if err != nil {
		return Stats{}, err
	}
	defer blobs.kill()

	s := snapshot{limits: c.git.limits, blobs: blobs, wanted: wanted, w: w, seed: maphash.MakeSeed(), seen: map[uint64]bool{}}
	for {
		e, err := readEntry(list.out)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = s.add(e)
		}
		if err != nil {
			return s.stats, c.git.ended(ctx, err, list, blobs)
		}
	}
	if err := errors.Join(list.end(), blobs.end()); err != nil {
		return s.stats, c.git.ended(ctx, err, list, blobs)
	}
	return s.stats, nil
}

// entry is a line of ls-tree.
type entry struct {
	mode, object string
	size         int64 // -1: the blob is not here, for it was too large to fetch
	path         string
}

// readEntry reads "<mode> <type> <object> <size>\t<path>\0". Of a path beyond all
// measure it keeps the beginning.
func readEntry(r *bufio.Reader) (e entry, err error) {
	text, err := readText(r)
	if err != nil {
		if errors.Is(err, io.EOF) && text != "" {
			err = io.ErrUnexpectedEOF
		}
		return e, err
	}
	head, path, _ := strings.Cut(text, "\t")
	fields := strings.Fields(head)
	if len(fields) != 4 {
		return e, fmt.Errorf("git ls-tree printed %q", shown(text))
	}
	e = entry{mode: fields[0], object: fields[2], path: path, size: -1}
	if fields[3] != "BAD" && fields[3] != "-" {
		e.size, err = strconv.ParseInt(fields[3], 10, 64)
	}
	return e, err
}

// snapshot is one being written.
type snapshot struct {
	limits Limits
	blobs  *process
	wanted func(path string) bool
	w      *engine.SnapshotWriter
	stats  Stats

	// A tree made by hand may hold a name twice. Hashes of the paths are enough
	// to notice, and small.
	seed maphash.Seed
	seen map[uint64]bool
}

// add writes a file, or notes why it is left out.
func (s *snapshot) add(e entry) error {
	if s.stats.entries() >= s.limits.Files {
		return s.limits.tooManyFiles("repository")
	}
	if err := s.stats.meet(e.path, "repository"); err != nil {
		return err
	}
	if !s.wanted(e.path) {
		s.stats.Unwanted++
		return nil
	}
	if reason := s.reason(e); reason != "" {
		if s.stats.skip(e.path, reason); s.stats.named > maxNamed {
			return tooMuchLeftOut("repository")
		}
		return nil
	}
	if s.stats.Bytes += e.size; s.stats.Bytes > s.limits.Bytes {
		return s.limits.tooManyBytes("repository")
	}
	if _, err := io.WriteString(s.blobs.in, e.object+"\n"); err != nil {
		return err
	}
	head, err := s.blobs.out.ReadString('\n')
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("%s blob %d\n", e.object, e.size); head != want {
		return fmt.Errorf("bad object: git cat-file printed %q, not %q", head, want)
	}
	if err := s.w.Add(e.path, e.size, s.blobs.out); err != nil {
		return err
	}
	s.stats.Files++
	_, err = s.blobs.out.Discard(1) // a line feed ends it
	return err
}

// reason says why an entry is left out, or "".
func (s *snapshot) reason(e entry) string {
	switch {
	case e.mode == "120000":
		return reasonLink
	case e.mode == "160000":
		return reasonSubmodule
	case !strings.HasPrefix(e.mode, "100"):
		return reasonSpecial
	}
	if reason := s.limits.checkPath(e.path); reason != "" {
		return reason
	}
	hash := maphash.String(s.seed, e.path)
	if s.seen[hash] {
		return "path is in the tree twice"
	}
	s.seen[hash] = true
	if e.size < 0 || e.size > s.limits.FileBytes {
		return s.limits.reasonLarge()
	}
	return ""
}

// process is a git that runs beside us.
type process struct {
	cmd    *exec.Cmd
	stop   context.CancelFunc
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *capped
	waited bool
}

func (g *git) start(ctx context.Context, args ...string) (*process, error) {
	ctx, stop := context.WithCancel(ctx)
	p := &process{cmd: g.command(ctx, args...), stop: stop, stderr: &capped{most: 16 << 10}}
	p.cmd.Stderr = p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		stop()
		return nil, fmt.Errorf("start git: %w", err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		stop()
		return nil, fmt.Errorf("start git: %w", err)
	}
	p.in, p.out = in, bufio.NewReaderSize(out, 64<<10)
	if err := g.rights.Start(p.cmd); err != nil {
		stop()
		return nil, g.notStarted(ctx, err)
	}
	return p, nil
}

// end lets the process finish.
func (p *process) end() error {
	if p.waited {
		return nil
	}
	p.waited = true
	_ = p.in.Close() // it is asked nothing more
	_, _ = io.Copy(io.Discard, p.out)
	return p.cmd.Wait()
}

func (p *process) kill() {
	p.stop()
	_ = p.end()
}

// ended says why a snapshot could not be finished: err if it is of our making,
// else what git said.
func (g *git) ended(ctx context.Context, err error, ps ...*process) error {
	said := err.Error() + "\n"
	for _, p := range ps {
		p.kill()
		said += p.stderr.String()
	}
	return g.explainOr(ctx, err, said)
}
