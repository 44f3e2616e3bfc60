package source

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"vigil"
)

// Worktree is a folder, or a file, in a local git work tree. Only git commands are
// used that write nothing there and run no program that the repository's configuration
// could name.
type Worktree struct {
	Commit string // of HEAD; empty: there is none yet
	Branch string // empty: HEAD is a commit
	Remote string // address of the remote "origin", without user name and password; empty: none
	Root   string // the root of the work tree
	Prefix string // the folder in it, such as "services/api/"; empty: the root
	// Unconfined is why git has more rights than it needs; empty: it has not.
	Unconfined string

	dir, file string // file: its name in dir, if one was named
	git       *git
	deadline  time.Time
}

// OpenWorktree finds the work tree of a path. It returns nil if there is none, or no
// git. It uses scratch, an empty folder, which the caller removes.
func OpenWorktree(ctx context.Context, path, scratch string, limits Limits) (*Worktree, error) {
	limits = limits.withDefaults()
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find work tree: %w", err)
	}
	t := &Worktree{dir: path, deadline: time.Now().Add(limits.Time)}
	if info, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("find work tree: %w", err)
	} else if !info.IsDir() {
		t.dir, t.file = filepath.Split(path)
	}
	if t.git, err = newGit(scratch, limits); err != nil {
		return nil, nil //nolint:nilerr // folders can be scanned without git
	}
	if err := t.git.trust(); err != nil {
		return nil, fmt.Errorf("find work tree: %w", err)
	}
	// It is the user's machine, and what it lends is read wherever it lies: work trees refer to
	// others. To write, to run and to connect stays forbidden.
	t.git.rights.Read, t.git.rights.BestEffort = []string{"/"}, true
	// Names are names, and whatever folder is above may be meant.
	t.git.env = append(t.git.env, "GIT_LITERAL_PATHSPECS=1", "GIT_CEILING_DIRECTORIES=", "GIT_ALLOW_PROTOCOL=")
	t.Unconfined = t.git.unconfined()
	root, err := t.ask(ctx, "rev-parse", "--show-toplevel")
	if err != nil || root == "" {
		return nil, ctx.Err()
	}
	t.Root = root
	if t.Prefix, err = t.ask(ctx, "rev-parse", "--show-prefix"); err != nil {
		return nil, err
	}
	t.Commit, _ = t.ask(ctx, "rev-parse", "--quiet", "--verify", "HEAD^{commit}")
	t.Branch, _ = t.ask(ctx, "symbolic-ref", "--quiet", "--short", "HEAD")
	remote, _ := t.ask(ctx, "config", "--get", "remote.origin.url")
	t.Remote = shownRemote(remote)
	return t, ctx.Err()
}

// ask calls git in the folder and returns the line that it prints.
func (t *Worktree) ask(ctx context.Context, args ...string) (string, error) {
	out, err := t.git.run(ctx, append([]string{"-C", t.dir}, args...)...)
	return strings.TrimSuffix(out, "\n"), err
}

var scpRE = regexp.MustCompile(`^(?:[^@/]*@)?([A-Za-z0-9.-]+):([^/].*)$`)

// shownRemote makes an address of a remote one that can be shown.
func shownRemote(remote string) string {
	if m := scpRE.FindStringSubmatch(remote); m != nil && !strings.Contains(remote, "://") {
		remote = "ssh://" + m[1] + "/" + m[2]
	}
	u, err := url.Parse(remote)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return ""
	}
	u.User = nil
	return u.String()
}

// ErrNoCommit reports a name that does not resolve to a commit of the work tree.
var ErrNoCommit = errors.New("no such commit")

// Resolve returns the commit of a branch, a tag, or any other revision.
func (t *Worktree) Resolve(ctx context.Context, ref string) (string, error) {
	commit, err := t.ask(ctx, "rev-parse", "--quiet", "--verify", "--end-of-options", ref+"^{commit}")
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil || !validCommit(commit) {
		return "", ErrNoCommit
	}
	return commit, nil
}

// MergeBase returns the merge base of HEAD and another commit.
func (t *Worktree) MergeBase(ctx context.Context, commit string) (string, error) {
	if t.Commit == "" {
		return "", ErrNoCommit
	}
	base, err := t.ask(ctx, "merge-base", commit, t.Commit)
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if base, _, _ = strings.Cut(base, "\n"); err != nil || !validCommit(base) {
		return "", ErrNoCommit
	}
	return base, nil
}

// Since compares the folder, as it is on disk, with a commit. Files ignored by git are
// excluded. The checkout has both: its CommitSHA is the current state of the folder,
// base the earlier one.
func (t *Worktree) Since(ctx context.Context, commit string) (c *Checkout, base string, changes Changes, err error) {
	ctx, cancel := context.WithDeadlineCause(ctx, t.deadline, errSlow)
	defer cancel()
	objects, err := t.ask(ctx, "rev-parse", "--path-format=absolute", "--git-path", "objects")
	if err == nil && strings.ContainsAny(objects, "\n") {
		err = failure(vigil.Invalid, "repository_damaged", nil, "The name of the folder of the repository has a line break.")
	}
	if err != nil {
		return nil, "", changes, err
	}
	if err := t.git.init(ctx, t.git.bare(), commit); err != nil {
		return nil, "", changes, err
	}
	base, there, err := t.treeOf(ctx, commit)
	if err != nil {
		return nil, "", changes, err
	}
	tree, err := t.write(ctx, there)
	if err != nil {
		return nil, "", changes, err
	}
	// Only now: git marks objects that it is to write as used where they are.
	if err := os.WriteFile(filepath.Join(t.git.bare(), "objects", "info", "alternates"), []byte(objects+"\n"), 0o600); err != nil {
		return nil, "", changes, fmt.Errorf("compare work tree: %w", err)
	}
	c = &Checkout{Branch: t.Branch, CommitSHA: tree, git: t.git, deadline: t.deadline, sealed: true}
	changes, err = c.compare(ctx, base)
	return c, base, changes, err
}

// treeOf returns the tree of the folder in a commit, or one of the file alone, with the ids
// of what it has. It is empty if that was not there.
func (t *Worktree) treeOf(ctx context.Context, commit string) (tree string, there map[string]bool, err error) {
	object, err := t.ask(ctx, "rev-parse", "--quiet", "--verify", commit+":"+strings.TrimSuffix(t.Prefix+t.file, "/"))
	kind := ""
	if err == nil && validCommit(object) {
		kind, err = t.ask(ctx, "cat-file", "-t", object)
	}
	switch {
	case err == nil && kind == "tree" && t.file == "":
		there, err = t.objects(ctx, object)
		return object, there, err
	case err == nil && kind == "blob" && t.file != "":
		tree, err = t.writeTree(ctx, fmt.Appendf(nil, "100644 %s\t%s\x00", object, t.file))
		return tree, map[string]bool{object: true}, err
	}
	tree, err = t.writeTree(ctx, nil)
	return tree, nil, err
}

// write writes the files of the folder into the repository beside it and returns their
// tree. It includes those whose names no snapshot takes, so that they are listed as skipped. What has one of the ids in there can be had from the work tree's own.
func (t *Worktree) write(ctx context.Context, there map[string]bool) (string, error) {
	args := []string{"-C", t.dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard"}
	if t.file != "" {
		args = append(args, "--", t.file)
	}
	list, err := t.git.start(ctx, args...)
	if err != nil {
		return "", err
	}
	defer list.kill()
	// Without filters: they are programs.
	hash := []string{"-C", t.dir, "--git-dir=" + t.git.bare(), "hash-object", "--no-filters", "--stdin-paths"}
	namer, err := t.git.start(ctx, hash...)
	if err != nil {
		return "", err
	}
	defer namer.kill()
	writer, err := t.git.start(ctx, append(hash, "-w")...)
	if err != nil {
		return "", err
	}
	defer writer.kill()
	root, err := os.OpenRoot(t.dir)
	if err != nil {
		return "", fmt.Errorf("read folder: %w", err)
	}
	defer func() { _ = root.Close() }() // it was only read

	var index bytes.Buffer
	seen := map[string]bool{}
	for {
		path, err := readText(list.out)
		if errors.Is(err, io.EOF) && path == "" {
			break
		}
		if err == nil && len(seen) >= t.git.limits.Files {
			err = t.git.limits.tooManyFiles("folder")
		}
		var object string
		size, ok := t.sizeOf(root, path)
		if err == nil && ok && !seen[path] { // a conflict has a path several times
			if strings.Contains(path, "\n") { // hash-object reads names as lines; the file is only named
				object, err = t.hashNamed(root, path, size)
			} else {
				object, err = hashFile(namer, path)
			}
			if err == nil && !strings.Contains(path, "\n") && !there[object] && size <= t.git.limits.FileBytes { // larger ones are only named
				object, err = hashFile(writer, path)
			}
		}
		if err != nil {
			return "", t.git.ended(ctx, err, list, namer, writer)
		}
		seen[path] = true
		if object != "" {
			fmt.Fprintf(&index, "100644 %s\t%s\x00", object, path)
		}
	}
	if err := errors.Join(list.end(), namer.end(), writer.end()); err != nil {
		return "", t.git.ended(ctx, err, list, namer, writer)
	}
	return t.writeTree(ctx, index.Bytes())
}

// objects returns the ids of the files of a tree.
func (t *Worktree) objects(ctx context.Context, tree string) (map[string]bool, error) {
	out := map[string]bool{}
	p, err := t.git.start(ctx, "-C", t.dir, "ls-tree", "-r", "-z", "--full-tree", "--long", tree)
	if err != nil {
		return nil, err
	}
	defer p.kill()
	for {
		e, err := readEntry(p.out)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && len(out) >= t.git.limits.Files {
			err = t.git.limits.tooManyFiles("repository")
		}
		if err != nil {
			return nil, t.git.ended(ctx, err, p)
		}
		out[e.object] = true
	}
	if err := p.end(); err != nil {
		return nil, t.git.ended(ctx, err, p)
	}
	return out, nil
}

// sizeOf returns the size of a file that can be read.
func (t *Worktree) sizeOf(root *os.Root, path string) (size int64, ok bool) {
	info, err := root.Lstat(path)
	if err != nil || !info.Mode().IsRegular() { // gone, a link or a submodule
		return 0, false
	}
	f, err := root.Open(path)
	if err != nil {
		return 0, false
	}
	f.Close()
	return info.Size(), true
}

// hashNamed returns the id of a file without git.
func (t *Worktree) hashNamed(root *os.Root, path string, size int64) (string, error) {
	f, err := root.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha1.New() // as git does
	if len(t.Commit) == sha256.Size*2 {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", size)
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}

// hashFile asks hash-object for the id of a file.
func hashFile(p *process, path string) (string, error) {
	if _, err := io.WriteString(p.in, "./"+path+"\n"); err != nil {
		return "", err
	}
	line, err := p.out.ReadString('\n')
	if err == nil && !validCommit(strings.TrimSpace(line)) {
		err = fmt.Errorf("git hash-object printed %q", shown(line))
	}
	return strings.TrimSpace(line), err
}

// writeTree makes a tree of lines as update-index takes them.
func (t *Worktree) writeTree(ctx context.Context, lines []byte) (string, error) {
	file := filepath.Join(t.git.dir, "index")
	defer os.Remove(file)
	g := *t.git
	g.env = append(g.env[:len(g.env):len(g.env)], "GIT_INDEX_FILE="+file)
	// Nothing is ever checked out, so names that are odd elsewhere do no harm.
	repository := []string{"-c", "core.protectNTFS=false", "-c", "core.protectHFS=false", "--git-dir=" + g.bare()}
	p, err := g.start(ctx, append(repository, "update-index", "-z", "--index-info")...)
	if err != nil {
		return "", err
	}
	defer p.kill()
	_, err = p.in.Write(lines)
	if err := errors.Join(err, p.end()); err != nil {
		return "", g.ended(ctx, err, p)
	}
	tree, err := g.run(ctx, append(repository, "write-tree", "--missing-ok")...)
	return strings.TrimSpace(tree), err
}
