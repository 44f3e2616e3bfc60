package sandbox

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// place makes what the probes try to reach: files, a link out, listeners.
func place(t *testing.T) probe {
	t.Helper()
	p := probe{Dir: t.TempDir(), Parent: os.Getpid()}
	if err := os.WriteFile(filepath.Join(p.Dir, "a.go"), []byte("package a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(p.Dir, "link")); err != nil {
		t.Fatal(err)
	}
	short, err := os.MkdirTemp("", "s") // the path of a socket may have 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(short) })
	for network, to := range map[string]*string{"tcp": &p.TCP, "unix": &p.Unix} {
		address := "127.0.0.1:0"
		if network == "unix" {
			address = filepath.Join(short, "s")
		}
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		*to = l.Addr().String()
	}
	return p
}

func TestSupported(t *testing.T) {
	if err := Supported(); err != nil {
		t.Fatalf("this machine cannot confine a child, so the other tests will fail too: %v", err)
	}
}

func TestChildMay(t *testing.T) {
	for name, want := range map[string]string{
		"ok: read snapshot":          content,
		"ok: write result":           "result",
		"ok: copy snapshot":          "25",
		"ok: read what was prepared": "Pid:",
		"ok: work on many threads":   "1225",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := ask(newSandbox(Config{Wall: 4 * time.Second}), probe{Name: name})
			if err != nil || a.Error != "" || !strings.Contains(a.Value, want) {
				t.Fatalf("got %+v, %v; want %q", a, err, want)
			}
		})
	}
}

// denied lists the probes that must fail for lack of permission, and whether any
// user could do them without the sandbox: then the test checks that, lest a probe
// fail for a reason of its own.
var denied = map[string]bool{
	"direct execve":             false, // the probe would be gone
	"fork and exec":             true,
	"io_uring":                  false,
	"read /etc/passwd":          true,
	"symlink out of repo":       true,
	"write into repo":           true,
	"write outside":             true,
	"read parent environ":       true,
	"tcp 127.0.0.1":             true,
	"udp dns":                   true,
	"unix socket":               true,
	"listen":                    true,
	"exec /bin/sh":              true,
	"kill parent":               true,
	"kill 1":                    true,
	"ptrace parent":             false, // would stop this test
	"mount":                     false, // root only
	"write 1 GiB file":          true,
	"list a directory":          true,
	"look at a file":            true,
	"remove a file":             true,
	"truncate a file":           true,
	"reopen snapshot":           true,
	"memory as a file":          true,
	"raise a limit":             false, // depends on the limit there is
	"memory that is shared":     true,
	"memory that grows down":    true,
	"32-bit system call":        false, // needs a kernel with 32-bit support
	"socket pair":               true,
	"fork bomb":                 false,
	"tgkill parent":             true,
	"own a pipe for the parent": false,
	"new namespace":             false, // often forbidden anyway
	"leave group":               false,
	"outlive parent":            true,
}

func TestChildMayNot(t *testing.T) {
	for name, possible := range denied {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := place(t)
			p.Name = name
			a, err := ask(newSandbox(Config{Wall: 4 * time.Second}), p)
			if err != nil || !a.Denied {
				t.Errorf("got %+v, %v; want permission denied", a, err)
			}
			if _, err := os.Stat(filepath.Join(p.Dir, "a.go")); err != nil {
				t.Error(err)
			}
			if !possible {
				return
			}
			if a := askUnconfined(t, p); a.Error != "" {
				t.Errorf("without the sandbox: %s; this probe proves nothing", a.Error)
			}
		})
	}
}

func askUnconfined(t *testing.T, p probe) answer {
	t.Helper()
	request, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := os.OpenFile(filepath.Join(t.TempDir(), "snapshot"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	cmd := exec.Command("/proc/self/exe", unconfinedArg, string(request))
	cmd.ExtraFiles = []*os.File{snapshot}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return a
}

// TestChildMayNotOtherwise holds the probes that fail in a way of their own.
func TestChildMayNotOtherwise(t *testing.T) {
	for name, want := range map[string]string{
		"open 10k fds":           "too many open files",
		"write to snapshot":      "bad file descriptor", // it is open for reading alone
		"number of a 32-bit ABI": "function not implemented",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := ask(newSandbox(Config{Wall: 4 * time.Second}), probe{Name: name})
			if err != nil || !strings.Contains(a.Error, want) {
				t.Fatalf("got %+v, %v; want %q", a, err, want)
			}
		})
	}
}

func TestOwnEnvironIsEmpty(t *testing.T) {
	t.Setenv("VIGIL_MASTER_KEY", "secret")
	a, err := ask(newSandbox(Config{}), probe{Name: "own environ"})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range strings.Fields(a.Value) {
		if !strings.HasPrefix(v, "GOTRACEBACK=") && !strings.HasPrefix(v, "GOMAXPROCS=") {
			t.Errorf("the child has %s", v)
		}
	}
}

// TestLimits holds the probes that end the child. Each must end in time.
func TestLimits(t *testing.T) {
	small := Config{Memory: 256 << 20, Wall: 4 * time.Second, Output: 8 << 20}
	brief := Config{Wall: 300 * time.Millisecond}
	tests := []struct {
		probe  string
		config Config
		want   error
		words  string
	}{
		{"alloc 8 GiB", small, ErrMemory, "limit 256 MiB"},
		{"alloc 8 GiB at once", small, ErrMemory, "out of memory"},
		{"recursion 1e8", small, nil, "stack overflow"},
		{"thousand threads", small, nil, "thread"},
		{"spin forever", Config{CPU: time.Second, Wall: 30 * time.Second}, ErrTimeout, "processor time"},
		{"spin forever", brief, ErrTimeout, ""},
		{"sleep forever", brief, ErrTimeout, ""},
		{"close stdout and hang", brief, ErrTimeout, ""},
		{"print 100 MiB", small, ErrOutput, ""},
		{"endless lines", Config{Output: 1 << 20, Wall: 4 * time.Second}, ErrOutput, ""},
		{"huge line", small, ErrOutput, "line of more than 4 MiB"},
		{"half a line", small, errPartial, ""},
		{"nil deref", small, nil, "nil pointer dereference"},
		{"raw segv", small, nil, "SIGSEGV"},
		{"prepare fails", small, nil, "prepare: the work failed"},
		{"no such probe", small, nil, `no probe "no such probe"`},
	}
	for _, tt := range tests {
		t.Run(tt.probe, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			err := collect(newSandbox(tt.config), probe{Name: tt.probe}, func([]byte) error { return nil })
			if took := time.Since(began); took > tt.config.Wall+30*time.Second {
				t.Errorf("took %v", took)
			}
			if err == nil || !strings.Contains(err.Error(), tt.words) || tt.want != nil && !errors.Is(err, tt.want) {
				t.Fatalf("got error %.1000v; want %v with %q", err, tt.want, tt.words)
			}
			for _, other := range []error{ErrTimeout, ErrMemory, ErrOutput, ErrUnsupported} {
				if other != tt.want && errors.Is(err, other) {
					t.Errorf("error %.1000v counts as %v", err, other)
				}
			}
			t.Logf("%v: %.200v", time.Since(began).Round(time.Millisecond), err)
		})
	}
}
