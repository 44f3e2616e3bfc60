package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"vigil"
	"vigil/internal/sandbox"
)

// git runs the git binary on behalf of one clone.
type git struct {
	path    string // of the binary
	dir     string // its working folder, and all that it may fill
	limits  Limits
	rights  sandbox.Rights
	gateway *gateway // to the remote; nil: it is on this machine
	config  []string // -c key=value: nothing secret, for every user of the machine sees arguments
	env     []string
	private [][2]string // settings that go through the environment: the token
	secret  []string    // what must not be shown should git repeat it
	url     string      // of the remote
}

// settings hold for every call. The repository is hostile, and the machine's own
// configuration is none of its business.
var settings = []string{
	// Run nothing that a repository or a remote suggests.
	"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=/bin/false", "credential.helper=",
	"core.symlinks=false", "core.protectHFS=true", "core.protectNTFS=true", "safe.bareRepository=all",
	"submodule.recurse=false", "fetch.recurseSubmodules=false", "gc.auto=0", "maintenance.auto=false",
	// Talk to the checked host alone. Not following redirects also keeps git from
	// alternate object stores that a plain file server may name.
	"http.followRedirects=false", "http.proxyAuthMethod=basic", "transfer.bundleURI=false", "http.sslVerify=true",
	"http.lowSpeedLimit=1000", "http.lowSpeedTime=30",
	// Stay small: large objects are streamed.
	"pack.windowMemory=64m", "pack.threads=1", "core.bigFileThreshold=1m", "core.deltaBaseCacheLimit=32m",
	// git verifies the hash of each object in any case. To fsck them would refuse
	// whole repositories for a name or mode that could harm a checkout, or that an
	// old tool left behind. There is no checkout, and WriteSnapshot looks at names
	// and modes itself, so one odd file does not hide the others.
	"transfer.fsckObjects=false", "fetch.fsckObjects=false",
}

func newGit(dir string, limits Limits) (*git, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, failure(vigil.Unavailable, "git_missing", err, "The program git was not found on the server: it must be installed and in the PATH.")
	}
	g := &git{path: path, dir: dir, limits: limits, rights: rightsOf(path, dir)}
	for _, s := range settings {
		g.config = append(g.config, "-c", s)
	}
	g.env = []string{
		"PATH=" + filepath.Dir(path) + ":/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C", // our reading of its messages needs English
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=/bin/false", "SSH_ASKPASS=/bin/false",
		"GIT_PROTOCOL_FROM_USER=0", "GIT_LFS_SKIP_SMUDGE=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0",
		"TMPDIR=" + dir,
		"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir), // a repository around the folder is not meant
	}
	return g, nil
}

// readTime is how long what git printed may take to be read after its end, on a busy machine.
const readTime = 30 * time.Second

// command returns a call of git that is killed, with all that it started, when
// ctx ends. A shell sets the limits of memory, for a small pack can ask git to
// build gigabytes, and of processor time, for what leaves its process group is not
// killed; Go has no way to set them between fork and exec.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -c 0; ulimit -v %d; ulimit -t %d", (3<<30+g.limits.Bytes)>>10, max(1, int(g.limits.Time.Seconds())))
	argv := append([]string{"-c", limits + `; exec "$@"`, "sh", g.path}, g.config...)
	cmd := exec.CommandContext(ctx, shell, append(argv, args...)...)
	cmd.Dir, cmd.Env = g.dir, slices.Concat(g.env, inEnvironment(g.private))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = readTime
	return cmd
}

// errFull ends a call that filled the disk beyond the limit.
var errFull = errors.New("limit of bytes on disk")

// run calls git and returns what it printed. The folder is measured while it
// works: a limit on file sizes (RLIMIT_FSIZE) would bound each file and not their
// sum. What a tenth of a second lets through on top is accepted.
func (g *git) run(ctx context.Context, args ...string) (string, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cmd := g.command(ctx, args...)
	out, errs := &capped{most: 1 << 20}, &capped{most: 16 << 10}
	cmd.Stdout, cmd.Stderr = out, errs
	if err := g.rights.Start(cmd); err != nil {
		return "", g.notStarted(ctx, err)
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if folderSize(g.dir) > g.limits.Bytes {
					stop(errFull)
				}
			}
		}
	}()
	defer func() { stop(nil); <-watched }()
	err := cmd.Wait()
	if err == nil && folderSize(g.dir) > g.limits.Bytes {
		err = errFull
		stop(errFull)
	}
	if err != nil {
		return "", g.explain(ctx, err, errs.String())
	}
	return out.String(), nil
}

// notStarted says why git could not be started.
func (g *git) notStarted(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil: // the time was over before
		return g.explain(ctx, err, "")
	case errors.Is(err, sandbox.ErrUnsupported):
		return failure(vigil.Unavailable, "git_unconfined", err, "git cannot be confined on this machine. The operator can see why in the log of the server, and allow clones all the same with --sandbox best-effort.")
	}
	return failure(vigil.Unavailable, "git_missing", err, "The program git could not be started on the server.")
}

// inEnvironment writes settings as variables, which only processes of the same user can see.
func inEnvironment(settings [][2]string) (env []string) {
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s[1]))
	}
	return append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(settings)))
}

// folderSize returns what the files in a folder add up to. Files that vanish
// meanwhile don't count.
func folderSize(dir string) (size int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// capped keeps the first bytes that are written to it.
type capped struct {
	text strings.Builder
	most int
}

func (c *capped) Write(b []byte) (int, error) {
	c.text.Write(b[:min(len(b), c.most-c.text.Len())])
	return len(b), nil
}

func (c *capped) String() string { return c.text.String() }

// trust lets git read a mirror that belongs to another user of the machine, and
// lets the mirror leave out what is not asked for. Only a file can say so: git does
// not hand -c on to the process that serves a mirror.
func (g *git) trust() error {
	file := filepath.Join(g.dir, "gitconfig")
	g.env = append(g.env, "GIT_CONFIG_GLOBAL="+file)
	return os.WriteFile(file, []byte("[safe]\n\tdirectory = *\n[uploadpack]\n\tallowFilter = true\n"), 0o600)
}
