package main_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"vigil/internal/sarif/sariftest"
)

// These tests run the examples for pipelines as they stand, on real repositories: only
// the services around them are stubs.

const (
	oldProblem = "import os\nfrom flask import request\n\ndef old():\n    os.system(request.args['a'])\n"
	newProblem = "\ndef new():\n    os.system(request.args['b'])\n"
)

// pipeline is a clone of a repository with a branch to be merged into trunk.
type pipeline struct {
	t        *testing.T
	origin   *repository
	dir      string
	env      []string
	checksum string
}

func newPipeline(t *testing.T) *pipeline {
	t.Helper()
	for _, program := range []string{"bash", "curl", "sha256sum"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(program)
	p := &pipeline{t: t, origin: newRepository(t, t.TempDir(), "acme/api"), checksum: hex.EncodeToString(sum[:])}
	p.origin.commit(map[string]string{"app.py": oldProblem, "README.md": "# API\n"})
	p.origin.git("checkout", "-q", "-b", "topic")
	p.origin.git("checkout", "-q", "trunk")

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/vigil" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(program)
	}))
	t.Cleanup(server.Close)
	c := command(t)
	p.env = append(c.Env, "VIGIL_DOWNLOAD="+server.URL+"/vigil", "VIGIL_SHA256="+p.checksum, "RUNNER_TEMP="+t.TempDir(), "TMPDIR="+t.TempDir(), "GIT_CONFIG_NOSYSTEM=1")
	return p
}

// push makes the branch consist of files.
func (p *pipeline) push(files map[string]string) {
	p.t.Helper()
	p.origin.git("checkout", "-q", "topic")
	p.origin.commit(files)
	p.origin.git("checkout", "-q", "trunk")
}

// checkout clones the branch, as a runner does.
func (p *pipeline) checkout(args ...string) {
	p.t.Helper()
	p.dir = filepath.Join(p.t.TempDir(), "work")
	p.origin.git(append(append([]string{"clone", "-q", "-b", "topic"}, args...), "file://"+p.origin.dir, p.dir)...)
}

// shell runs a script and returns its exit code.
func (p *pipeline) shell(script string, env ...string) (said string, code int) {
	p.t.Helper()
	c := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	c.Dir, c.Env = p.dir, append(append([]string{}, p.env...), env...)
	out, err := c.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		p.t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// sarif checks what the scan wrote and returns the number of results.
func (p *pipeline) sarif() int {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, "vigil.sarif"))
	if err == nil {
		err = sariftest.Check(text)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return bytes.Count(text, []byte(`"ruleIndex"`))
}

func readExample(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples/ci", name))
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// check runs a pipeline on a branch that makes nothing worse, on one that does, and where
// things are not as they should be.
func (p *pipeline) check(run func() (said string, code int), shallow []string) {
	t := p.t
	t.Helper()
	p.push(map[string]string{"app.py": "# A comment.\n" + oldProblem, "README.md": "# The API\n"})
	p.checkout()
	if said, code := run(); code != 0 || p.sarif() != 0 || !strings.Contains(said, "clean: no new findings") {
		t.Errorf("exit code %d: %s", code, said)
	}
	p.push(map[string]string{"app.py": oldProblem + newProblem, "README.md": "# The API\n"})
	p.checkout()
	if said, code := run(); code != 1 || p.sarif() != 1 || !strings.Contains(said, "failed: 1 new finding at or above high") {
		t.Errorf("exit code %d: %s", code, said)
	}
	p.checkout(shallow...)
	if said, code := run(); code < 2 || !strings.Contains(said, "fetch") {
		t.Errorf("without history: exit code %d: %s", code, said)
	}
	p.env = append(p.env, "VIGIL_SHA256="+strings.Repeat("0", 64))
	if said, code := run(); code == 0 || strings.Contains(said, "findings") {
		t.Errorf("another program: exit code %d: %s", code, said)
	}
}

func TestGitHubExample(t *testing.T) {
	t.Parallel()
	p := newPipeline(t)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses, Run string
				With, Env map[string]string
			}
		}
	}
	readExample(t, "github-actions.yml", &workflow)
	steps := workflow.Jobs["scan"].Steps
	if len(steps) != 4 || steps[0].With["fetch-depth"] != "0" || steps[3].With["sarif_file"] != "vigil.sarif" {
		t.Fatalf("%+v", steps)
	}
	known := map[string]string{"vars.VIGIL_DOWNLOAD": "VIGIL_DOWNLOAD", "vars.VIGIL_SHA256": "VIGIL_SHA256"}
	expression := regexp.MustCompile(`^\$\{\{ (\S+) \}\}$`)
	p.check(func() (said string, code int) {
		for _, step := range steps {
			if strings.Contains(step.Run, "${{") {
				t.Errorf("a script is put together from what others wrote: %s", step.Run)
			}
			var env []string
			for name, value := range step.Env {
				m := expression.FindStringSubmatch(value)
				switch {
				case m == nil:
					t.Fatalf("%s: %s", name, value)
				case m[1] == "github.base_ref":
					env = append(env, name+"=trunk")
				case known[m[1]] != name:
					t.Fatalf("%s: %s", name, value)
				}
			}
			if step.Run == "" {
				continue
			}
			if said, code = p.shell(step.Run, env...); code != 0 {
				break
			}
		}
		return said, code
	}, []string{"--depth=1"})
}

func TestGitLabExample(t *testing.T) {
	t.Parallel()
	p := newPipeline(t)
	var jobs map[string]struct {
		Script    []string
		Variables map[string]string
		Artifacts struct {
			When  string
			Paths []string
		}
	}
	readExample(t, "gitlab-ci.yml", &jobs)
	job := jobs["vigil"]
	if len(job.Script) == 0 || job.Variables["GIT_DEPTH"] != "0" || job.Artifacts.When != "always" || job.Artifacts.Paths[0] != "vigil.sarif" {
		t.Fatalf("%+v", job)
	}
	p.check(func() (string, int) {
		base, err := exec.Command("git", "-C", p.origin.dir, "rev-parse", "trunk").Output()
		if err != nil {
			t.Fatal(err)
		}
		return p.shell(strings.Join(job.Script, "\n"), "CI_MERGE_REQUEST_DIFF_BASE_SHA="+strings.TrimSpace(string(base)))
	}, []string{"--depth=1"})
}

func TestPreCommitExample(t *testing.T) {
	t.Parallel()
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	hook, err := os.ReadFile("../../examples/ci/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	r := newRepository(t, t.TempDir(), "acme/api")
	if err := errors.Join(os.MkdirAll(filepath.Join(r.dir, ".git/hooks"), 0o755), os.WriteFile(filepath.Join(r.dir, ".git/hooks/pre-commit"), hook, 0o755)); err != nil {
		t.Fatal(err)
	}
	c := command(t)
	env, temporary := c.Env, t.TempDir()
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(want int, reason string, args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "change"}, args...)...)
		c.Env = append(env, "VIGIL="+program, "TMPDIR="+temporary, "GIT_CONFIG_NOSYSTEM=1")
		out, err := c.CombinedOutput()
		if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
			t.Fatal(err)
		}
		if code := c.ProcessState.ExitCode(); code != want || !strings.Contains(string(out), reason) {
			t.Errorf("exit code %d: %s\nwant %d: %s", code, out, want, reason)
		}
		if left, _ := os.ReadDir(temporary); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	commit(0, "", "--allow-empty-message", "--allow-empty") // of nothing
	r.git("update-ref", "-d", "HEAD")
	put("app.py", oldProblem)
	r.git("add", "app.py")
	commit(1, "failed: 1 finding at or above high") // the first one
	commit(0, "", "--no-verify")

	put("app.py", oldProblem+"# more\n")
	put("notes.py", oldProblem+newProblem) // is not staged
	r.git("add", "app.py")
	commit(0, "clean: no new findings")

	put("app.py", oldProblem+newProblem)
	r.git("add", "app.py")
	put("app.py", oldProblem) // mended, but not staged
	commit(1, "failed: 1 new finding at or above high")
	commit(0, "clean: no new findings", "-a")
	put("app.py", oldProblem+newProblem)
	commit(1, "failed: 1 new finding at or above high", "-a")
	commit(1, "failed: 1 new finding at or above high", "app.py")

	// In a second work tree.
	other := filepath.Join(t.TempDir(), "other")
	r.git("worktree", "add", "-q", other)
	r.dir = other
	put("app.py", oldProblem+newProblem)
	commit(1, "failed: 1 new finding at or above high", "-a")
}
