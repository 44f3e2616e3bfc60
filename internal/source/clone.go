package source

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"vigil"
	"vigil/internal/netguard"
)

// Repository is what to clone.
type Repository struct {
	URL    string // of URL; without user name and password
	Token  string // empty: public
	Branch string // empty: the one that the remote's HEAD names
}

// Fetcher clones repositories.
type Fetcher struct {
	Policy    netguard.Policy
	Limits    Limits
	AllowFile bool   // file:// addresses: set it if the operator configured a mirror
	CAFile    string // certificates to trust instead of the system's, as SSL_CERT_FILE names them
}

// Checkout is a cloned commit. Its files lie in the folder that Clone was given,
// which the caller removes.
type Checkout struct {
	Branch        string // "HEAD" if the remote's HEAD is a commit and no branch was asked for
	DefaultBranch string // empty: the remote's HEAD names no branch
	CommitSHA     string
	CommittedAt   time.Time // as the commit says; zero: it says nothing that can be

	git      *git
	deadline time.Time
}

// Clone makes a bare clone of one commit in dir, an empty folder.
func (f *Fetcher) Clone(ctx context.Context, r Repository, dir string) (*Checkout, error) {
	limits := f.Limits.withDefaults()
	deadline := time.Now().Add(limits.Time)
	ctx, cancel := context.WithDeadlineCause(ctx, deadline, errSlow)
	defer cancel()
	if r.Branch != "" && !validBranch(r.Branch) {
		return nil, failure(vigil.NotFound, "branch_not_found", nil, "The branch's name is not one that git allows.")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("clone: %w", err)
	}
	g, err := newGit(dir, limits)
	if err != nil {
		return nil, err
	}
	if err := f.aim(ctx, g, r); err != nil {
		return nil, err
	}
	c := &Checkout{Branch: r.Branch, git: g, deadline: deadline}
	if err := c.look(ctx, r.URL); err != nil {
		return nil, err
	}
	args := []string{"clone", "--quiet", "--bare", "--depth=1", "--single-branch", "--no-tags", "--no-local", "--no-recurse-submodules", "--template=",
		// Files that will be left out need not come, if the host can do that.
		fmt.Sprintf("--filter=blob:limit=%d", limits.FileBytes+1)}
	if c.Branch != "HEAD" {
		args = append(args, "--branch="+c.Branch)
	}
	if _, err := g.run(ctx, append(args, "--", r.URL, g.bare())...); err != nil {
		return nil, err
	}

	// From here on no network: without its remote, git cannot go and fetch a
	// blob that was left out. The token isn't needed any more either.
	g.env, g.auth = append(g.env, "GIT_ALLOW_PROTOCOL="), nil
	if _, err := g.run(ctx, "config", "--file", filepath.Join(g.bare(), "config"), "--remove-section", "remote.origin"); err != nil {
		return nil, err
	}
	commit, err := g.run(ctx, "--git-dir="+g.bare(), "log", "-1", "--no-show-signature", "--format=%H %ct", "HEAD")
	if err != nil {
		return nil, err
	}
	sha, committed, _ := strings.Cut(strings.TrimSpace(commit), " ")
	c.CommitSHA, c.CommittedAt = sha, commitTime(committed, time.Now())
	return c, nil
}

// commitTime reads the time of a commit. Its author can write anything there: what
// lies in the future is no time.
func commitTime(seconds string, now time.Time) time.Time {
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || n <= 0 || n > now.Add(time.Hour).Unix() {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}

func (g *git) bare() string { return filepath.Join(g.dir, "repository.git") }

// aim checks the address and sets up git to reach it and nothing else.
func (f *Fetcher) aim(ctx context.Context, g *git, r Repository) error {
	g.url = r.URL
	if strings.HasPrefix(r.URL, "file://") {
		u, err := url.Parse(r.URL)
		if err != nil || u.Host != "" || !f.AllowFile {
			return failure(vigil.Invalid, "host_refused", nil, "Repositories in files of the server can only be scanned if its operator configured a mirror.")
		}
		g.env = append(g.env, "GIT_ALLOW_PROTOCOL=file")
		return g.trust()
	}
	u, err := f.Policy.CheckURL(r.URL)
	var addrs []netip.Addr
	if err == nil {
		addrs, err = f.Policy.Resolve(ctx, u.Host)
	}
	if reason, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return failure(vigil.Invalid, "host_refused", nil, "The host of the repository is refused: the address %s.", reason.Reason)
	}
	if err != nil {
		if ctx.Err() != nil {
			return g.explain(ctx, err, "")
		}
		return failure(vigil.Unreachable, "repository_unreachable", err, "The host %s of the repository was not found. Check the address, and the server's DNS.", u.Hostname())
	}
	g.env = append(g.env, "GIT_ALLOW_PROTOCOL=https")
	if pin := pin(u, addrs); pin != "" {
		g.config = append(g.config, "-c", "http.curloptResolve="+pin)
	}
	if f.CAFile != "" {
		g.config = append(g.config, "-c", "http.sslCAInfo="+f.CAFile)
	}
	return g.authorize(u, r.Token)
}

// pin holds git to the addresses that were checked: it would ask DNS again, which
// may say something else by then. (git before 2.37 does not know this setting.)
func pin(u *url.URL, addrs []netip.Addr) string {
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return ""
	}
	var list []string
	for _, a := range addrs {
		if a.Is6() {
			list = append(list, "["+a.String()+"]")
		} else {
			list = append(list, a.String())
		}
	}
	port := u.Port()
	if port == "" {
		port = "443"
	}
	return u.Hostname() + ":" + port + ":" + strings.Join(list, ",")
}

// authorize gives git the token, for this host alone and through the environment:
// arguments are public, and a URL is written to the clone's configuration. GitHub
// and GitLab take a token as the password of any user.
func (g *git) authorize(u *url.URL, token string) error {
	if token == "" {
		return nil
	}
	for _, c := range []byte(token) {
		if c <= ' ' || c >= 0x7f {
			return failure(vigil.Invalid, "token_invalid", nil, "The token for the repository's host holds characters that no token has.")
		}
	}
	basic := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
	g.secret = []string{token, basic}
	g.auth = []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=http.https://" + u.Host + "/.extraHeader", "GIT_CONFIG_VALUE_0=Authorization: Basic " + basic}
	return nil
}

// look asks the remote which branch is its default, and whether the one that is
// wanted exists.
func (c *Checkout) look(ctx context.Context, url string) error {
	args := []string{"ls-remote", "--symref", "--", url, "HEAD"}
	if c.Branch != "" {
		args = append(args, "refs/heads/"+c.Branch)
	}
	out, err := c.git.run(ctx, args...)
	if err != nil {
		return err
	}
	refs := map[string]bool{}
	for line := range strings.Lines(out) {
		value, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if target, ok := strings.CutPrefix(value, "ref: refs/heads/"); ok && name == "HEAD" && validBranch(target) {
			c.DefaultBranch = target
		}
		refs[name] = true
	}
	switch {
	case c.Branch != "" && refs["refs/heads/"+c.Branch]:
		return nil
	case c.Branch == "" && refs["HEAD"]:
		if c.Branch = c.DefaultBranch; c.Branch == "" {
			c.Branch = "HEAD"
		}
		return nil
	}
	// Nothing to scan. Say whether there is anything else.
	out, err = c.git.run(ctx, "ls-remote", "--heads", "--", url)
	switch {
	case err != nil:
		return err
	case out == "":
		return failure(vigil.Invalid, "repository_empty", nil, "The repository is empty: it has no commit yet.")
	case c.Branch == "":
		return failure(vigil.NotFound, "branch_not_found", nil, "The repository's default branch does not exist. Name the branch to scan.")
	}
	return failure(vigil.NotFound, "branch_not_found", nil, "The repository has no branch %q.", c.Branch)
}

// validBranch reports whether git allows the name for a branch, and it means
// nothing else on a command line or in a pattern.
func validBranch(s string) bool {
	if s == "HEAD" || len(s) > 1000 || strings.HasPrefix(s, "-") || strings.HasSuffix(s, ".") ||
		strings.Contains(s, "..") || strings.Contains(s, "@{") || strings.ContainsAny(s, " ~^:?*[\\\x7f") {
		return false
	}
	for part := range strings.SplitSeq(s, "/") {
		if part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' })
}
