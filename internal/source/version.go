package source

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"time"
)

// oldestGit is the first version of git 2 that takes settings from the environment, through
// which tokens go.
const oldestGit = 31

var gitVersion = regexp.MustCompile(`^git version (\d+)\.(\d+)\S*`)

// CheckGit returns the version of the installed git, and an error if it is missing or
// too old.
func CheckGit(ctx context.Context) (version string, err error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return "", fmt.Errorf("the program git was not found: install git 2.%d or newer, and have it in the PATH", oldestGit)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := runVersion(ctx, path)
	if err != nil {
		return "", fmt.Errorf("%s does not run: %w; install git anew", path, err)
	}
	m := gitVersion.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("%s does not tell its version: install git 2.%d or newer", path, oldestGit)
	}
	version = string(m[0])
	major, _ := strconv.Atoi(string(m[1]))
	minor, _ := strconv.Atoi(string(m[2]))
	if major < 2 || major == 2 && minor < oldestGit {
		return version, fmt.Errorf("%s is too old: install git 2.%d or newer", version, oldestGit)
	}
	return version, nil
}

// runVersion calls git with the rights of every call, but without a folder. Where they cannot be
// enforced it runs all the same: it reads nothing from outside.
func runVersion(ctx context.Context, path string) ([]byte, error) {
	rights := rightsOf(path, "")
	rights.Write, rights.BestEffort = nil, true
	out := &capped{most: 16 << 10}
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Dir, cmd.Env, cmd.Stdout = "/", []string{"HOME=/nonexistent", "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null"}, out
	cmd.WaitDelay = readTime
	if err := rights.Start(cmd); err != nil {
		return nil, err
	}
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	return []byte(out.String()), nil
}
