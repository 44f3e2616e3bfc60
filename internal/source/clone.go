package source

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"vigil"
	"vigil/internal/netguard"
)

// Repository is a repository to clone.
type Repository struct {
	URL    string // of URL; without user name and password
	Token  string // empty: public
	Branch string // empty: the one that the remote's HEAD names
	// PullRequest is the number of the one to look at, whose commit then is what is
	// cloned, and Branch where it is to be merged. 0: none.
	PullRequest int64
	// PullRequestRef is where the host keeps it, such as refs/pull/7/head.
	PullRequestRef string
}

// Fetcher clones repositories.
type Fetcher struct {
	Policy    netguard.Policy
	Limits    Limits
	AllowFile bool   // file:// addresses: set it if the operator configured a mirror
	CAFile    string // certificates to trust instead of the system's, as SSL_CERT_FILE names them
	// BestEffort clones even where the kernel cannot confine git.
	BestEffort bool
}

// Checkout is a cloned commit. Its files lie in the folder passed to Clone, which the
// caller removes. Order and MergeBase, which query the remote, come before Compare and
// WriteSnapshot, which only read: those close the connection for good.
type Checkout struct {
	Branch        string // "HEAD" if the remote's HEAD is a commit and no branch was asked for
	DefaultBranch string // empty: the remote's HEAD names no branch
	CommitSHA     string
	CommittedAt   time.Time // as the commit says; zero: it says nothing that can be
	Unconfined    string    // why git has more rights than it needs; empty: it has not

	git      *git
	deadline time.Time
	sealed   bool // the remote is gone
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
	g.rights.BestEffort = f.BestEffort
	if err := f.aim(ctx, g, r); err != nil {
		return nil, err
	}
	c := &Checkout{Branch: r.Branch, Unconfined: g.unconfined(), git: g, deadline: deadline}
	tip, err := c.look(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := g.initClone(ctx, g.bare(), tip.object); err != nil {
		return nil, err
	}
	if err := g.fetch(ctx, tip.name+":"+tipRef); err != nil {
		return nil, err
	}
	commit, err := g.run(ctx, "--git-dir="+g.bare(), "log", "-1", "--no-show-signature", "--format=%H %ct", tipRef)
	if err != nil {
		return nil, err
	}
	sha, committed, _ := strings.Cut(strings.TrimSpace(commit), " ")
	c.CommitSHA, c.CommittedAt = sha, commitTime(committed, time.Now())
	return c, nil
}

// tipRef is what the cloned commit is called in the clone.
const tipRef = "refs/heads/tip"

// initClone makes an empty bare repository that knows the remote. object is an id of
// the remote's.
func (g *git) initClone(ctx context.Context, dir, object string) error {
	if err := g.init(ctx, dir, object); err != nil {
		return err
	}
	_, err := g.run(ctx, "config", "--file", filepath.Join(dir, "config"), "remote.origin.url", g.url)
	return err
}

// init makes an empty bare repository. object is an id of those to come, whose length
// tells which hashes they use.
func (g *git) init(ctx context.Context, dir, object string) error {
	format := "sha1"
	if len(object) == 64 {
		format = "sha256"
	}
	_, err := g.run(ctx, "init", "--quiet", "--bare", "--template=", "--object-format="+format, dir)
	return err
}

// fetch gets one commit, without those before it.
func (g *git) fetch(ctx context.Context, what string) error {
	// Files that will be left out need not come, if the host can do that.
	filter := fmt.Sprintf("--filter=blob:limit=%d", g.limits.FileBytes+1)
	_, err := g.ask(ctx, "--git-dir="+g.bare(), "fetch", "--quiet", "--depth=1", "--update-shallow", "--no-tags", "--no-recurse-submodules", filter, "origin", what)
	return err
}

// seal ends the connection: without its remote, git cannot go and fetch a blob
// that was left out. The token isn't needed any more either.
func (c *Checkout) seal(ctx context.Context) error {
	if c.sealed {
		return nil
	}
	c.git.env, c.git.private = append(c.git.env, "GIT_ALLOW_PROTOCOL="), nil
	_, err := c.git.run(ctx, "config", "--file", filepath.Join(c.git.bare(), "config"), "--remove-section", "remote.origin")
	c.sealed = err == nil
	return err
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
		g.rights.Read = append(g.rights.Read, mirrorFolders(u.Path)...)
		return g.trust()
	}
	u, err := f.Policy.CheckURL(r.URL)
	if err == nil {
		err = f.Policy.CheckHost(ctx, u.Host) // early, for its words
	}
	if reason, ok := errors.AsType[*netguard.RefusedError](err); ok {
		return refusedHost(reason)
	}
	if err != nil {
		if ctx.Err() != nil {
			return g.explain(ctx, err, "")
		}
		return failure(vigil.Unreachable, "repository_unreachable", err, "The host %s of the repository was not found. Check the address, and the server's DNS.", u.Hostname())
	}
	g.env = append(g.env, "GIT_ALLOW_PROTOCOL=https")
	g.gateway = &gateway{policy: f.Policy, address: net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "443"))}
	g.rights.Read = append(g.rights.Read, certificates...)
	if f.CAFile != "" {
		g.config = append(g.config, "-c", "http.sslCAInfo="+f.CAFile)
		g.rights.Read = append(g.rights.Read, f.CAFile)
	}
	return g.authorize(u, r.Token)
}

func refusedHost(reason *netguard.RefusedError) error {
	return failure(vigil.Invalid, "host_refused", nil, "The host of the repository is refused: the address %s.", reason.Reason)
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
	g.private = [][2]string{{"http.https://" + u.Host + "/.extraHeader", "Authorization: Basic " + basic}}
	return nil
}

// ref is a name on the remote, and what it stands for.
type ref struct{ name, object string }

// look asks the remote which branch is its default, and whether what is wanted
// exists. It returns what to fetch.
func (c *Checkout) look(ctx context.Context, r Repository) (ref, error) {
	args := []string{"ls-remote", "--symref", "--", r.URL, "HEAD"}
	if c.Branch != "" {
		args = append(args, "refs/heads/"+c.Branch)
	}
	if r.PullRequest > 0 {
		args = append(args, r.PullRequestRef)
	}
	out, err := c.git.ask(ctx, args...)
	if err != nil {
		return ref{}, err
	}
	refs := map[string]string{}
	for line := range strings.Lines(out) {
		value, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if target, ok := strings.CutPrefix(value, "ref: refs/heads/"); ok {
			if name == "HEAD" && validBranch(target) {
				c.DefaultBranch = target
			}
			continue
		}
		refs[name] = value
	}
	tip := ref{name: "refs/heads/" + c.Branch}
	if c.Branch == "" {
		tip.name = "HEAD"
	}
	if tip.object = refs[tip.name]; tip.object == "" {
		return ref{}, c.nothing(ctx, r.URL)
	}
	if c.Branch == "" {
		c.Branch = cmp.Or(c.DefaultBranch, "HEAD")
	}
	if r.PullRequest > 0 {
		if tip = (ref{r.PullRequestRef, refs[r.PullRequestRef]}); tip.object == "" {
			return ref{}, failure(vigil.NotFound, "pull_request_not_found", ErrPullRequestGone, "The repository has no pull request %d.", r.PullRequest)
		}
	}
	return tip, nil
}

// ErrBranchGone and ErrPullRequestGone mean that the host listed the refs of the repository, and
// this one is not among them. Nothing else causes them: no error of the network, no refusal.
var (
	ErrBranchGone      = errors.New("the repository has no such branch")
	ErrPullRequestGone = errors.New("the repository has no such pull request")
)

// nothing says why the branch is not there.
func (c *Checkout) nothing(ctx context.Context, url string) error {
	out, err := c.git.ask(ctx, "ls-remote", "--heads", "--", url)
	switch {
	case err != nil:
		return err
	case out == "":
		return failure(vigil.Invalid, "repository_empty", nil, "The repository is empty: it has no commit yet.")
	case c.Branch == "":
		return failure(vigil.NotFound, "branch_not_found", nil, "The repository's default branch does not exist. Name the branch to scan.")
	}
	return failure(vigil.NotFound, "branch_not_found", ErrBranchGone, "The repository has no branch %q.", c.Branch)
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
