package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// askProgram runs a probe as a program that is held to rights.
func askProgram(t *testing.T, r Rights, p probe) answer {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if other := os.Getenv(childEnv); other != "" {
		exe = other
	}
	request, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	r.Run = append(r.Run, exe)
	cmd := exec.Command(exe, unconfinedArg, string(request))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles, cmd.Env = &out, &errs, []*os.File{snapshot}, []string{"PATH=/usr/bin:/bin"}
	if err := r.Start(cmd); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	return a
}

func portOf(t *testing.T, address string) uint16 {
	t.Helper()
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return to.Port()
}

// programDenied are the probes that must fail for lack of permission in a program, and whether
// any user could do them without the sandbox.
var programDenied = map[string]bool{
	"read a file": true, "read /etc/passwd": true, "symlink out of repo": true, "read parent environ": true, "list a directory": true,
	"write into repo": true, "write outside": true, "remove a file": true, "rename a file": true, "truncate a file": true,
	"give a file away": true, "make a device": true, "memory as a file": true,
	"tcp 127.0.0.1": true, "tcp by another protocol": false, "tcp by a fast open": false, "udp dns": true, "unix socket": true, "pair of datagrams": true,
	"listen": true, "raw socket": false, "netlink": true, "io_uring": false, "32-bit system call": false,
	"fork and exec": true, "exec /bin/sh": true, "direct execve": false,
	"kill parent": true, "tgkill parent": true, "limit parent": true, "ptrace parent": false, "mount": false, "new namespace": false, "leave group": false,
}

func TestProgramMayNot(t *testing.T) {
	for name, possible := range programDenied {
		for _, network := range []string{"no network", "a port"} {
			t.Run(name+"/"+network, func(t *testing.T) {
				t.Parallel()
				p := place(t)
				p.Name = name
				r := Rights{Write: []string{t.TempDir()}}
				if network == "a port" {
					r.Port = portOf(t, place(t).TCP) // another one
				}
				if a := askProgram(t, r, p); !a.Denied {
					t.Errorf("got %+v; want permission denied", a)
				}
				if content, err := os.ReadFile(filepath.Join(p.Dir, "a.go")); err != nil || string(content) != "package a" {
					t.Errorf("%q, %v", content, err)
				}
				if !possible || network != "a port" {
					return
				}
				if a := askUnconfined(t, p); a.Error != "" {
					t.Errorf("without the sandbox: %s; this probe proves nothing", a.Error)
				}
			})
		}
	}
}

func TestProgramMay(t *testing.T) {
	p := place(t)
	read, write := Rights{Read: []string{p.Dir, "/nonexistent"}}, Rights{Write: []string{p.Dir}}
	run := Rights{Run: []string{"/bin/true", "/bin/sh"}}
	if a := askProgram(t, read, probe{Name: "write into repo", Dir: p.Dir}); !a.Denied {
		t.Errorf("what may be read was written: %+v", a)
	}
	for _, c := range []struct {
		name   string
		rights Rights
	}{
		{"list a directory", read}, {"read a file", read}, {"write outside", write}, {"rename a file", write},
		{"tcp 127.0.0.1", Rights{Port: portOf(t, p.TCP)}}, {"fork and exec", run}, {"exec /bin/sh", run}, {"ok: work on many threads", Rights{}},
	} {
		p.Name = c.name
		if a := askProgram(t, c.rights, p); a.Error != "" {
			t.Errorf("%s: %s", c.name, a.Error)
		}
	}
}

// TestProgramPretends: git does not go on without chmod, and what Landlock does not watch must
// not reach files outside.
func TestProgramPretends(t *testing.T) {
	p := place(t)
	p.Name = "change mode and time"
	if a := askProgram(t, Rights{}, p); a.Error != "" || a.Value != "false false" {
		t.Errorf("%+v", a)
	}
	if a := askUnconfined(t, p); a.Value != "true true" {
		t.Errorf("without the sandbox: %+v; this probe proves nothing", a)
	}
}

// TestConfinedThreadEnds: the rights that a thread gave up are nobody else's loss.
func TestConfinedThreadEnds(t *testing.T) {
	p := place(t)
	for range 20 {
		cmd := exec.Command("/bin/true")
		if err := (Rights{Run: []string{"/bin/true"}}).Start(cmd); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	for range 200 {
		failed := make(chan error)
		go func() {
			_, err := os.ReadFile(filepath.Join(p.Dir, "a.go"))
			c, dialErr := net.Dial("unix", p.Unix)
			if dialErr == nil {
				c.Close()
			}
			failed <- errors.Join(err, dialErr)
		}()
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		status, _ := os.ReadFile("/proc/self/task/" + thread.Name() + "/status")
		if strings.Contains(string(status), "NoNewPrivs:\t1") && !strings.Contains(string(status), "State:\tX") && !strings.Contains(string(status), "State:\tZ") {
			t.Errorf("thread %s is still confined", thread.Name())
		}
	}
}

func TestProgramNeedsAKernel(t *testing.T) {
	if err := portSupport(3, nil); err == nil || !strings.Contains(err.Error(), "Linux 6.7") {
		t.Error(err)
	}
	if err := portSupport(4, nil); err != nil {
		t.Error(err)
	}
	for version, want := range map[int][3]uint64{1: {0x1fff, 0, 0}, 3: {0x7fff, 0, 0}, 4: {0x7fff, 3, 0}, 6: {0xffff, 3, 0}, 7: {0xffff, 3, 3}, 11: {0x1ffff, 0xf, 3}} {
		if got := handled(version); got.HandledAccessFS != want[0] || got.HandledAccessNet != want[1] || got.Scoped != want[2] {
			t.Errorf("version %d: %x", version, got)
		}
	}
	if err := (Rights{Port: 1}).Supported(); err != nil {
		t.Errorf("this machine cannot hold programs to a port, so the other tests fail too: %v", err)
	}
}

func BenchmarkStart(b *testing.B) {
	for name, start := range map[string]func(*exec.Cmd) error{
		"free":     (*exec.Cmd).Start,
		"confined": Rights{Run: []string{"/bin/true"}, Port: 1}.Start,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command("/bin/true")
				if err := errors.Join(start(cmd), cmd.Wait()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
