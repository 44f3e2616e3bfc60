package source

import (
	"context"
	"errors"
	"strings"

	"vigil"
)

// errSlow is why a context ended if it was for Limits.Time.
var errSlow = errors.New("limit of time")

// explanations turn what git says into a sentence for the person whose scan
// failed. The first that fits is taken; git has no codes, only words.
var explanations = []struct {
	words   string // alternatives between bars, in lower case
	kind    vigil.Kind
	code    string
	message string
}{
	{"is not a git command|unable to find remote helper", vigil.Unavailable, "git_missing",
		"The program git on the server cannot talk HTTPS: a part of it is not installed."},
	{"returned error: 301|returned error: 302|returned error: 303|returned error: 307|returned error: 308|redirection", vigil.Unreachable, "repository_moved",
		"The host answers that the repository has moved. Redirects are not followed: use the repository's present name."},
	{"remote branch|couldn't find remote ref", vigil.NotFound, "branch_not_found",
		"The repository has no such branch."},
	{"terminal prompts disabled|could not read username|could not read password|authentication failed|returned error: 401|returned error: 403|returned error: 404|returned error: 410|not found|does not appear to be a git repository|is this a git repository|not a git repository|no such file or directory", vigil.NotFound, "repository_not_found",
		"The repository was not found, or it is private and the server has no token that may read it. Check its name, and the token for private repositories."},
	{"no space left on device|disk quota exceeded", vigil.Unavailable, "unavailable",
		"The disk of the server is full. Free some space, then scan again."},
	{"out of memory|malloc failed|mmap failed|cannot allocate memory", vigil.TooLarge, "source_too_large",
		"The repository needs more memory to unpack than the limit allows."},
	{"certificate|ssl|tls", vigil.Unreachable, "repository_unreachable",
		"The host's certificate is not trusted, or no secure connection could be made. A private CA is given to the server through SSL_CERT_FILE."},
	{"did not send all necessary objects|corrupt|bad object|missing blob|inflate|bad tree|could not get object|not a tree object|too-short tree|malformed", vigil.Invalid, "repository_damaged",
		"The repository holds damaged objects, and git refuses to read them. `git fsck` in the repository says which."},
	{"could not resolve|failed to connect|couldn't connect|connection refused|timed out|too slow|returned error: 5|returned error: 429|early eof|rpc failed|hung up|empty reply|connection was reset|recv failure|unable to access|shallow capabilities", vigil.Unreachable, "repository_unreachable",
		"The host of the repository did not answer as it should. Try again later."},
}

// explainOr is explain unless err says already what is the matter.
func (g *git) explainOr(ctx context.Context, err error, stderr string) error {
	if _, done := errors.AsType[*vigil.Error](err); done && ctx.Err() == nil {
		return err
	}
	return g.explain(ctx, err, stderr)
}

// explain says why a call of git failed, and returns a cancelation as it is.
func (g *git) explain(ctx context.Context, err error, stderr string) error {
	if ctx.Err() != nil {
		switch cause := context.Cause(ctx); {
		case errors.Is(cause, errSlow):
			return g.limits.tooSlow("repository")
		case errors.Is(cause, errFull):
			return g.limits.tooManyBytes("repository")
		default:
			return cause
		}
	}
	for _, s := range g.secret {
		stderr = strings.ReplaceAll(stderr, s, "[secret]")
	}
	cause := errors.Join(err, errors.New(strings.TrimSpace(stderr)))
	lower := strings.ToLower(strings.ReplaceAll(stderr, g.url, "")) // a repository may be called acme/ssl
	for _, e := range explanations {
		for words := range strings.SplitSeq(e.words, "|") {
			if strings.Contains(lower, words) {
				return failure(e.kind, e.code, cause, "%s", e.message)
			}
		}
	}
	return failure(vigil.Unreachable, "repository_unreachable", cause, "git could not read the repository. The server's log has its words.")
}
