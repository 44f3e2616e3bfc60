// Package hooks understands the hooks that source hosts send: whether one is genuine ([Verify]),
// and what it says ([Parse]). Start with [Event]. It is pure: it knows neither the database nor
// what Vigil does about an event; inbox does.
package hooks

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"vigil"
)

// Kind is what an event means to Vigil.
type Kind string

const (
	Push              Kind = "push"                // a branch has a new head
	BranchDeleted     Kind = "branch_deleted"      // a branch is gone
	PullRequest       Kind = "pull_request"        // a pull request is new, or what it changes is
	PullRequestClosed Kind = "pull_request_closed" // merged or not
	Renamed           Kind = "renamed"             // the repository has another name, or owner
	DefaultBranch     Kind = "default_branch"      // the repository has another default branch
	Deleted           Kind = "deleted"             // the repository is gone
	Nothing           Kind = ""                    // nothing to do, Ignored says why
)

// Event is a hook reduced to what processing reads. Its JSON is what is stored: a description, an
// email address, or a commit message never is.
type Event struct {
	Name   string `json:"name"`             // as the host calls it: pull_request
	Action string `json:"action,omitempty"` // such as synchronize
	Kind   Kind   `json:"kind,omitempty"`
	// Ignored is why there is nothing to do.
	Ignored string `json:"ignored,omitempty"`

	Repository    string `json:"repository,omitempty"` // full name
	FormerName    string `json:"former_name,omitempty"`
	WebURL        string `json:"web_url,omitempty"` // of the repository
	DefaultBranch string `json:"default_branch,omitempty"`

	Branch string `json:"branch,omitempty"` // that was pushed; of a pull request: the one to merge into
	Head   string `json:"head,omitempty"`   // commit

	Number     int64    `json:"number,omitempty"` // of a pull request
	HeadBranch string   `json:"head_branch,omitempty"`
	Fork       bool     `json:"fork,omitempty"` // the head is in another repository
	Merged     bool     `json:"merged,omitempty"`
	MergedAs   string   `json:"merged_as,omitempty"` // the commit that merged it; empty: not known
	Fixes      []string `json:"fixes,omitempty"`     // IDs of vulnerabilities that it claims to fix
}

// ErrMalformed reports a body that is not a JSON object.
var ErrMalformed = errors.New("the body is not a JSON object")

// Parse reads the body of a hook. event is its name in the headers.
func Parse(provider vigil.Provider, event string, body []byte) (Event, error) {
	var e Event
	var err error
	if provider == vigil.GitLab {
		e, err = parseGitLab(event, body)
	} else {
		e, err = parseGitHub(event, body)
	}
	if err != nil {
		return Event{}, err
	}
	e.Name, e.Action = label(e.Name), label(e.Action)
	if why := e.check(); why != "" && e.Kind != Nothing {
		return Event{Name: e.Name, Action: e.Action, Ignored: "malformed: " + why}, nil
	}
	if e.Kind == Nothing {
		e = Event{Name: e.Name, Action: e.Action, Ignored: e.Ignored, Repository: e.Repository}
		if vigil.CheckName("repository", e.Repository) != nil {
			e.Repository = ""
		}
	}
	return e, nil
}

// ignore returns the event of a hook that asks for nothing.
func (e Event) ignore(format string, args ...any) Event {
	e.Kind, e.Ignored = Nothing, fmt.Sprintf(format, args...)
	return e
}

var commit = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

// check returns what is wrong with the fields that the event's kind needs. A host sends none of
// this; a forger with the secret may.
func (e Event) check() string {
	branch := func(name string) bool {
		return vigil.CheckBranch("branch", name) == nil && !vigil.IsPullRequestRef(name)
	}
	switch {
	case vigil.CheckName("repository", e.Repository) != nil:
		return "it names no repository"
	case e.Kind == Renamed && vigil.CheckName("repository", e.FormerName) != nil:
		return "it does not say what the repository was called"
	case e.DefaultBranch != "" && !branch(e.DefaultBranch), e.Kind == DefaultBranch && e.DefaultBranch == "":
		return "it names no valid default branch"
	case e.Head != "" && !commit.MatchString(e.Head), e.MergedAs != "" && !commit.MatchString(e.MergedAs):
		return "it names no valid commit"
	case len(e.WebURL) > 1000:
		return "its URL is too long"
	}
	switch e.Kind {
	case Push, BranchDeleted:
		if !branch(e.Branch) {
			return "it names no valid branch"
		}
	case PullRequest, PullRequestClosed:
		switch {
		case e.Number < 1 || e.Number > math.MaxInt32:
			return "it names no pull request"
		case !branch(e.Branch) || !branch(e.HeadBranch):
			return "it names no valid branch"
		}
	}
	return ""
}

// label bounds a name that the host chose.
func label(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	return s[:min(len(s), 60)]
}

// Host returns the host and port of a URL, in lower case and without a default port, or "".
func Host(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Host)
	return strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":80")
}

// FixBranch begins the names of branches that fix one vulnerability, whose ID follows.
const FixBranch = "vigil-fix/"

const maxFixes = 20

var fixes = regexp.MustCompile(`(?i)\bfixes:?\s+vigil#([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b`)

// claims returns the IDs of the vulnerabilities that a branch and a description claim to fix.
func claims(branch, description string) (ids []string) {
	add := func(text string) {
		if id, ok := vigil.ParseID(strings.ToLower(text)); ok && !slices.Contains(ids, string(id)) && len(ids) < maxFixes {
			ids = append(ids, string(id))
		}
	}
	if id, ok := strings.CutPrefix(branch, FixBranch); ok {
		add(id)
	}
	for _, m := range fixes.FindAllStringSubmatch(description, -1) {
		add(m[1])
	}
	return ids
}

// decode reads a JSON object. A field of another type than expected counts as absent: check
// notices if it is needed.
func decode(body []byte, to any) error {
	if trimmed := strings.TrimLeft(string(body[:min(len(body), 64)]), " \t\r\n"); !strings.HasPrefix(trimmed, "{") {
		return ErrMalformed
	}
	err := json.Unmarshal(body, to)
	if _, mistyped := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !mistyped {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return nil
}

// branchOf returns the branch that a ref means.
func branchOf(ref string) (string, bool) { return strings.CutPrefix(ref, "refs/heads/") }

// noCommit is the ID that hosts give for a commit that is not there.
func noCommit(sha string) bool { return sha == "" || strings.Trim(sha, "0") == "" }

// pushed returns the event of a branch's new head, or of its end.
func (e Event) pushed(ref, after string, deleted bool) Event {
	branch, ok := branchOf(ref)
	if !ok {
		return e.ignore("not a branch: %s", label(cmp.Or(ref, "no ref")))
	}
	e.Branch, e.Kind = branch, Push
	if deleted || noCommit(after) {
		e.Kind = BranchDeleted
		return e
	}
	e.Head, e.Fixes = after, claims(branch, "")
	return e
}
